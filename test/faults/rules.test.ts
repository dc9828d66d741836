/** Fault rules: which calls they break, when, how often, and how they are written. */
import { describe, expect, test } from 'vitest';
import type { FaultRuleInput } from '../../simulator/contract/faults.ts';
import { headerNames, servicePaths } from '../../simulator/contract/routes.ts';
import { choose, list, options, withReference } from '../support/calls.ts';
import { campaign, full } from '../support/campaign.ts';
import { failing, statuses, statusOf, withRules } from '../support/faults.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { post, send, startPayment, startSandbox } from '../support/sandbox.ts';

type Started = Awaited<ReturnType<typeof startPayment>>;

describe('what a rule matches', () => {
	/** The calls about one payment, each with its name. */
	const calls = (sandbox: Sandbox, { sessionId, cardId, bankId }: Started) => {
		const pse = { sessionId, paymentOptionId: bankId };
		return [
			['options', options(sandbox, withReference('order-7'), { 'X-Shop': 'blue' })],
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
		const payment = await startPayment(sandbox.url, withReference('order-7'));
		await sandbox.faults.add({ match, fault: failing });
		const broken: string[] = [];
		for (const [name, call] of calls(sandbox, payment)) {
			if ((await call).status === 503) broken.push(name);
		}
		expect(broken).toEqual(expected);
	});
});

test.each([
	['a?b', true],
	['?😀?', true],
	['a*b', true],
	['a??b', false],
])('a question mark in %j is one character of a😀b: %j', async (reference, isHit) => {
	const sandbox = await startSandbox();
	await sandbox.faults.add({ match: { reference }, fault: failing });
	const { status } = await options(sandbox, withReference('a😀b'));
	expect(status).toBe(isHit ? 503 : 200);
	const question = { match: { reference }, times: { exactly: isHit ? 1 : 0 } };
	expect((await send('POST', `${sandbox.url}/_sandbox/verify`, question)).status).toBe(200);
});

test.each([
	['order-5500005555555559', true],
	['order-550000\\*\\*\\*\\*\\*\\*5559', true],
	['order-*', true],
	['order-5500005555555567', false],
	['order-55000055*', false],
])(
	'whether the rule for %j matches a reference with a card number: %j',
	async (reference, isHit) => {
		const sandbox = await startSandbox();
		const sent = withReference('order-5500005555555559');
		const { sessionId, cardId } = await startPayment(sandbox.url, sent);
		await sandbox.faults.add({ match: { reference }, fault: failing });
		const calls = [options(sandbox, sent), choose(sandbox, { sessionId, paymentOptionId: cardId })];
		const status = isHit ? 503 : 200;
		expect(await Promise.all(calls.map(statusOf))).toEqual([status, status]);
	},
);

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
		const { status, headers } = await options(sandbox, withReference('order-1'));
		expect(status).toBe(503);
		const causes = 'fault f-1 (delay, before); fault f-2 (status 503, after)';
		expect(decodeURI(headers.get(headerNames.cause) ?? '')).toBe(causes);
		expect(await sandbox.payments({ reference: 'order-1' })).toHaveLength(1);
		const [entry] = (await sandbox.journal()).entries;
		expect(entry?.timing.injectedMs).toBeGreaterThanOrEqual(5);
		const [early, late] = [
			{ id: 'f-1', kind: 'delay', phase: 'before' },
			{ id: 'f-2', kind: 'status', phase: 'after' },
		];
		expect(entry).toMatchObject({ fault: late, faults: [early, late] });
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
		expect(await sandbox.faults.rules()).toMatchObject([{ enabled: true }]);
		await sandbox.faults.put('f-1', { fault: failing, ttl: 0 });
		expect(await statuses(sandbox, 1)).toEqual([200]);
		expect(await sandbox.faults.rules()).toMatchObject([{ enabled: false, ttl: 0 }]);
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
				if ((await statusOf(options(sandbox, withReference(name)))) === 503) found.push(name);
			}
		};
		await Promise.all(Array.from({ length: concurrency }, worker));
		return found.sort();
	}

	test('a seed breaks the same calls at every concurrency and in every order', async () => {
		const numbers = Array.from(
			{ length: campaign({ sample: 60, full: 300 }) },
			(_, index) => index,
		);
		const one = await broken(numbers, 1);
		expect(one.length).toBeGreaterThan(numbers.length / 6);
		expect(await broken(numbers, 64)).toEqual(one);
		expect(await broken(numbers.toReversed(), 64)).toEqual(one);
	});

	const draws = campaign({ sample: 300, full: 10_000 });
	test(`the share of broken calls is the probability, over ${draws} draws`, async () => {
		const sandbox = await withRules([rule], { seed: 11 });
		const workers = Array.from({ length: 16 }, async (_, worker) => {
			for (let call = worker; call < draws; call += 16) {
				await options(sandbox, withReference(`order-${call}`));
			}
		});
		await Promise.all(workers);
		const [{ seen, hits } = { seen: 0, hits: 0 }] = await sandbox.faults.rules();
		expect(seen).toBe(draws);
		expect(Math.abs(hits / draws - 0.3)).toBeLessThan(full ? 0.02 : 0.06);
	});

	test('a retry draws anew', async () => {
		const sandbox = await withRules([{ fault: failing, probability: 0.5 }]);
		const seen = await statuses(sandbox, 40);
		expect(new Set(seen)).toEqual(new Set([200, 503]));
	});
});
