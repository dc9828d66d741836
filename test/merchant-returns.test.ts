/** Merchant mode with shops whose return leads to the service, or that change paid orders after their story. */
import { expect, test } from 'vitest';
import { startTestShop } from './merchants/test-shop.ts';
import { resultsOf, run, startedSandbox } from './support/merchant-run.ts';

const passed = ['passed', undefined];
const leadsToService = [
	'failed',
	expect.stringMatching(/^.*, a page of the service\. Build redirectUrl/),
];

test.each([
	[
		'a new payment',
		[
			'failed',
			expect.stringMatching(/is sent to the cashier, .*although the payment is processing\./),
		],
		// A shopper whose payment was declined may pay again.
		passed,
	],
	['the service', leadsToService, leadsToService],
] as const)(
	'a shop whose return leads a shopper who has paid to %s is found',
	async (returnsTo, processing, declined) => {
		const { url: target } = await startedSandbox();
		const merchant = await startTestShop({ sandbox: target, returnsTo });
		const names = ['merchant/returned-while-processing', 'merchant/declined'];
		expect(resultsOf(await run(merchant, names, { target }))).toEqual([
			['merchant/returned-while-processing', ...processing],
			['merchant/declined', ...declined],
		]);
	},
);

test('an order that is to be refunded after its story, though it was paid once, fails its story', async () => {
	const { url: target } = await startedSandbox();
	const merchant = await startTestShop({ sandbox: target, refundsPaidAfterReads: 1 });
	expect(resultsOf(await run(merchant, ['merchant/card-paid'], { target }))).toEqual([
		[
			'merchant/card-paid',
			'failed',
			expect.stringMatching(
				/returns "refund" \(flagged\) .*, although one payment of it was confirmed/,
			),
		],
	]);
});
