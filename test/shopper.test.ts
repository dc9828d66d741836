/** What shoppers do that nobody planned for: one attempt, one final state, and a page that explains. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { browserTest, openClockedPage, openPage } from './support/browser.ts';
import { fillTestValues } from './support/filling.ts';
import { reachCashier, startSandbox } from './support/sandbox.ts';

const stateOf = (page: Page) => page.getByTestId('status').getAttribute('data-state');
const reach = (page: Page, state: string) => page.locator(`[data-state="${state}"]`).waitFor();

browserTest.each([true, false])(
	'a double click and a form sent again are one attempt, and the page says so (scripts: %s)',
	async (javaScriptEnabled) => {
		const sandbox = await startSandbox();
		const { page: address, sessionId } = await reachCashier(sandbox.url, 'bank');
		const page = await openPage({ javaScriptEnabled });
		await page.goto(address);
		const second = await page.context().newPage();
		await second.goto(address);
		await page.getByTestId('pay-submit').dblclick();
		await reach(page, 'processing');
		await second.getByTestId('pay-submit').click();
		await reach(second, 'processing');
		expect(await second.getByTestId('notice').textContent()).toContain('already sent');
		expect((await sandbox.payment(sessionId)).attempts).toHaveLength(1);
		await sandbox.advance('5s');
		await page.reload();
		expect(await stateOf(page)).toBe('confirmed');
	},
);

/** Back and forward again, where the payment stands is shown each time. */
async function payAndLookBack(page: Page) {
	await page.getByTestId('pay-submit').click();
	await reach(page, 'processing');
	await page.goBack();
	await reach(page, 'processing');
	await page.goForward();
	await reach(page, 'processing');
}

browserTest('back after the submit, and forward again, show where the payment stands', async () => {
	const sandbox = await startSandbox();
	const { page: address, sessionId } = await reachCashier(sandbox.url, 'bank');
	const page = await openPage();
	await page.goto(`${sandbox.url}/_sandbox/health`);
	await page.goto(address);
	await payAndLookBack(page);
	expect(await page.getByTestId('pay-submit').count()).toBe(0);
	expect((await sandbox.payment(sessionId)).attempts).toHaveLength(1);
});

browserTest.each([true, false])(
	'back to the form of another attempt, its decline is shown there (scripts: %s)',
	async (javaScriptEnabled) => {
		const sandbox = await startSandbox({ settings: { cashier: { poll: '100ms' } } });
		const declines = { 'X-Sandbox-Outcome': 'DECLINE,DECLINE' };
		const { page: address, sessionId } = await reachCashier(sandbox.url, 'bank', {}, declines);
		await sandbox.act(sessionId, { action: 'submit' });
		await sandbox.advance('5s');
		const page = await openPage({ javaScriptEnabled });
		await page.goto(address);
		await page.getByTestId('pay-retry').click();
		const form = page.url();
		await payAndLookBack(page);
		expect(page.url()).not.toBe(form);
		await page.goBack();
		await reach(page, 'processing');
		expect(page.url()).toBe(form);
		await sandbox.advance('5s');
		await reach(page, 'declined');
		expect(await page.getByTestId('pay-retry').textContent()).toContain('1 attempt left');
		expect((await sandbox.payment(sessionId)).attempts).toHaveLength(2);
	},
);

browserTest('a reload changes nothing in any state, and an old link shows the end', async () => {
	const sandbox = await startSandbox();
	const { page: address, sessionId } = await reachCashier(sandbox.url, 'card');
	const page = await openPage();
	await page.goto(address);
	const reloaded = async () => {
		const { calls: _, ...before } = await sandbox.payment(sessionId);
		await page.reload();
		const { calls: __, ...after } = await sandbox.payment(sessionId);
		expect(after).toEqual(before);
	};
	await reloaded();
	await fillTestValues(page);
	await page.fill('input[name="cardholder"]', 'DECLINE');
	await page.getByTestId('pay-submit').click();
	await reach(page, 'processing');
	await reloaded();
	await sandbox.advance('5s');
	await reach(page, 'declined');
	await reloaded();
	await page.getByTestId('pay-retry').click();
	await reloaded();
	await page.getByTestId('pay-cancel').click();
	await reach(page, 'cancelled');
	await reloaded();
	const later = await openPage();
	await later.goto(address);
	expect(await stateOf(later)).toBe('cancelled');
	expect(await later.getByTestId('return-link').count()).toBe(1);
});

