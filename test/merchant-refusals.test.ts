/** Merchant mode with shops whose mistake fails many stories: each story names the mistake itself. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderHtml } from '../reports/html/page.ts';
import { checkMerchant } from '../scenarios/merchant-mode/check-command.ts';
import { startTestShop } from './merchants/test-shop.ts';
import type { TestShopOptions } from './merchants/test-shop-options.ts';
import { temporaryFolder } from './support/command.ts';
import { createIo, run, startedSandbox } from './support/merchant-run.ts';
import { startSandbox } from './support/sandbox.ts';

/** Writes a story with this body of `run`, and returns its path. */
function ownStory(body: string): string {
	const path = join(temporaryFolder(), 'own.mjs');
	const head = "name: 'own/story', title: 'A story of this test', tags: ['own'], needs: 'merchant'";
	const parts = 'merchant, shopper, network, service, expect';
	writeFileSync(path, `export default { ${head}, async run({ ${parts} }) { ${body} } };`);
	return path;
}

async function runShop(
	names: readonly string[],
	options: Omit<TestShopOptions, 'sandbox'>,
	amount = '{amount}',
) {
	const { url: target } = await startedSandbox();
	const merchant = await startTestShop({ sandbox: target, ...options });
	const file = JSON.parse(readFileSync(merchant, 'utf8'));
	file.prepare[0].json.amount = amount;
	writeFileSync(merchant, JSON.stringify(file));
	const { io, written } = createIo();
	const stories = names.map((name) => (name.endsWith('.mjs') ? name : `merchant/${name}`));
	const report = await run(merchant, stories, { target, io });
	return { target, merchant, report, scenarios: report.scenarios, written };
}

