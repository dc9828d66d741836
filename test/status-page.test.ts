/** Updates of the status page by events and by polling, and the waiting time it shows. */
import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import {
	browserTest,
	expectAccessible,
	fullBrowserTest,
	openClockedPage,
	openContext,
	openPage,
	reachState,
} from './support/browser.ts';
import { full } from './support/campaign.ts';
import { startCuttableProxy } from './support/cuttable-proxy.ts';
import { startHoldingProxy } from './support/holding-proxy.ts';
import { firstRows } from './support/sample.ts';
import { reachCashier, send, startSandbox } from './support/sandbox.ts';

const stateOf = (page: Page) => page.getByTestId('status').getAttribute('data-state');

browserTest.each(firstRows(['events', 'poll'] as const))(
	'the page recovers after it was offline (%s)',
	async (live) => {
		const settings = { cashier: { poll: '100ms', live } } as const;
		const sandbox = await startSandbox({ settings });
		const { page: address } = await reachCashier(sandbox.url, 'bank');
		const page = await openPage();
		await page.goto(address);
		await page.getByTestId('pay-submit').click();
		await reachState(page, 'processing');
		await page.context().setOffline(true);
		await sandbox.advance('5s');
		expect(await stateOf(page)).toBe('processing');
		await page.context().setOffline(false);
		await reachState(page, 'confirmed');
	},
);

browserTest.each(['events', 'poll'] as const)(
	'the page says that the server is lost until it answers again (%s)',
	async (live) => {
		const settings = { cashier: { poll: '100ms', live } } as const;
		const sandbox = await startSandbox({ settings });
		const { page: address } = await reachCashier(sandbox.url, 'bank', { language: 'DE' });
		const proxy = await startCuttableProxy(sandbox.url);
		const page = await openPage();
		await page.goto(address.replace(sandbox.url, proxy.url));
		await page.getByTestId('pay-submit').click();
		await reachState(page, 'processing');
		const notice = page.getByTestId('connection-lost');
		expect([await notice.getAttribute('role'), await notice.textContent()]).toEqual(['status', '']);
		await proxy.cut();
		await notice.getByText('Die Verbindung ist unterbrochen.').waitFor();
		await proxy.comeBack();
		await page.locator('[data-testid="connection-lost"]:empty').waitFor({ state: 'attached' });
		expect(await stateOf(page)).toBe('processing');
		await proxy.cut();
		await notice.getByText('Die Verbindung ist unterbrochen.').waitFor();
		await sandbox.advance('5s');
		await proxy.comeBack();
		await reachState(page, 'confirmed');
		expect(await notice.count()).toBe(0);
	},
);

fullBrowserTest('the page polls when its stream is refused', async () => {
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
	await reachState(page, 'confirmed');
});

browserTest('the stream alone updates the page, and a final page has no stream', async () => {
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
	await reachState(page, 'declined');
	expect(await page.getByTestId('status').textContent()).toContain('not enough money');
	// The live region is the same element, and the link keeps the focus.
	expect(await element?.getAttribute('data-state')).toBe('declined');
	await expect
		.poll(() => page.evaluate('document.activeElement.dataset.testid'))
		.toBe('return-link');
	expect(await page.getByTestId('pay-retry').textContent()).toContain('2 attempts left');
	await sandbox.act(sessionId, { action: 'cancel' });
	await reachState(page, 'cancelled');
	expect(await page.getByTestId('pay-retry').count()).toBe(0);
	await expect.poll(() => page.locator('main').getAttribute('data-events')).toBeNull();
});

browserTest('a page that is hidden when it loads opens its stream once it is shown', async () => {
	const sandbox = await startSandbox({ settings: { cashier: { poll: '1h' } } });
	const { page: address } = await reachCashier(sandbox.url, 'bank');
	// The scripts of this test stay in its context.
	const page = await (await openContext()).newPage();
	// Browsers of 2021 do not have it.
	await page.addInitScript('delete AbortSignal.timeout');
	await page.addInitScript(
		"Object.defineProperty(document, 'hidden', { configurable: true, value: true })",
	);
	const requests: string[] = [];
	page.on('request', (request) => requests.push(request.url()));
	await page.goto(address);
	await page.getByTestId('pay-submit').click();
	await reachState(page, 'processing');
	await page.waitForLoadState('networkidle');
	expect(requests.filter((sent) => /events/.test(sent))).toEqual([]);
	const listening = page.waitForResponse((answer) => /events/.test(answer.url()));
	await page.evaluate(
		"delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))",
	);
	await listening;
	await sandbox.advance('5s');
	await reachState(page, 'confirmed');
});

const failures = [
	['cut off', (route: Route) => route.abort()],
	['refused', (route: Route) => route.fulfill({ status: 503, json: { code: 'overloaded' } })],
] as const;

browserTest.each(firstRows(failures))(
	'the page updates again after an update that was %s',
	async (_how, fail) => {
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
		await reachState(page, 'confirmed');
		expect(failed).toBeGreaterThan(1);
	},
);

browserTest('the page polls when a proxy buffers the stream', async () => {
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
	await reachState(page, 'confirmed');
});

browserTest(
	'a page that is online again updates once, and does not poll beside a live stream',
	async () => {
		const sandbox = await startSandbox({ settings: { cashier: { poll: '1h' } } });
		const { page: address, sessionId } = await reachCashier(sandbox.url, 'card');
		await sandbox.act(sessionId, { action: 'submit', holder: 'HOLD' });
		const page = await openClockedPage();
		await page.goto(address);
		await sandbox.advance('65s');
		// The update proves that the stream is live.
		await page.getByTestId('slow').waitFor();
		let requests = 0;
		page.on('request', (request) => {
			if (request.resourceType() === 'fetch') requests += 1;
		});
		const updated = page.waitForResponse((answer) => /pay\?/.test(answer.url()));
		await page.evaluate("dispatchEvent(new Event('online'))");
		await updated;
		await page.clock.runFor(3 * 3_600_000);
		expect(requests).toBe(1);
	},
);

fullBrowserTest('an expired page updates when the payment is confirmed late', async () => {
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
	await reachState(page, 'processing');
	await sandbox.advance('30m');
	await reachState(page, 'expired');
	expect(await page.getByTestId('return-link').count()).toBe(0);
	await sandbox.advance('1d');
	await reachState(page, 'confirmed');
	expect(await page.getByTestId('status').textContent()).toContain('counts all the same');
	expect(await page.getByTestId('return-link').count()).toBe(1);
});

browserTest(
	'the page shows the submit time, the waiting time and a slow confirmation',
	async () => {
		const sandbox = await startSandbox();
		const { page: address, sessionId } = await reachCashier(sandbox.url, 'card');
		await sandbox.act(sessionId, { action: 'submit', holder: 'HOLD' });
		const page = await openPage(full ? { bypassCSP: true } : {});
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
		if (full) await expectAccessible(page, 'slow');
	},
);

fullBrowserTest('the waiting time runs at the pace of the clock', async () => {
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
	const shown = await waited.textContent();
	await page.clock.runFor(60_000);
	expect(await waited.textContent()).toBe(shown);
	await sandbox.advance('51h');
	await page.reload();
	expect(await waited.textContent()).toBe('2 days, 3 hours');
	await page.clock.runFor(60_000);
	expect(await waited.textContent()).toBe('2 days, 3 hours');
});
