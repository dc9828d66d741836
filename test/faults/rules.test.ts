/** Fault rules: which calls they break, when, how often, and how they are written. */
import { describe, expect, test } from 'vitest';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import type { FaultRuleInput } from '../../simulator/contract/faults.ts';
import { presetNames } from '../../simulator/contract/faults.ts';
import { controlPaths, headerNames, servicePaths } from '../../simulator/contract/routes.ts';
import type { SandboxOptions } from '../../simulator/sandbox.ts';
import { choose, list, options } from '../support/calls.ts';
import { campaign, full } from '../support/campaign.ts';
import { temporaryFolder } from '../support/command.ts';
import { exchange, postText } from '../support/raw-http.ts';
import type { Sandbox } from '../support/sandbox.ts';
import {
	listBanks,
	post,
	reachCashier,
	send,
	startPayment,
	startSandbox,
} from '../support/sandbox.ts';

const failing = { kind: 'status', status: 503 } as const;
const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;
type Started = Awaited<ReturnType<typeof startPayment>>;
const reference = (paymentReference: string) => ({ paymentReference });

async function withRules(rules: FaultRuleInput[], started: SandboxOptions = {}) {
	const sandbox = await startSandbox(started);
	for (const rule of rules) await sandbox.faults.add(rule);
	return sandbox;
}

/** The statuses of payment-options calls, one after another. */
async function statuses(sandbox: Sandbox, count: number): Promise<number[]> {
	const found: number[] = [];
	for (let call = 0; call < count; call += 1) found.push(await statusOf(options(sandbox)));
	return found;
}

describe('what a rule matches', () => {
	/** The calls about one payment, each with its name. */
	const calls = (sandbox: Sandbox, { sessionId, cardId, bankId }: Started) => {
		const pse = { sessionId, paymentOptionId: bankId };
		return [
			['options', options(sandbox, reference('order-7'), { 'X-Shop': 'blue' })],
			['banks', list(sandbox, pse)],
			['card', choose(sandbox, { sessionId, paymentOptionId: cardId })],
			['bank', choose(sandbox, { ...pse, optionId: 'co-pse-01' })],
			['page', send('GET', `${sandbox.url}/pay?sessionId=${sessionId}`)],
		] as const;
	};

	test.each<[FaultRuleInput['match'], string[]]>([
		[{}, ['options', 'banks', 'card', 'bank']],
		[{ endpoint: 'hybridPayment' }, ['card', 'bank']],
		[{ endpoint: ['paymentOptions', 'cashier'] }, ['options', 'page']],
		[{ option: 'PSE' }, ['banks', 'bank']],
		[{ endpoint: 'hybridPayment', option: 'Card' }, ['card']],
		[{ bank: 'co-pse-01' }, ['bank']],
		[{ bank: ['co-pse-02', 'co-pse-03'] }, []],
		[{ reference: 'order-?' }, ['options', 'banks', 'card', 'bank']],
		[{ reference: 'o*7' }, ['options', 'banks', 'card', 'bank']],
		[{ reference: 'order-?7*' }, []],
		[{ header: { 'x-shop': 'blue' } }, ['options']],
		[{ header: { 'x-shop': 'red' } }, []],
	])('%j', async (match, expected) => {
		const sandbox = await startSandbox();
		const payment = await startPayment(sandbox.url, reference('order-7'));
		await sandbox.faults.add({ match, fault: failing });
		const broken: string[] = [];
		for (const [name, call] of calls(sandbox, payment)) {
			if ((await call).status === 503) broken.push(name);
		}
		expect(broken).toEqual(expected);
	});
});

test('a rule matches one payment by its transaction id', async () => {
	const sandbox = await startSandbox();
	const [one, other] = [await startPayment(sandbox.url), await startPayment(sandbox.url)];
	await sandbox.faults.add({ match: { transactionId: one.transactionId }, fault: failing });
	for (const [{ sessionId, cardId }, status] of [
		[one, 503],
		[other, 200],
	] as const) {
		expect(await statusOf(choose(sandbox, { sessionId, paymentOptionId: cardId }))).toBe(status);
	}
});