test('a refusal that fails several stories is explained once on the terminal and in the page, and the report has it in full', async () => {
	const names = ['card-paid', 'bank-paid', 'server-error'];
	const { target, merchant, report, written } = await runShop(names, {}, 'x{amount}');
	const { scenarios } = report;
	expect(written.out.match(/^ {2}Refused: /gm)).toHaveLength(1);
	const refused = 'POST /v2/payment-options → 400 invalid_body (amount)';
	const lines = ['bank-paid', 'server-error'].map(
		(name) => `✗ merchant/${name}: refused ${refused}, as in merchant/card-paid.\n`,
	);
	expect(written.out).toContain(`\n${lines.join('')}`);
	expect(written.out).toContain(`\n3 stories fail for this refusal: ${refused}\n`);
	expect(scenarios[2]?.cost).toBe(
		'Shoppers who cannot pay: the service refuses a call of your shop.',
	);
	for (const { failure } of scenarios) {
		expect(failure?.message).toContain(
			`${refused.replace(' (amount)', '')}: amount must be a number.\nFix: `,
		);
	}
	const page = renderHtml(report);
	expect(page.match(/<details class="scenario" open>/g)).toHaveLength(1);
	expect(page).toContain(`refused ${refused}, as in merchant/card-paid.`);
	// The check does not show the refused call with a tick.
	const { io, written: checked } = createIo();
	expect(await checkMerchant({ file: merchant, target, seed: 1 }, io)).toBe(1);
	expect(checked.out).toMatch(/✗ payment-options\n +#1 POST \/v2\/payment-options → 400 /);
	expect(checked.out).not.toContain('✓ payment-options');
});

test('a failure that only quotes a message about the cashier is not the refusal of a call', async () => {
	const body = `
		await merchant.tryToCheckOut(await merchant.newOrder({ flow: 'card' }));
		throw new Error('The page says: the shopper gets no cashier page, but an error.');`;
	const { scenarios } = await runShop([ownStory(body)], {}, 'x{amount}');
	expect(scenarios[0]?.failure?.message).toContain('→ 400 invalid_body');
	expect(scenarios[0]?.failure?.refusal).toBeUndefined();
});

test('the check marks a delayed call as accepted, and a call without an answer as failed', async () => {
	const faults = [
		{ match: { endpoint: 'paymentOptions' }, fault: { kind: 'delay', law: { fixed: 1 } } },
		{ match: { endpoint: 'hybridPayment' }, fault: { kind: 'reset' } },
	];
	const { url: target } = await startSandbox({ settings: { faults } });
	const merchant = await startTestShop({ sandbox: target });
	const { io, written } = createIo();
	expect(await checkMerchant({ file: merchant, target, seed: 1 }, io)).toBe(1);
	expect(written.out).toMatch(/✓ payment-options\n +#1 .* → 200 \(fault delay, \w+\)\n/);
	expect(written.out).toMatch(/✗ hybrid-payment\n/);
});

test('one reference for different orders is named, and not an order that was paid twice', async () => {
	const names = ['never-returns', 'next-order'];
	const { scenarios } = await runShop(names, { sharedReference: 'shop-1' });
	for (const { status, cost, advice, failure } of scenarios) {
		expect(status).toBe('failed');
		expect(failure?.message).toMatch(
			/^Shared reference \(money\): The shop sends one paymentReference for different orders: .*\npaymentReference: shop-1\nCalls: #\d+ POST \/v2\/payment-options → 200, of order (t\w+-\d+); .*, of order (?!\1)t/m,
		);
		expect(failure?.message).not.toContain('has paid one order more than once');
		expect(cost).toMatch(/^The shop sends one paymentReference for different orders/);
		expect(advice).toMatch(/^Create one paymentReference for each order/);
	}
});

test('orders that were paid twice under references of their own do not share a reference', async () => {
	const body = `
		for (const flow of ['card', 'card']) {
			const order = await merchant.newOrder({ flow });
			for (const page of [await merchant.checkOut(order), await merchant.checkOut(order)]) {
				await shopper.pay(page);
				await network.settles(page, 'confirmed');
			}
		}`;
	const { scenarios } = await runShop([ownStory(body)], {});
	const [{ status, failure } = {}] = scenarios;
	expect(status).toBe('failed');
	expect(failure?.message).toMatch(
		/^Finding same_reference_confirmed_twice \(money\): .*\nCalls: (#\d+ POST \/v2\/payment-options → 200(; )?){4}$/m,
	);
	expect(failure?.message).not.toContain('Shared reference');
});

test('a page that is no error page by its status: the advice is about this page', async () => {
	const { scenarios } = await runShop(['card-paid', 'server-error'], {
		thanksAfterFailed: 'payment-options',
	});
	expect(scenarios.map(({ status }) => status)).toEqual(['passed', 'failed']);
	expect(scenarios[1]?.advice).toMatch(/^Answer a failed checkout with a 4xx or a 5xx, /);
	expect(scenarios[1]?.cost).toMatch(/a failed checkout/);
});

test('a payment that has ended is named, and not the actions of the control API', async () => {
	const { scenarios } = await runShop(['cancelled-then-paid'], { keepsAddressOfBrowser: true });
	const [{ failure, advice } = {}] = scenarios;
	expect(failure?.message).toMatch(
		/^the shop sent the shopper of order t\w+-\d+ to a payment that was already cancelled: /,
	);
	expect(failure?.message).not.toContain('actions of act');
	expect(advice).toMatch(/^Call payment-options for each order/);
});

test('a declined payment that can be tried again has not ended: the refusal of a step is shown itself', async () => {
	const body = `
		await service.change({ cashier: { cancel: false } });
		const order = await merchant.newOrder({ flow: 'card' });
		const first = await merchant.checkOut(order);
		await service.decide(first, 'DECLINE,APPROVE');
		await shopper.pay(first);
		await network.settles(first, 'declined');
		await shopper.cancel(await merchant.checkOut(order));`;
	const { scenarios } = await runShop([ownStory(body)], { keepsAddress: 'always' });
	const [{ failure } = {}] = scenarios;
	expect(failure?.step).toBe('shopper cancels');
	expect(failure?.message).toContain('cancel_not_offered');
	expect(failure?.message).not.toContain('already declined');
});
