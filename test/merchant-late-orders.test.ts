/** Merchant mode with shops whose orders change at the wrong time, or do not change. */
import { expect, test } from 'vitest';
import { reasonLineOf } from '../reports/failure.ts';
import { checkMerchant } from '../scenarios/merchant-mode/check-command.ts';
import { startTestShop } from './merchants/test-shop.ts';
import { createIo, resultsOf, run, startedSandbox } from './support/merchant-run.ts';
import { firstRows } from './support/sample.ts';

test('a shop that marks an order as paid a moment after the return is found', async () => {
	const { url: target } = await startedSandbox();
	const merchant = await startTestShop({ sandbox: target, paysAfterReturnMs: 200 });
	const names = ['merchant/declined', 'merchant/cancelled', 'merchant/declined-then-new-payment'];
	const report = await run(merchant, names, { target });
	const found = expect.stringMatching(/^the shop returns "paid"; at the service: /);
	expect(resultsOf(report)).toEqual(
		expect.arrayContaining(names.map((name) => [name, 'failed', found])),
	);
	// Reports show the step and its message in one line: each fact is in it once.
	const [reason] = report.scenarios.map(reasonLineOf);
	expect(reason).toMatch(
		/^expected order t\w{6}-0001 to be open or failed: the shop returns "paid"; at the service: declined$/,
	);
	// The cost is that of the failed expectation: the last story is about paid orders that stay failed.
	const costs = report.scenarios.map(({ cost }) => cost);
	expect(costs).toEqual(names.map(() => 'Goods sent without a payment.'));
});

test('a shop whose orders are paid on return is found, also if the report puts that right', async () => {
	const { url: target } = await startedSandbox();
	const shop = { paysAfterReturnMs: 0, lastReportDecides: true };
	const merchant = await startTestShop({ sandbox: target, ...shop });
	const stories = ['cancelled', 'bank-cancelled', 'expired', 'each-option'];
	const names = stories.map((name) => `merchant/${name}`);
	const found = expect.stringMatching(/^the shop returns "paid"; at the service: /);
	expect(resultsOf(await run(merchant, names, { target, jobs: 4 }))).toEqual(
		expect.arrayContaining(names.map((name) => [name, 'failed', found])),
	);
});

test('a shop that marks an order as paid a moment after it shows the order is found', async () => {
	const { url: target } = await startedSandbox();
	const late = { hidesReturnedMs: 700, paysAfterReturnMs: 900 };
	const merchant = await startTestShop({ sandbox: target, ...late });
	const report = await run(merchant, ['merchant/cancelled'], { target });
	expect(resultsOf(report)).toEqual([
		[
			'merchant/cancelled',
			'failed',
			expect.stringMatching(/^the shop returns "paid"; at the service: /),
		],
	]);
});

test('an order that the shop has shown must not disappear, however briefly', async () => {
	const { url: target } = await startedSandbox();
	const file = await startTestShop({ sandbox: target, hidesReturnedMs: 1_500 });
	const { io, written } = createIo();
	expect(await checkMerchant({ file, target, seed: 1 }, io)).toBe(1);
	expect(written.out).toMatch(/✗ expect order \S+ to be open or failed\n.* was refused: 404/);
});

test('a shop that ignores a payment after a cancelled one of the same order is found', async () => {
	const { url: target } = await startedSandbox();
	const merchant = await startTestShop({ sandbox: target, ignoresAfter: 'cancelled' });
	const names = ['merchant/cancelled', 'merchant/cancelled-then-paid'];
	const report = await run(merchant, names, { target });
	expect(resultsOf(report)).toEqual([
		['merchant/cancelled', 'passed', undefined],
		['merchant/cancelled-then-paid', 'failed', expect.stringMatching(/^the shop returns "new" /)],
	]);
});

test('a shop that ignores the next payment after a declined one is found', async () => {
	for (const [retriesFailed, status] of [
		['right', 'passed'],
		['ignores new payments', 'failed'],
	] as const) {
		const { url: target } = await startedSandbox();
		const merchant = await startTestShop({ sandbox: target, retriesFailed });
		const names = ['merchant/declined-then-paid', 'merchant/declined-then-new-payment'];
		const { scenarios } = await run(merchant, names, { target });
		expect(scenarios.map((one) => one.status)).toEqual(['passed', status]);
	}
});

