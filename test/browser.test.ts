import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { cards } from '../simulator/contract/test-values.ts';
import { browserTest, fullBrowserTest, openPage } from './support/browser.ts';
import { fillTestValues, typeCard } from './support/filling.ts';
import { reachCashier, startSandbox } from './support/sandbox.ts';

const state = (page: Page) => page.getByTestId('status').getAttribute('data-state');

browserTest(
	'a card payment is typed, processed and confirmed, and returns to exactly redirectUrl',
	async () => {
		const sandbox = await startSandbox();
		const shop = `${sandbox.url}/_sandbox/health?order=1&back=yes`;
		const { page: address, sessionId } = await reachCashier(sandbox.url, 'card', {
			redirectUrl: shop,
		});
		await sandbox.configure({ cashier: { poll: '100ms' } });
		const page = await openPage();
		await page.goto(address);
		expect(await page.getByTestId('amount').textContent()).toContain('150.000');
		expect(await page.getByTestId('sandbox-banner').isVisible()).toBe(true);
		expect((await sandbox.payment(sessionId)).state).toBe('opened');
		await typeCard(page, cards.approve);
		await page.getByTestId('pay-submit').click();
		expect(await state(page)).toBe('processing');
		expect(await page.getByTestId('return-link').getAttribute('href')).toBe(shop);
		await sandbox.advance('5s');
		await page.locator('[data-state="confirmed"]').waitFor();
		await page.getByRole('link', { name: 'RETURN TO ACCOUNT' }).click();
		await page.waitForURL(shop);
	},
);

fullBrowserTest('a bank payment is declined, tried again and confirmed', async () => {
	const sandbox = await startSandbox();
	const { page: address } = await reachCashier(
		sandbox.url,
		'bank',
		{ country: 'MX', currency: 'MXN', amount: 1234.5 },
		{ 'X-Sandbox-Outcome': 'DECLINE,APPROVE' },
	);
	const page = await openPage();
	await page.goto(address);
	expect(await page.getByTestId('bank').textContent()).toBe('BBVA México');
	await page.getByTestId('pay-submit').click();
	expect(await state(page)).toBe('processing');
	await sandbox.advance('5s');
	await page.locator('[data-state="declined"]').waitFor();
	await page.getByTestId('pay-retry').click();
	await page.getByTestId('pay-submit').click();
	await sandbox.advance('5s');
	await page.locator('[data-state="confirmed"]').waitFor();
});

browserTest('a card payment completes without scripts', async () => {
	const sandbox = await startSandbox({ settings: { cashier: { poll: '100ms' } } });
	const { page: address } = await reachCashier(sandbox.url, 'card');
	const page = await openPage({ javaScriptEnabled: false });
	await page.goto(address);
	await fillTestValues(page);
	await page.getByTestId('pay-submit').click();
	expect(await state(page)).toBe('processing');
	await sandbox.advance('5s');
	await page.locator('[data-state="confirmed"]').waitFor();
	expect(await page.getByTestId('return-link').getAttribute('href')).toBe(
		'https://shop.example/return',
	);
});

browserTest(
	'errors are shown beside their fields, and the page does not show the card number again',
	async () => {
		const sandbox = await startSandbox();
		const { page: address, sessionId } = await reachCashier(sandbox.url, 'card');
		const page = await openPage();
		await page.goto(address);
		await typeCard(page, '4111 1111 1111 1111');
		await page.getByTestId('pay-submit').click();
		expect(await page.locator('#cardnum-error').textContent()).toContain('listed test numbers');
		expect(await page.locator('#cardnum').inputValue()).toBe('');
		expect(await page.locator('#cardcvv').inputValue()).toBe('');
		expect(await page.locator('#cardholder').inputValue()).toBe('Ana Torres');
		expect(await page.content()).not.toContain('4111');
		expect(await sandbox.payment(sessionId)).toMatchObject({ state: 'opened', attempts: [] });
	},
);

browserTest('a challenge reports a wrong code and accepts the right one', async () => {
	const sandbox = await startSandbox();
	const { page: address } = await reachCashier(sandbox.url, 'card');
	const page = await openPage();
	await page.goto(address);
	await typeCard(page, cards.challenge);
	await page.getByTestId('pay-submit').click();
	await page.fill('input[name="otp"]', '99');
	await page.getByTestId('pay-submit').click();
	expect(await page.locator('#otp-error').textContent()).toContain('not right');
	expect(await page.getByRole('alert').textContent()).toContain('1 field needs');
	expect(await page.title()).toContain('Check the code');
	await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('otp');
	await page.fill('input[name="otp"]', '1234');
	await page.getByTestId('pay-submit').click();
	expect(await state(page)).toBe('processing');
});

fullBrowserTest(
	'Back after a cancel shows the cancelled payment, and a double click submits once',
	async () => {
		const sandbox = await startSandbox();
		const first = await reachCashier(sandbox.url, 'card');
		const page = await openPage();
		await page.goto(first.page);
		await page.getByTestId('pay-cancel').click();
		expect(await state(page)).toBe('cancelled');
		await page.goBack();
		await page.reload();
		expect(await state(page)).toBe('cancelled');

		const second = await reachCashier(sandbox.url, 'bank');
		await page.goto(second.page);
		await page.getByTestId('pay-submit').dblclick();
		await page.locator('[data-state="processing"]').waitFor();
		expect((await sandbox.payment(second.sessionId)).attempts).toHaveLength(1);
	},
);

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

browserTest(
	'a shopper sees a page that a fault breaks once, although the browser sends it again',
	async () => {
		const sandbox = await startSandbox();
		const { page: address } = await reachCashier(sandbox.url, 'card');
		const page = await openPage();
		await page.goto(address);
		const fault = { kind: 'close' } as const;
		await sandbox.faults.add({ match: { endpoint: 'cashier' }, fault, times: 1 });
		await expect(page.reload()).rejects.toThrow('ERR_EMPTY_RESPONSE');
		expect(await sandbox.faults.rules()).toMatchObject([{ seen: 1, hits: 1 }]);
	},
);