browserTest(
	'the window ends while somebody types: the form explains, and nothing was tried',
	async () => {
		const sandbox = await startSandbox();
		const { page: address, sessionId } = await reachCashier(sandbox.url, 'card');
		const page = await openPage();
		await page.goto(address);
		await fillTestValues(page);
		await sandbox.advance('31m');
		await page.getByTestId('pay-submit').click();
		await reach(page, 'expired');
		expect(await page.getByTestId('notice').textContent()).toContain('too late');
		expect(await page.getByTestId('status').textContent()).toContain('do not pay again');
		expect((await sandbox.payment(sessionId)).attempts).toEqual([]);
	},
);

browserTest('a session of another workspace is unknown in this one', async () => {
	const sandbox = await startSandbox();
	const world = await sandbox.workspace('team-a');
	const { page: address } = await reachCashier(world.url, 'card');
	const page = await openPage();
	await page.goto(address.replace('/w/team-a', ''));
	await page.getByRole('heading', { name: 'Payment not found' }).waitFor();
	expect(await page.locator('main a').count()).toBe(0);
	await page.goto(address);
	await page.getByTestId('pay-submit').waitFor();
});

/** What the buttons are once a form is on its way, and then an attempt to send it again. */
const watchTheForm = `document.addEventListener('submit', () => setTimeout(() => {
	const buttons = document.querySelectorAll('form button');
	const seen = Array.from(buttons, ({ textContent, disabled }) => [textContent, disabled]);
	sessionStorage.setItem('seen', JSON.stringify(seen));
	document.forms[0].requestSubmit();
}), { once: true })`;

browserTest('on a slow network the form is sent once and says that it is', async () => {
	const sandbox = await startSandbox({ settings: { latency: { cashier: { fixed: 400 } } } });
	const { page: address, sessionId } = await reachCashier(sandbox.url, 'bank');
	const page = await openPage();
	await page.goto(address);
	const posts: string[] = [];
	page.on('request', (request) => {
		if (request.method() === 'POST') posts.push(request.url());
	});
	await page.evaluate(watchTheForm);
	await page.getByTestId('pay-submit').click();
	await reach(page, 'processing');
	expect(JSON.parse(await page.evaluate('sessionStorage.getItem("seen")'))).toEqual([
		['One moment…', true],
		['Cancel payment', true],
	]);
	expect(posts).toHaveLength(1);
	expect(await page.getByTestId('notice').count()).toBe(0);
	expect((await sandbox.payment(sessionId)).attempts).toHaveLength(1);
});

browserTest('a network that fails leaves a page that can be used again', async () => {
	const sandbox = await startSandbox();
	const { page: address, sessionId } = await reachCashier(sandbox.url, 'bank');
	const page = await openClockedPage();
	await page.goto(address);
	// No content: the browser stays where it is, as it does when a shopper stops the loading.
	await page.route('**/pay?*', (route) => route.fulfill({ status: 204 }));
	const button = page.getByTestId('pay-submit');
	await button.click();
	await page.clock.runFor(1_000);
	expect(await button.isDisabled()).toBe(true);
	await page.clock.runFor(15_000);
	expect(await button.isDisabled()).toBe(false);
	expect(await button.textContent()).toContain('Confirm');
	await page.unroute('**/pay?*');
	await button.click();
	await page.clock.runFor(1_000);
	await reach(page, 'processing');
	expect((await sandbox.payment(sessionId)).attempts).toHaveLength(1);
});
