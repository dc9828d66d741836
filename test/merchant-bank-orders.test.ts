/** Merchant mode with shops that handle card payments right, and bank payments wrong. */
import { expect, test } from 'vitest';
import { startTestShop } from './merchants/test-shop.ts';
import { run, startedSandbox } from './support/merchant-run.ts';
import { sample, sampled } from './support/sample.ts';

const wrong = [
	[
		'expired',
		{ paysOn: 'expired' },
		/^expect order t\w{6}-0002 to be [a-z ]+: the shop returns "paid"/,
	],
	[
		'declined-then-paid',
		{ ignoresAfter: 'declined' },
		/^expect order t\w{6}-0002 to be [a-z ]+: the shop returns "new"/,
	],
	[
		'late-confirmation',
		{ ignoresAfter: 'expired' },
		/^expect order t\w{6}-0002 to be [a-z ]+: the shop returns "new"/,
	],
	[
		'cancelled-then-paid',
		{ ignoresAfter: 'cancelled' },
		/^expect order t\w{6}-0003 to be [a-z ]+: the shop returns "new"/,
	],
	[
		'expired-then-paid',
		{ ignoresAfter: 'expired' },
		/^expect order t\w{6}-0003 to be [a-z ]+: the shop returns "new"/,
	],
	[
		'declined-then-new-payment',
		{ retriesFailed: 'ignores new payments' },
		/^expect order t\w{6}-0002 to be [a-z ]+: the shop returns "failed"/,
	],
	[
		'first-tab-cancelled',
		{ lastReportDecides: true },
		/^expect order t\w{6}-0002 to be [a-z ]+: the shop returns "failed"/,
	],
	[
		'first-tab-expired',
		{ lastReportDecides: true },
		/^expect order t\w{6}-0002 to be [a-z ]+: the shop returns "failed"/,
	],
	['paid-order-again', { chargesPaid: true }, /: expected "[\w-]+", got "[\w-]+"/],
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
		const [{ status, failure } = { status: null, failure: undefined }] = report.scenarios;
		expect([report.scenarios.length, status]).toEqual([1, 'failed']);
		expect(`${failure?.step}: ${failure?.message}`).toMatch(message);
	},
);
