/** Merchant mode with shops that handle card payments right, and bank payments wrong. */
import { expect, test } from 'vitest';
import { startTestShop } from './merchants/test-shop.ts';
import { resultsOf, run, startedSandbox } from './support/merchant-run.ts';
import { sample, sampled } from './support/sample.ts';

const wrong = [
	['expired', { paysOn: 'expired' }, /order t\w{6}-0002: the shop returns "paid"/],
	['declined-then-paid', { ignoresAfter: 'declined' }, /order t\w{6}-0002: the shop returns "new"/],
	['late-confirmation', { ignoresAfter: 'expired' }, /order t\w{6}-0002: the shop returns "new"/],
	[
		'cancelled-then-paid',
		{ ignoresAfter: 'cancelled' },
		/order t\w{6}-0003: the shop returns "new"/,
	],
	['expired-then-paid', { ignoresAfter: 'expired' }, /order t\w{6}-0003: the shop returns "new"/],
	[
		'declined-then-new-payment',
		{ retriesFailed: 'ignores new payments' },
		/order t\w{6}-0002: the shop returns "failed"/,
	],
	[
		'first-tab-cancelled',
		{ lastReportDecides: true },
		/order t\w{6}-0002: the shop returns "failed"/,
	],
	[
		'first-tab-expired',
		{ lastReportDecides: true },
		/order t\w{6}-0002: the shop returns "failed"/,
	],
	['paid-order-again', { chargesPaid: true }, /^expected "[\w-]+", got "[\w-]+"/],
	[
		'two-shoppers',
		{ swapsSessions: true },
		/^Order t\w{6}-0003: .*its redirectUrl names order t\w{6}-0004/m,
	],
] as const;
const seed = 5;

test.each(sample(wrong, 4, seed))(
	`merchant/%s finds it: %j (${sampled(seed)})`,
	async (name, shop, message) => {
		const { url: target } = await startedSandbox();
		const merchant = await startTestShop({ sandbox: target, ...shop, isWrongOnlyByBank: true });
		const report = await run(merchant, [`merchant/${name}`], { target });
		expect(resultsOf(report)).toEqual([
			[`merchant/${name}`, 'failed', expect.stringMatching(message)],
		]);
	},
);