test('a shop whose checkout breaks after a cancelled payment is found', async () => {
	const { url: target } = await startedSandbox();
	const merchant = await startTestShop({ sandbox: target, breaksWhenCancelled: true });
	const report = await run(merchant, ['merchant/cancelled-then-paid'], { target });
	expect(resultsOf(report)).toEqual([
		[
			'merchant/cancelled-then-paid',
			'failed',
			expect.stringMatching(/^the shopper gets no cashier page, but an error: 502/),
		],
	]);
});

test('a shop that sends shoppers to a payment that has expired is found', async () => {
	const { url: target } = await startedSandbox();
	const merchant = await startTestShop({ sandbox: target, keepsAddress: 'always' });
	const names = ['merchant/expired', 'merchant/expired-then-paid'];
	expect(resultsOf(await run(merchant, names, { target }))).toEqual([
		['merchant/expired', 'passed', undefined],
		[
			'merchant/expired-then-paid',
			'failed',
			expect.stringMatching(/still sends the shopper to a payment/),
		],
	]);
});

test('a shop that marks an order as paid when its payment expires is found, also with a queue', async () => {
	const { url: target } = await startedSandbox();
	const names = ['merchant/expired', 'merchant/never-returns', 'merchant/reported-twice'];
	for (const settlesAfterMs of firstRows([700, 0])) {
		const shop = { sandbox: target, paysOn: 'expired', settlesAfterMs } as const;
		const [expired] = (await run(await startTestShop(shop), firstRows(names), { target }))
			.scenarios;
		expect(expired).toMatchObject({
			...{ name: 'merchant/expired', status: 'failed' },
			failure: { message: expect.stringMatching(/ returns "paid"/) },
		});
	}
});

test('a shop that marks an order as paid after its story has ended is found at the end of the run', async () => {
	const { url: target } = await startedSandbox();
	const merchant = await startTestShop({ sandbox: target, withNextOrder: 'pays returned' });
	const names = ['merchant/returned-while-processing', 'merchant/declined', 'merchant/cancelled'];
	const report = await run(merchant, names, { target });
	const [processing, declined, cancelled] = report.scenarios;
	// The payment of the first was confirmed, and no order followed the last.
	for (const other of [processing, cancelled]) expect(other).toMatchObject({ status: 'passed' });
	expect(declined).toMatchObject({
		status: 'failed',
		cost: expect.stringContaining('Goods sent without a payment'),
		failure: {
			step: 'read the orders again at the end of the run',
			message: expect.stringMatching(
				/^order t\w{6}-0002: the shop returns "paid" \d\.\d s after the end of its story, and no payment of it was confirmed\nIf this story passes alone, its run ends too soon: run all stories\.$/,
			),
			timeline: expect.arrayContaining([expect.stringContaining('shopper opens the return page')]),
		},
	});
	expect(report).toMatchObject({ verdict: 'FAILED', exitCode: 1 });
});

const late = [
	['fails paid', '"failed"'],
	['forgets paid', 'no state'],
] as const;

test.each(firstRows(late))(
	'a shop that %s orders after their story is found at the end of the run',
	async (withNextOrder, state) => {
		const { url: target } = await startedSandbox();
		const merchant = await startTestShop({ sandbox: target, withNextOrder });
		const names = ['merchant/returned-while-processing', 'merchant/lost-options-answer'];
		const [first, last] = (await run(merchant, names, { target })).scenarios;
		expect(first).toMatchObject({
			...{ name: 'merchant/returned-while-processing', status: 'failed' },
			failure: {
				message: expect.stringMatching(
					`^order t\\w{6}-0001: the shop returns ${state} \\d\\.\\d s after the end of its story, although it was paid in its story\n`,
				),
			},
		});
		// No order followed the last.
		expect(last).toMatchObject({ status: 'passed' });
	},
);

test('a shop that waits too briefly for an answer of hybrid-payment is found', async () => {
	const { url: target } = await startedSandbox();
	const merchant = await startTestShop({ sandbox: target, hybridTimeoutMs: 1_000 });
	const report = await run(merchant, ['merchant/slow-answer'], { target });
	expect(resultsOf(report)).toEqual([
		['merchant/slow-answer', 'failed', expect.stringContaining('client_left_early (risky)')],
	]);
});
