/** Unexpected actions of shoppers lead to one attempt and one final state, and the page explains them. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
	browserTest,
	fullBrowserTest,
	openClockedPage,
	openPage,
	reachState,
} from './support/browser.ts';
import { fillTestValues } from './support/filling.ts';
import { firstRows } from './support/sample.ts';
import { reachCashier, startSandbox } from './support/sandbox.ts';

const stateOf = (page: Page) => page.getByTestId('status').getAttribute('data-state');

browserTest.each(firstRows([true, false]))(
	'a double click and a repeated form make one attempt, and a notice explains it (scripts: %s)',
	async (javaScriptEnabled) => {
		const sandbox = await startSandbox();
		const { page: address, sessionId } = await reachCashier(sandbox.url, 'bank');
		const page = await openPage({ javaScriptEnabled });
		await page.goto(address);
		const second = await page.context().newPage();
		await second.goto(address);
		await page.getByTestId('pay-submit').dblclick();
		await reachState(page, 'processing');
		await second.getByTestId('pay-submit').click();
		await reachState(second, 'processing');
		expect(await second.getByTestId('notice').textContent()).toContain('already sent');
		expect((await sandbox.payment(sessionId)).attempts).toHaveLength(1);
		await sandbox.advance('5s');
		await page.reload();
		expect(await stateOf(page)).toBe('confirmed');
	},
);

/** The status is shown after the submit, after Back and after Forward. */
async function payAndGoBack(page: Page) {
	await page.getByTestId('pay-submit').click();
	await reachState(page, 'processing');
	await page.goBack();
	await reachState(page, 'processing');
	await page.goForward();
	await reachState(page, 'processing');
}

fullBrowserTest('Back and Forward after the submit show the status', async () => {
	const sandbox = await startSandbox();
	const { page: address, sessionId } = await reachCashier(sandbox.url, 'bank');
	const page = await openPage();
	await page.goto(`${sandbox.url}/_sandbox/health`);
	await page.goto(address);
	await payAndGoBack(page);
	expect(await page.getByTestId('pay-submit').count()).toBe(0);
	expect((await sandbox.payment(sessionId)).attempts).toHaveLength(1);
});

browserTest.each(firstRows([false, true]))(
	'Back to the form of the next attempt shows the status of that attempt (scripts: %s)',
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
		await payAndGoBack(page);
		expect(page.url()).not.toBe(form);
		await page.goBack();
		await reachState(page, 'processing');
		expect(page.url()).toBe(form);
		await sandbox.advance('5s');
		await reachState(page, 'declined');
		expect(await page.getByTestId('pay-retry').textContent()).toContain('1 attempt left');
		expect((await sandbox.payment(sessionId)).attempts).toHaveLength(2);
	},
);

fullBrowserTest(
	'a reload changes nothing in any state, and an old link shows the final state',
	async () => {
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
		await reachState(page, 'processing');
		await reloaded();
		await sandbox.advance('5s');
		await reachState(page, 'declined');
		await reloaded();
		await page.getByTestId('pay-retry').click();
		await reloaded();
		await page.getByTestId('pay-cancel').click();
		await reachState(page, 'cancelled');
		await reloaded();
		const later = await openPage();
		await later.goto(address);
		expect(await stateOf(later)).toBe('cancelled');
		expect(await later.getByTestId('return-link').count()).toBe(1);
	},
);

fullBrowserTest(
	'a form that is sent after the window makes no attempt, and a notice explains it',
	async () => {
		const sandbox = await startSandbox();
		const { page: address, sessionId } = await reachCashier(sandbox.url, 'card');
		const page = await openPage();
		await page.goto(address);
		await fillTestValues(page);
		await sandbox.advance('31m');
		await page.getByTestId('pay-submit').click();
		await reachState(page, 'expired');
		expect(await page.getByTestId('notice').textContent()).toContain('too late');
		expect(await page.getByTestId('status').textContent()).toContain('do not pay again');
		expect((await sandbox.payment(sessionId)).attempts).toEqual([]);
	},
);

fullBrowserTest('a session of another workspace is unknown', async () => {
	const sandbox = await startSandbox();
	const workspace = await sandbox.workspace('team-a');
	const { page: address } = await reachCashier(workspace.url, 'card');
	const page = await openPage();
	await page.goto(address.replace('/w/team-a', ''));
	await page.getByRole('heading', { name: 'Payment not found' }).waitFor();
	expect(await page.locator('main a').count()).toBe(0);
	await page.goto(address);
	await page.getByTestId('pay-submit').waitFor();
});

/** Records the buttons after the submit, and submits again. */
const recordAndResubmit = `document.addEventListener('submit', () => setTimeout(() => {
	const buttons = document.querySelectorAll('form button');
	const seen = Array.from(buttons, ({ textContent, disabled }) => [textContent, disabled]);
	sessionStorage.setItem('seen', JSON.stringify(seen));
	document.forms[0].requestSubmit();
}), { once: true })`;

browserTest('a form on a slow network is sent once, and its button shows that', async () => {
	const sandbox = await startSandbox({ settings: { latency: { cashier: { fixed: 200 } } } });
	const { page: address, sessionId } = await reachCashier(sandbox.url, 'bank');
	const page = await openPage();
	await page.goto(address);
	const posts: string[] = [];
	page.on('request', (request) => {
		if (request.method() === 'POST') posts.push(request.url());
	});
	await page.evaluate(recordAndResubmit);
	await page.getByTestId('pay-submit').click();
	await reachState(page, 'processing');
	expect(JSON.parse(await page.evaluate('sessionStorage.getItem("seen")'))).toEqual([
		['One moment…', true],
		['Cancel payment', true],
	]);
	expect(posts).toHaveLength(1);
	expect(await page.getByTestId('notice').count()).toBe(0);
	expect((await sandbox.payment(sessionId)).attempts).toHaveLength(1);
});

fullBrowserTest('the form can be sent again after the network failed', async () => {
	const sandbox = await startSandbox();
	const { page: address, sessionId } = await reachCashier(sandbox.url, 'bank');
	const page = await openClockedPage();
	await page.goto(address);
	// With 204 the browser stays on the page, as after the shopper stops loading.
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
	await reachState(page, 'processing');
	expect((await sandbox.payment(sessionId)).attempts).toHaveLength(1);
});
