import { expect } from 'vitest';
import {
	browserTest,
	expectAccessible,
	fullBrowserTest,
	openClockedPage,
	openPage,
	reachState,
} from '../support/browser.ts';
import { bringTo } from '../support/cashier.ts';
import { firstRows } from '../support/sample.ts';
import { reachCashier, startSandbox } from '../support/sandbox.ts';
import { startShop } from '../support/shop.ts';

browserTest.each(firstRows([true, false]))(
	'a confirmed payment returns automatically, with the appended parameters (scripts: %s)',
	async (javaScriptEnabled) => {
		const shop = await startShop();
		const sandbox = await startSandbox({
			settings: {
				cashier: { poll: '100ms', statusPath: '/checkout/done' },
				return: { auto: '1s', append: { state: 'state' } },
			},
		});
		const redirectUrl = `${shop.origin}/return?order=7#top`;
		const { page: address } = await reachCashier(sandbox.url, 'bank', { redirectUrl });
		const page = await openPage({ javaScriptEnabled });
		await page.goto(address);
		await page.getByTestId('pay-submit').click();
		await reachState(page, 'processing');
		expect(new URL(page.url()).pathname).toBe('/checkout/done');
		await sandbox.advance('5s');
		await page.waitForURL(`${redirectUrl.replace('#top', '')}&state=confirmed#top`);
		expect(shop.visits).toEqual([['/return?order=7&state=confirmed', undefined]]);
	},
);

browserTest.each(firstRows([false, true]))(
	'the shopper can stay on the page, and still return by the link (scripts: %s)',
	async (javaScriptEnabled) => {
		const shop = await startShop();
		const sandbox = await startSandbox({ settings: { return: { auto: '1m' } } });
		const redirectUrl = `${shop.origin}/return?order=7#top`;
		const { page: address, sessionId } = await reachCashier(sandbox.url, 'bank', { redirectUrl });
		await bringTo('confirmed', sandbox, sessionId);
		const page = await openPage({ javaScriptEnabled });
		await page.goto(address);
		expect(await page.getByTestId('return-auto').textContent()).toContain('in 60 seconds');
		await page.getByTestId('return-stay').click();
		await reachState(page, 'confirmed');
		expect(await page.getByTestId('return-auto').count()).toBe(0);
		await page.getByTestId('return-link').click();
		await page.waitForURL(redirectUrl);
	},
);

browserTest.each(
	firstRows([
		['poll', '/checkout/done', '/status'],
		['events', '/checkout/done', '/status'],
		['poll', '/checkout/done', null],
	] as const),
)('an open status page (%s) follows when it moves from %s to %s', async (live, from, to) => {
	const sandbox = await startSandbox({
		settings: { cashier: { poll: '100ms', live, statusPath: from } },
	});
	const { page: address } = await reachCashier(sandbox.url, 'bank');
	const page = await openPage();
	await page.goto(address);
	await page.getByTestId('pay-submit').click();
	await page.waitForURL((url) => url.pathname === from);
	await sandbox.configure({ cashier: { statusPath: to } });
	await sandbox.advance('5s');
	await page.waitForURL((url) => url.pathname === (to ?? '/pay'));
	await reachState(page, 'confirmed');
});

browserTest('an immediate return leaves no history entry', async () => {
	const shop = await startShop();
	const sandbox = await startSandbox({ settings: { return: { auto: 0 } } });
	const redirectUrl = `${shop.origin}/return?order=7#top`;
	const { page: address, sessionId } = await reachCashier(sandbox.url, 'bank', { redirectUrl });
	await bringTo('cancelled', sandbox, sessionId);
	const page = await openPage();
	await page.goto(`${sandbox.url}/_sandbox/health`);
	await page.goto(address, { waitUntil: 'commit' });
	await page.waitForURL(redirectUrl);
	await page.goBack();
	expect(new URL(page.url()).pathname).toBe('/_sandbox/health');
});

browserTest('a polling page shows the neutral page at the end', async () => {
	const settings = { cashier: { poll: '100ms', pages: { ended: 'neutral' } } };
	const sandbox = await startSandbox({ settings });
	const { page: address } = await reachCashier(sandbox.url, 'bank');
	const page = await openPage();
	await page.goto(address);
	await page.getByTestId('pay-submit').click();
	await reachState(page, 'processing');
	await sandbox.advance('5s');
	await page.getByRole('heading', { name: 'Payment over' }).waitFor();
	expect(await page.getByTestId('return-link').count()).toBe(0);
});

fullBrowserTest('a page in processing polls, and a final page does not', async () => {
	const sandbox = await startSandbox({ settings: { cashier: { live: 'poll' } } });
	const { page: address } = await reachCashier(sandbox.url, 'bank');
	const page = await openClockedPage();
	await page.goto(address);
	await page.getByTestId('pay-submit').click();
	await reachState(page, 'processing');
	let requests = 0;
	page.on('request', () => {
		requests += 1;
	});
	await sandbox.advance('5s');
	await page.clock.runFor(3_000);
	await reachState(page, 'confirmed');
	expect(requests).toBe(1);
	await page.clock.runFor(60_000);
	expect(requests).toBe(1);
});

fullBrowserTest.each(firstRows(['light', 'dark'] as const))(
	'axe finds no violation on pages with other settings, in %s, at phone width',
	async (colorScheme) => {
		const label = 'Pagamentoconfirmadopelarede com um nome muito comprido mesmo';
		const sandbox = await startSandbox({
			settings: {
				states: { names: { confirmed: label } },
				return: { auto: '1h', append: { id: 'transactionId' } },
				cashier: { cancel: false, statusPath: '/checkout/done' },
			},
		});
		const page = await openPage({
			colorScheme,
			viewport: { width: 320, height: 700 },
			bypassCSP: true,
		});
		const { page: address, sessionId } = await reachCashier(sandbox.url, 'card');
		await page.goto(address);
		expect(await page.getByTestId('pay-cancel').count()).toBe(0);
		await expectAccessible(page, 'no cancel');
		await bringTo('confirmed', sandbox, sessionId);
		await page.goto(address);
		expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(label);
		await expectAccessible(page, 'returning by itself');
		await page.getByTestId('return-stay').click();
		await expectAccessible(page, 'staying');
		await sandbox.configure({ cashier: { pages: { ended: 'neutral' } } });
		await page.goto(address);
		await expectAccessible(page, 'neutral end');
	},
);
