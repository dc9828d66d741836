import { expect } from 'vitest';
import { cards } from '../simulator/contract/test-values.ts';
import { browserTest, openPage } from './support/browser.ts';
import { fillTestValues } from './support/filling.ts';
import { reachCashier, startSandbox } from './support/sandbox.ts';

browserTest(
	'every page, form, redirect and asset of a payment stays in its workspace',
	async () => {
		const sandbox = await startSandbox();
		const { url, advance, payment } = await sandbox.workspace('shop-1', {
			settings: { cashier: { poll: '100ms' } },
		});
		const { page: address, sessionId } = await reachCashier(
			url,
			'card',
			{},
			{ 'X-Sandbox-Outcome': 'CHALLENGE' },
		);
		const page = await openPage();
		const requested: string[] = [];
		const failed: string[] = [];
		page.on('request', (request) => requested.push(request.url()));
		page.on('response', (answer) => {
			if (answer.status() >= 400) failed.push(`${answer.status()} ${answer.url()}`);
		});
		await page.goto(address);
		await fillTestValues(page);
		await page.fill('input[name="cardnum"]', cards.approve);
		await page.getByTestId('pay-submit').click();
		await page.fill('input[name="otp"]', '1234');
		await page.getByTestId('pay-submit').click();
		await page.locator('[data-state="processing"]').waitFor();
		await advance('5s');
		await page.locator('[data-state="confirmed"]').waitFor();
		expect(await payment(sessionId)).toMatchObject({ state: 'confirmed', workspace: 'shop-1' });

		const elsewhere = requested.filter(
			(to) => to.startsWith('http') && !to.startsWith(`${url}/pay`),
		);
		expect(elsewhere).toEqual([]);
		expect(requested).toContain(`${url}/pay/assets/page.css`);
		expect(failed).toEqual([]);
	},
);
