/** The status page as it lives: news by events or by looking, and how long the payment has waited. */
import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { browserTest, expectAccessible, openClockedPage, openPage } from './support/browser.ts';
import { startHoldingProxy } from './support/holding-proxy.ts';
import { reachCashier, send, startSandbox } from './support/sandbox.ts';

const stateOf = (page: Page) => page.getByTestId('status').getAttribute('data-state');
const reach = (page: Page, state: string) => page.locator(`[data-state="${state}"]`).waitFor();

browserTest.each(['events', 'poll'] as const)(
	'offline while processing, and back by itself (%s)',
	async (live) => {
		const settings = { cashier: { poll: '100ms', live } } as const;
		const sandbox = await startSandbox({ settings });
		const { page: address } = await reachCashier(sandbox.url, 'bank');
		const page = await openPage();
		await page.goto(address);
		await page.getByTestId('pay-submit').click();
		await reach(page, 'processing');
		await page.context().setOffline(true);
		await sandbox.advance('5s');
		expect(await stateOf(page)).toBe('processing');
		await page.context().setOffline(false);
		await reach(page, 'confirmed');
	},
);

browserTest('where streams are refused the page looks for news by itself', async () => {
	const settings = { limits: { eventStreams: 0 }, cashier: { poll: '100ms' } } as const;
	const sandbox = await startSandbox({ settings });
	const { page: address } = await reachCashier(sandbox.url, 'bank');
	const page = await openPage();
	const refused = page.waitForResponse(
		(answer) => /events/.test(answer.url()) && answer.status() === 503,
	);
	await page.goto(address);
	await page.getByTestId('pay-submit').click();
	await refused;
	await sandbox.advance('5s');
	await reach(page, 'confirmed');
});

browserTest('the stream alone brings the news, and a final page asks for no more', async () => {
	const sandbox = await startSandbox({ settings: { cashier: { poll: '1h' } } });
	const { page: address, sessionId } = await reachCashier(sandbox.url, 'bank');
	const page = await openPage();
	await page.goto(address);
	const listening = page.waitForResponse((answer) => /events/.test(answer.url()));
	await page.getByTestId('pay-submit').click();
	await listening;
	const element = await page.getByTestId('status').elementHandle();
	await page.getByTestId('return-link').focus();
	await sandbox.act(sessionId, { action: 'decline', reason: 'insufficient_funds' });
	await reach(page, 'declined');
	expect(await page.getByTestId('status').textContent()).toContain('not enough money');
	// The live region is the same element, and who stood on the link stands there still.
	expect(await element?.getAttribute('data-state')).toBe('declined');
	expect(await page.evaluate('document.activeElement.dataset.testid')).toBe('return-link');
	expect(await page.getByTestId('pay-retry').textContent()).toContain('2 attempts left');
	await sandbox.act(sessionId, { action: 'cancel' });
	await reach(page, 'cancelled');
	expect(await page.getByTestId('pay-retry').count()).toBe(0);
	await expect.poll(() => page.locator('main').getAttribute('data-events')).toBeNull();
});

browserTest.each([
	['cut off', (route: Route) => route.abort()],
	['refused', (route: Route) => route.fulfill({ status: 503, json: { code: 'overloaded' } })],
] as const)('a look at the last news that is %s is followed by another', async (_how, fail) => {
	const sandbox = await startSandbox({ settings: { cashier: { poll: '100ms' } } });
	const { page: address } = await reachCashier(sandbox.url, 'bank');
	const page = await openPage();
	await page.goto(address);
	const listening = page.waitForResponse((answer) => /events/.test(answer.url()));
	await page.getByTestId('pay-submit').click();
	await listening;
	let failed = 0;
	await page.route('**/pay?*', (route) => {
		failed += 1;
		return failed === 1 ? fail(route) : route.continue();
	});
	await sandbox.advance('5s');
	await reach(page, 'confirmed');
	expect(failed).toBeGreaterThan(1);
});

browserTest('behind a proxy that keeps the stream to itself the page looks by itself', async () => {
	const sandbox = await startSandbox({ settings: { cashier: { poll: '100ms' } } });
	const proxy = await startHoldingProxy(sandbox.url);
	const { page: address } = await reachCashier(sandbox.url, 'bank');
	const page = await openPage();
	await page.goto(address.replace(sandbox.url, proxy));
	const opened = page.waitForResponse(
		(answer) => /events/.test(answer.url()) && answer.status() === 200,
	);
	await page.getByTestId('pay-submit').click();
	await opened;
	await sandbox.advance('5s');
	await reach(page, 'confirmed');
});

