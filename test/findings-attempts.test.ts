/** Which call repeats a failed one: a call with the same content, and not one that tries something else. */
import { expect, test } from 'vitest';
import { headerNames } from '../simulator/contract/routes.ts';
import { choose, list, options, withReference } from './support/calls.ts';
import { failing, withRules } from './support/faults.ts';
import type { Sandbox } from './support/sandbox.ts';
import { startPayment, startSandbox } from './support/sandbox.ts';

const order = withReference('order-1');

/** The journal entries of each retry without a pause, and of each without a key. */
const retriesIn = async (sandbox: Sandbox) => {
	const entries = async (code: 'retried_without_pause' | 'retry_without_key') =>
		(await sandbox.findings({ code })).findings.flatMap(({ occurrences }) => occurrences);
	return {
		quick: await entries('retried_without_pause'),
		withoutKey: await entries('retry_without_key'),
	};
};
const none = { quick: [], withoutKey: [] };

/** A payment whose first hybrid-payment, for a bank, fails. */
async function bankFails() {
	const sandbox = await withRules([{ match: { bank: 'co-pse-01' }, fault: failing, times: 1 }]);
	const { sessionId, cardId, bankId } = await startPayment(sandbox.url, order);
	await list(sandbox, { sessionId, paymentOptionId: bankId });
	const chooseBank = (optionId: string) =>
		choose(sandbox, { sessionId, paymentOptionId: bankId, optionId });
	expect((await chooseBank('co-pse-01')).status).toBe(503);
	const chooseCard = () => choose(sandbox, { sessionId, paymentOptionId: cardId });
	return { sandbox, chooseBank, chooseCard };
}
type Failed = Awaited<ReturnType<typeof bankFails>>;

test.each<[string, (failed: Failed) => ReturnType<typeof choose>]>([
	['another bank', ({ chooseBank }) => chooseBank('co-pse-02')],
	['the card', ({ chooseCard }) => chooseCard()],
])('after hybrid-payment failed for a bank, %s is no retry of it', async (_, fallBack) => {
	const failed = await bankFails();
	expect((await fallBack(failed)).status).toBe(200);
	expect(await retriesIn(failed.sandbox)).toEqual(none);
});

test('the bank for which hybrid-payment failed is a retry, also after another bank', async () => {
	const { sandbox, chooseBank } = await bankFails();
	await chooseBank('co-pse-02');
	await chooseBank('co-pse-01');
	expect(await retriesIn(sandbox)).toEqual({ quick: [[3, 5]], withoutKey: [] });
});

test.each([
	['hybridPayment', choose],
	['paymentSuboptions', list],
] as const)('%s in another session of the order is no retry', async (endpoint, call) => {
	const sandbox = await withRules([{ match: { endpoint }, fault: failing, times: 1 }]);
	const payments = [await startPayment(sandbox.url, order), await startPayment(sandbox.url, order)];
	const statuses: number[] = [];
	for (const { sessionId, bankId, cardId } of payments) {
		const paymentOptionId = call === list ? bankId : cardId;
		statuses.push((await call(sandbox, { sessionId, paymentOptionId })).status);
	}
	expect(statuses).toEqual([503, 200]);
	expect(await retriesIn(sandbox)).toEqual(none);
});

test('the second part of a split order is no retry of the first, and the first again is one', async () => {
	const sandbox = await withRules([{ fault: failing, times: 1 }]);
	await options(sandbox, { ...order, amount: 70_000 });
	await options(sandbox, { ...order, amount: 80_000 });
	expect(await retriesIn(sandbox)).toEqual(none);
	await options(sandbox, { ...order, amount: 70_000 });
	expect(await retriesIn(sandbox)).toEqual({ quick: [[1, 3]], withoutKey: [[1, 3]] });
});

test('calls whose references are masked may be of two orders: neither is a retry', async () => {
	const sandbox = await withRules([{ fault: failing, times: 1 }]);
	for (const reference of ['4111111111111111', '4111111210111111'])
		await options(sandbox, withReference(reference));
	const { entries } = await sandbox.journal();
	expect(new Set(entries.map(({ paymentReference }) => paymentReference)).size).toBe(1);
	expect(await retriesIn(sandbox)).toEqual(none);
});

test.each(['replay', 'reject'] as const)(
	'a retry with a reference needs no key if duplicates are set to %s, and one without a reference does',
	async (duplicate) => {
		const sandbox = await startSandbox({ settings: { reference: { duplicate } } });
		const withoutKey = async () => (await retriesIn(sandbox)).withoutKey;
		const retry = async (changes: object) => {
			expect((await options(sandbox, changes, { [headerNames.fault]: 'status=503' })).status).toBe(
				503,
			);
			expect((await options(sandbox, changes)).status).toBe(200);
		};
		await retry(order);
		expect(await withoutKey()).toEqual([]);
		await retry({ paymentReference: undefined });
		expect(await withoutKey()).toEqual([[3, 4]]);
		await sandbox.configure({ reference: null });
		expect(await withoutKey()).toEqual([
			[1, 2],
			[3, 4],
		]);
	},
);