describe('when a rule fires', () => {
	test('skip, then times: the calls between succeed', async () => {
		const sandbox = await withRules([{ fault: failing, skip: 1, times: 2 }]);
		expect(await statuses(sandbox, 5)).toEqual([200, 503, 503, 200, 200]);
		expect(await sandbox.faults.rules()).toMatchObject([{ seen: 5, hits: 2 }]);
	});

	test('the first rule that fires wins, and one that is exhausted lets the next try', async () => {
		const sandbox = await withRules([
			{ fault: failing, enabled: false },
			{ fault: { kind: 'status', status: 500 }, times: 1 },
			{ fault: { kind: 'status', status: 502 } },
		]);
		expect(await statuses(sandbox, 2)).toEqual([500, 502]);
		expect((await sandbox.faults.rules()).map(({ seen, hits }) => [seen, hits])).toEqual([
			[0, 0],
			[2, 1],
			[1, 1],
		]);
	});

	test('one rule before and one after the commit both break a call', async () => {
		const sandbox = await withRules([
			{ fault: { kind: 'delay', law: { fixed: '5ms' } }, phase: 'before' },
			{ fault: failing, phase: 'after' },
		]);
		const { status, headers } = await options(sandbox, reference('order-1'));
		expect(status).toBe(503);
		expect(decodeURI(headers.get(headerNames.cause) ?? '')).toContain('fault f-2');
		expect(await sandbox.payments({ reference: 'order-1' })).toHaveLength(1);
		const [entry] = (await sandbox.journal()).entries;
		expect(entry?.timing.injectedMs).toBeGreaterThanOrEqual(5);
	});

	test('a window is business time since the rule was written, and writing it again begins anew', async () => {
		const sandbox = await startSandbox({ clock: 'manual' });
		await sandbox.advance('1h');
		const rule = { fault: failing, window: { after: '10s', for: '20s' } };
		await sandbox.faults.put('outage', rule);
		const seen: number[] = [];
		for (let step = 0; step < 4; step += 1) {
			seen.push(...(await statuses(sandbox, 1)));
			await sandbox.advance('10s');
		}
		expect(seen).toEqual([200, 503, 503, 200]);
		await sandbox.faults.put('outage', rule);
		await sandbox.advance('10s');
		expect(await statuses(sandbox, 1)).toEqual([503]);
	});

	test('a time to live is wall time', async () => {
		const sandbox = await withRules([{ fault: failing, ttl: '1h' }], { clock: 'manual' });
		await sandbox.advance('2h');
		expect(await statuses(sandbox, 1)).toEqual([503]);
		await sandbox.faults.put('f-1', { fault: failing, ttl: 0 });
		expect(await statuses(sandbox, 1)).toEqual([200]);
	});

	test('probability 0 never fires, and 1 always', async () => {
		const never = await withRules([{ fault: failing, probability: 0 }]);
		expect(await statuses(never, 20)).not.toContain(503);
		const always = await withRules([{ fault: failing, probability: 1 }]);
		expect(await statuses(always, 20)).not.toContain(200);
	});

	test('the header replaces all rules, and they count nothing', async () => {
		const sandbox = await withRules([{ fault: failing }]);
		const header = { [headerNames.fault]: 'status=500' };
		expect(await statusOf(options(sandbox, {}, header))).toBe(500);
		expect(await sandbox.faults.rules()).toMatchObject([{ seen: 0, hits: 0 }]);
	});

	test('refused calls before the schema meet no fault, later ones do', async () => {
		const sandbox = await withRules([{ fault: failing }]);
		const url = sandbox.url + servicePaths.paymentOptions;
		expect(await statusOf(send('GET', url))).toBe(405);
		expect(await statusOf(post(url, {}))).toBe(503);
	});
});

