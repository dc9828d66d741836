/** Fault rules: how they are written, kept and counted. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { presetNames } from '../../simulator/contract/faults.ts';
import { controlPaths, headerNames, servicePaths } from '../../simulator/contract/routes.ts';
import { choose, options, withReference } from '../support/calls.ts';
import { temporaryFolder } from '../support/command.ts';
import { failing, statuses, statusOf, withRules } from '../support/faults.ts';
import { exchangeInTurn, postText } from '../support/raw.ts';
import { listBanks, reachCashier, send, startPayment, startSandbox } from '../support/sandbox.ts';

describe('the control API', () => {
	test('rules are added, read, replaced and removed, and are the setting `faults`', async () => {
		const sandbox = await startSandbox();
		const { faults } = sandbox;
		const added = await faults.add({ title: 'Lost', fault: { kind: 'close' } });
		expect(added).toMatchObject({ id: 'f-1', phase: 'before', probability: 1, seen: 0, hits: 0 });
		await faults.add({ id: 'slow', fault: { kind: 'delay', law: { fixed: 1 } } });
		await faults.add({ fault: { kind: 'malform' } });
		expect((await faults.rules()).map(({ id }) => id)).toEqual(['f-1', 'slow', 'f-2']);
		expect(await faults.put('slow', { fault: failing })).toMatchObject({
			id: 'slow',
			phase: 'before',
		});
		await faults.remove('f-1');
		const settings = await sandbox.configure({});
		expect(settings.faults.map(({ id }) => id)).toEqual(['slow', 'f-2']);
		expect(await faults.clear()).toBe(2);
		expect((await sandbox.configure({})).faults).toEqual([]);
	});

	test('writing one rule keeps the counts of the others, writing the setting begins all anew', async () => {
		const sandbox = await withRules([{ fault: failing, times: 1 }]);
		await statuses(sandbox, 2);
		await sandbox.faults.add({ fault: { kind: 'status', status: 500 }, skip: 100 });
		expect((await sandbox.faults.rules()).map(({ hits }) => hits)).toEqual([1, 0]);
		await sandbox.configure({ latency: { default: 'none' } });
		expect((await sandbox.faults.rules()).map(({ hits }) => hits)).toEqual([1, 0]);
		await sandbox.configure({ faults: (await sandbox.configure({})).faults });
		expect((await sandbox.faults.rules()).map(({ hits }) => hits)).toEqual([0, 0]);
	});

	test.each<[string, object, string, RegExp]>([
		['POST', { fault: { kind: 'closed' } }, 'fault.kind', /must be one of status, close,/],
		['POST', {}, 'fault', /is required/],
		['POST', { fault: { kind: 'status' } }, 'fault.status', /is required/],
		['POST', { fault: { kind: 'malform' }, phase: 'before' }, 'phase', /must be after for malform/],
		['POST', { fault: failing, match: { endpoint: 'x' } }, 'match.endpoint', /must be one of/],
		['POST', { fault: failing, probability: 1.5 }, 'probability', /at most 1/],
		['POST', { fault: failing, often: true }, 'often', /is not known here/],
		['POST', { preset: 'storm' }, 'preset', /must be one of brownout/],
		['PUT', { faults: [{ fault: { kind: 'x' } }] }, 'faults.0.fault.kind', /must be one of/],
	])('%s %j is refused, and changes nothing', async (method, body, param, detail) => {
		const sandbox = await startSandbox();
		const path = method === 'PUT' ? controlPaths.settings : controlPaths.faults;
		const answer = await send(method, sandbox.url + path, body);
		expect(answer.status).toBe(400);
		expect(answer.body).toMatchObject({ param, detail: expect.stringMatching(detail) });
		expect(await sandbox.faults.rules()).toEqual([]);
	});

	test.each<[object, string, string]>([
		[
			{ option: 'PSEE' },
			'option',
			'"PSEE" is not the name or the id of a payment option (did you mean PSE?).',
		],
		[
			{ option: ['Card', 'Nope'] },
			'option.1',
			'"Nope" is not the name or the id of a payment option',
		],
		[
			{ bank: 'co-psee-01' },
			'bank',
			'"co-psee-01" is not the id of a suboption (did you mean co-pse-01?).',
		],
		[{ header: { 'x-merchant': 'a' } }, 'header.x-merchant', 'must not be auth.header'],
	])(
		'a rule that could match no call, or a secret, is refused by the field that was sent: %j',
		async (match, field, detail) => {
			const settings = { auth: { header: 'X-Merchant' } };
			const sandbox = await startSandbox({ settings });
			const kept = await sandbox.faults.add({ id: 'kept', fault: failing });
			const rule = { match, fault: failing };
			const at = sandbox.url + controlPaths.faults;
			const setting = { faults: [rule] };
			for (const [answer, place] of [
				[await send('POST', at, rule), ''],
				[await send('PUT', `${at}/kept`, rule), ''],
				[await send('PUT', `${at}/other`, rule), ''],
				[await send('PUT', sandbox.url + controlPaths.settings, setting), 'faults.0.'],
			] as const) {
				const param = `${place}match.${field}`;
				expect([answer.status, answer.body.param]).toEqual([400, param]);
				expect(answer.body.detail).toContain(detail);
				expect(answer.body.detail.startsWith(`${param} `)).toBe(true);
				if (place === '') expect(JSON.stringify(answer.body)).not.toContain('faults.');
			}
			expect(await sandbox.faults.rules()).toEqual([kept]);
		},
	);

	test('a rule matches options and banks by the ids of a session, too', async () => {
		const settings = { ids: { suboptionScope: 'session' }, drift: { extraOptions: 1 } } as const;
		const sandbox = await startSandbox({ settings });
		const { sessionId, cardId, bankId } = await startPayment(sandbox.url);
		const [first] = await listBanks(sandbox.url, sessionId, bankId);
		for (const match of [
			{ option: [cardId, 'Drift option 1'] },
			{ bank: [first?.id ?? '', first?.uuid ?? ''] },
		]) {
			expect(await sandbox.faults.add({ match, fault: failing })).toMatchObject({ match });
		}
		expect(await statusOf(choose(sandbox, { sessionId, paymentOptionId: cardId }))).toBe(503);
		const choice = { sessionId, paymentOptionId: bankId, optionId: first?.id };
		expect(await statusOf(choose(sandbox, choice))).toBe(503);
	});

	test('an id that is taken or unknown is refused', async () => {
		const sandbox = await withRules([{ id: 'a', fault: failing }]);
		await expect(sandbox.faults.add({ id: 'a', fault: failing })).rejects.toThrow(/fault_exists/);
		await expect(sandbox.faults.remove('b')).rejects.toThrow(/fault_not_found.*Known here: a/);
		const many = Array.from({ length: 101 }, () => ({ fault: failing }));
		await expect(sandbox.configure({ faults: many as never })).rejects.toThrow(/at most 100 rules/);
	});

	test('a rule is put as it was read, and the id of another rule is refused', async () => {
		const sandbox = await withRules([{ id: 'a', fault: failing }]);
		const [read] = await sandbox.faults.rules();
		const put = (id: string) =>
			send('PUT', `${sandbox.url}${controlPaths.faults}/a`, { ...read, id });
		expect((await put('a')).status).toBe(200);
		for (const [id, detail] of [
			['b', 'id must be the id in the path, or left out'],
			['', 'id must be'],
		] as const) {
			const answer = await put(id);
			expect(answer.status).toBe(400);
			expect(answer.body).toMatchObject({
				param: 'id',
				detail: expect.stringContaining(detail),
			});
		}
		expect(await sandbox.faults.rules()).toMatchObject([{ id: 'a' }]);
	});

	test('rules whose time to live is over make room for a new one', async () => {
		const rules = Array.from({ length: 99 }, () => ({ fault: failing, ttl: 0 }));
		const sandbox = await startSandbox();
		await sandbox.configure({ faults: [...rules, { fault: failing, times: 1 }] as never });
		// Its id is free again, and its counts and its ttl begin now.
		expect(await sandbox.faults.add({ fault: failing, ttl: '1h' })).toMatchObject({
			id: 'f-1',
			enabled: true,
		});
		expect((await sandbox.faults.rules()).map(({ id }) => id)).toEqual(['f-100', 'f-1']);
		expect(await statuses(sandbox, 2)).toEqual([503, 503]);
	});

	test('of two calls that remove all rules, one counts them', async () => {
		const store = `file:${temporaryFolder()}/store`;
		const sandbox = await withRules([{ fault: failing }, { fault: failing }], { store });
		const removed = await Promise.all(Array.from({ length: 8 }, () => sandbox.faults.clear()));
		expect(removed.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 2]);
	});

	test('every preset can be added, and says what it imitates', async () => {
		const sandbox = await startSandbox();
		const { body } = await send('GET', sandbox.url + controlPaths.faults);
		expect(body.presets.map(({ name }: { name: string }) => name)).toEqual(presetNames);
		for (const { name, title, rules } of body.presets) {
			expect(title).toMatch(/^[A-Z].*\.$/);
			expect(await sandbox.faults.addPreset(name)).toHaveLength(rules.length);
		}
	});

	test('`bank-down` breaks only the first bank', async () => {
		const sandbox = await startSandbox();
		await sandbox.faults.addPreset('bank-down');
		const { sessionId, bankId: paymentOptionId } = await startPayment(sandbox.url);
		const [first, second] = await listBanks(sandbox.url, sessionId, paymentOptionId);
		const optionOf = (bank = second) =>
			statusOf(choose(sandbox, { sessionId, paymentOptionId, optionId: bank?.id }));
		expect(await optionOf(first)).toBe(503);
		expect(await optionOf(second)).toBe(200);
	});

	test('the control API and the event stream meet no fault', async () => {
		const sandbox = await withRules([{ match: { endpoint: 'cashier' }, fault: failing }]);
		const { sessionId } = await reachCashier(sandbox.url, 'card');
		const header = { [headerNames.fault]: 'close' };
		const health = await send('GET', sandbox.url + controlPaths.health, undefined, header);
		expect(health.status).toBe(200);
		const stream = await fetch(`${sandbox.url}/pay/events?sessionId=${sessionId}`);
		expect(stream.status).toBe(200);
		await stream.body?.cancel();
	});
});

test('rules survive a restart, their counts do not, and a workspace has its own', async () => {
	const store = `file:${temporaryFolder()}/store`;
	const first = await startSandbox({ store, clock: 'manual' });
	await first.faults.add({ fault: failing, times: 1, window: { for: '1h' } });
	expect(await statuses(first, 2)).toEqual([503, 200]);
	const own = await first.workspace('own');
	expect(await own.faults.rules()).toEqual([]);
	await first.close();
	const second = await startSandbox({ store, clock: 'manual' });
	expect(await statuses(second, 2)).toEqual([503, 200]);
	await second.advance('1h');
	await second.faults.put('f-2', { fault: failing, window: { for: '1s' } });
	expect(await statuses(second, 1)).toEqual([503]);
});

test('rules of the configuration begin with the workspace', async () => {
	const settings = { faults: [{ fault: failing, times: 1 }] } as never;
	const sandbox = await startSandbox({ settings, clock: 'manual' });
	expect(await statuses(sandbox, 2)).toEqual([503, 200]);
	await sandbox.reset();
	expect(await statuses(sandbox, 2)).toEqual([503, 200]);
});

describe('requests that an HTTP client sends again by itself', () => {
	const body = { ...paymentOptionsExample, paymentReference: 'order-again' };
	const text = postText(servicePaths.paymentOptions, body);
	const plain = postText(servicePaths.paymentOptions, paymentOptionsExample);
	const last = plain.replace('\r\n', '\r\nConnection: close\r\n');

	test.each([{ kind: 'close' }, { kind: 'hang', for: '50ms' }] as const)(
		'a repetition on another connection after %j meets the same fault and does not count',
		async (fault) => {
			const sandbox = await withRules([{ fault, skip: 1, times: 1 }]);
			await exchangeInTurn(sandbox.url, [plain, text]);
			const again = await exchangeInTurn(sandbox.url, [text]);
			expect(again).toEqual({ text: '', end: 'fin' });
			expect(await sandbox.faults.rules()).toMatchObject([{ seen: 2, hits: 1 }]);
			const { entries } = await sandbox.journal();
			expect(entries.map(({ resent }) => resent)).toEqual([true, false, false]);
			// The second repetition is a retry of the application.
			const third = text.replace('\r\n', '\r\nConnection: close\r\n');
			expect((await exchangeInTurn(sandbox.url, [third])).text).toMatch(/^HTTP\/1\.1 200 /);
		},
	);

	test('a page that is requested again at once is answered after six re-sends', async () => {
		const sandbox = await withRules([
			{ match: { endpoint: 'cashier' }, fault: { kind: 'close' }, times: 1 },
		]);
		const { pathname, search } = new URL((await reachCashier(sandbox.url, 'card')).page);
		const get = `GET ${pathname}${search} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
		// The clock stands still: on a busy machine, a request would come too late to be a re-send.
		vi.useFakeTimers({ toFake: ['performance'] });
		onTestFinished(() => void vi.useRealTimers());
		const answers: boolean[] = [];
		for (let call = 0; call < 8; call += 1) {
			answers.push((await exchangeInTurn(sandbox.url, [get])).text !== '');
		}
		expect(answers).toEqual([...Array.from({ length: 7 }, () => false), true]);
	});

	test.each([
		['with another header', ['\r\n', '\r\nIdempotency-Key: b\r\n'], ''],
		['of a client that repeats no POST', ['', ''], 'Connection: keep-alive\r\n'],
	] as const)(
		'a repetition %s is a retry of the application',
		async (_name, [from, to], header) => {
			const sandbox = await withRules([{ fault: { kind: 'close' }, skip: 1, times: 1 }]);
			const sent = text.replace('\r\n', `\r\n${header}`);
			await exchangeInTurn(sandbox.url, [plain, sent]);
			await exchangeInTurn(sandbox.url, [sent.replace(from, to), last]);
			const { entries } = await sandbox.journal();
			expect(entries.map(({ status }) => status)).toEqual([200, 200, 0, 200]);
			expect(entries.map(({ resent }) => resent)).not.toContain(true);
		},
	);
});

test('a payment knows the calls whose response was lost', async () => {
	const sandbox = await startSandbox();
	await options(sandbox, withReference('order-lost'), {
		[headerNames.fault]: 'close;phase=after',
	}).catch(() => null);
	const [payment] = await sandbox.payments({ reference: 'order-lost' });
	expect(payment?.calls).toMatchObject([{ call: 'payment-options', gone: true }]);
});