browserTest('a page that is online again does not look beside a stream that lives', async () => {
	const sandbox = await startSandbox({ settings: { cashier: { poll: '1h' } } });
	const { page: address, sessionId } = await reachCashier(sandbox.url, 'card');
	await sandbox.act(sessionId, { action: 'submit', holder: 'HOLD' });
	const page = await openClockedPage();
	await page.goto(address);
	await sandbox.advance('65s');
	// By the stream alone, which lives then.
	await page.getByTestId('slow').waitFor();
	let looks = 0;
	page.on('request', (request) => {
		if (request.resourceType() === 'fetch') looks += 1;
	});
	const looked = page.waitForResponse((answer) => /pay\?/.test(answer.url()));
	await page.evaluate("dispatchEvent(new Event('online'))");
	await looked;
	await page.clock.runFor(3 * 3_600_000);
	expect(looks).toBe(1);
});

browserTest('an expired page hears that the payment was confirmed after all', async () => {
	const sandbox = await startSandbox();
	const { page: address } = await reachCashier(
		sandbox.url,
		'bank',
		{},
		{ 'X-Sandbox-Outcome': 'LATE', 'X-Sandbox-Return': 'after-final' },
	);
	const page = await openPage();
	await page.goto(address);
	await page.getByTestId('pay-submit').click();
	await reach(page, 'processing');
	await sandbox.advance('30m');
	await reach(page, 'expired');
	expect(await page.getByTestId('return-link').count()).toBe(0);
	await sandbox.advance('1d');
	await reach(page, 'confirmed');
	expect(await page.getByTestId('status').textContent()).toContain('counts all the same');
	expect(await page.getByTestId('return-link').count()).toBe(1);
});

browserTest('processing tells since when, how long, and when it is longer than usual', async () => {
	const sandbox = await startSandbox();
	const { page: address, sessionId } = await reachCashier(sandbox.url, 'card');
	await sandbox.act(sessionId, { action: 'submit', holder: 'HOLD' });
	const page = await openPage({ bypassCSP: true });
	await page.goto(address);
	expect(await page.getByTestId('submitted-at').getAttribute('datetime')).toBe(
		'2027-01-01T00:00:00.000Z',
	);
	const current = page.locator('[aria-current="step"]');
	expect(await current.textContent()).toMatch(/With the payment network.*0:00/s);
	expect(await page.getByTestId('slow').count()).toBe(0);
	await sandbox.advance('65s');
	await page.getByTestId('slow').waitFor();
	expect(await page.getByTestId('waited').textContent()).toBe('1:05');
	await expectAccessible(page, 'slow');
});

browserTest(
	'the time counts on in the pace of the clock, and stands while that stands',
	async () => {
		const settings = { cashier: { live: 'poll', poll: '1h' } } as const;
		const sandbox = await startSandbox({ settings, clock: 'scaled:60' });
		const { page: address, sessionId } = await reachCashier(sandbox.url, 'card');
		await sandbox.act(sessionId, { action: 'submit', holder: 'HOLD' });
		const page = await openClockedPage();
		await page.goto(address);
		const waited = page.getByTestId('waited');
		const from = Number(await waited.getAttribute('data-waited-ms'));
		await page.clock.runFor(120_000);
		const [hours = 0, minutes = 0, seconds = 0] = ((await waited.textContent()) ?? '')
			.split(':')
			.map(Number);
		expect(hours * 3600 + minutes * 60 + seconds).toBeGreaterThanOrEqual(from / 1000 + 7000);
		await send('PUT', `${sandbox.url}/_sandbox/clock`, { mode: 'manual' });
		await page.reload();
		const stands = await waited.textContent();
		await page.clock.runFor(60_000);
		expect(await waited.textContent()).toBe(stands);
		await sandbox.advance('51h');
		await page.reload();
		expect(await waited.textContent()).toBe('2 days, 3 hours');
		await page.clock.runFor(60_000);
		expect(await waited.textContent()).toBe('2 days, 3 hours');
	},
);