describe('draws', () => {
	const rule: FaultRuleInput = {
		match: { endpoint: 'paymentOptions' },
		fault: failing,
		probability: 0.3,
	};

	/** The references of the calls that the rule broke, sorted. */
	async function broken(order: readonly number[], concurrency: number): Promise<string[]> {
		const sandbox = await withRules([rule], { seed: 7 });
		const left = [...order];
		const found: string[] = [];
		const worker = async () => {
			for (let next = left.shift(); next !== undefined; next = left.shift()) {
				const name = `order-${next}`;
				if ((await statusOf(options(sandbox, reference(name)))) === 503) found.push(name);
			}
		};
		await Promise.all(Array.from({ length: concurrency }, worker));
		return found.sort();
	}

	test('a seed breaks the same calls at every concurrency and in every order', async () => {
		const numbers = Array.from({ length: 300 }, (_, index) => index);
		const one = await broken(numbers, 1);
		expect(one.length).toBeGreaterThan(50);
		expect(await broken(numbers, 64)).toEqual(one);
		expect(await broken(numbers.toReversed(), 64)).toEqual(one);
	});

	const draws = campaign({ sample: 1_000, full: 10_000 });
	test(`the share of broken calls is the probability, over ${draws} draws`, async () => {
		const sandbox = await withRules([rule], { seed: 11 });
		const workers = Array.from({ length: 16 }, async (_, worker) => {
			for (let call = worker; call < draws; call += 16) {
				await options(sandbox, reference(`order-${call}`));
			}
		});
		await Promise.all(workers);
		const [{ seen, hits } = { seen: 0, hits: 0 }] = await sandbox.faults.rules();
		expect(seen).toBe(draws);
		expect(Math.abs(hits / draws - 0.3)).toBeLessThan(full ? 0.01 : 0.04);
	});

	test('a retry draws anew', async () => {
		const sandbox = await withRules([{ fault: failing, probability: 0.5 }]);
		const seen = await statuses(sandbox, 40);
		expect(new Set(seen)).toEqual(new Set([200, 503]));
	});
});

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

	test('an id that is taken or unknown is refused', async () => {
		const sandbox = await withRules([{ id: 'a', fault: failing }]);
		await expect(sandbox.faults.add({ id: 'a', fault: failing })).rejects.toThrow(/fault_exists/);
		await expect(sandbox.faults.remove('b')).rejects.toThrow(/fault_not_found.*Known here: a/);
		const many = Array.from({ length: 101 }, () => ({ fault: failing }));
		await expect(sandbox.configure({ faults: many as never })).rejects.toThrow(/at most 100 rules/);
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

	test('a repetition on another connection meets the same fault and does not count', async () => {
		const sandbox = await withRules([{ fault: { kind: 'close' }, skip: 1, times: 1 }]);
		await exchange(sandbox.url, [plain, text]);
		const again = await exchange(sandbox.url, [text]);
		expect(again).toEqual({ text: '', end: 'fin' });
		expect(await sandbox.faults.rules()).toMatchObject([{ seen: 2, hits: 1 }]);
		const { entries } = await sandbox.journal();
		expect(entries.map(({ resent }) => resent)).toEqual([true, false, false]);
		// The second repetition is a retry of the application.
		const third = text.replace('\r\n', '\r\nConnection: close\r\n');
		expect((await exchange(sandbox.url, [third])).text).toMatch(/^HTTP\/1\.1 200 /);
	});

	test('a call that was cut on a fresh connection invites no repetition', async () => {
		const sandbox = await withRules([{ fault: { kind: 'close' }, times: 1 }]);
		await exchange(sandbox.url, [text]);
		const again = text.replace('\r\n', '\r\nConnection: close\r\n');
		expect((await exchange(sandbox.url, [again])).text).toMatch(/^HTTP\/1\.1 200 /);
		expect((await sandbox.journal()).entries.map(({ resent }) => resent)).toEqual([false, false]);
	});
});

test('a payment knows the calls whose response was lost', async () => {
	const sandbox = await startSandbox();
	await options(sandbox, reference('order-lost'), {
		[headerNames.fault]: 'close;phase=after',
	}).catch(() => null);
	const [payment] = await sandbox.payments({ reference: 'order-lost' });
	expect(payment?.calls).toMatchObject([{ call: 'payment-options', gone: true }]);
});
