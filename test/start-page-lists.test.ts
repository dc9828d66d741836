/** The lists behind the links of the page at `/`: in a browser they are pages. */
import { expect, test } from 'vitest';
import { gapIds } from '../simulator/contract/gaps/ledger.ts';
import { browserTest, expectAccessible, fullBrowserTest, openPage } from './support/browser.ts';
import { send, startPayment, startSandbox } from './support/sandbox.ts';

const browser = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

browserTest('the links to the payments and the assumptions open readable pages', async () => {
	const { url } = await startSandbox({
		settings: { versions: ['v2', 'v3'], gaps: { 'D-19': { confirmed: '2026-11-01', by: 'Ana' } } },
	});
	const base = `${url}/w/team-a`;
	await startPayment(base, { paymentReference: '<b>order-7</b>' });
	const page = await openPage();
	await page.goto(`${base}/`);
	await page.getByRole('link', { name: 'Payments', exact: true }).click();
	await page.getByRole('heading', { name: 'Payments' }).waitFor();
	expect(await page.getByTestId('payment-row').innerText()).toMatch(
		/^<b>order-7<\/b>\s+created\s+COP\s150\.000\s+Explain$/,
	);
	await page.getByRole('link', { name: 'Explain' }).click();
	await page.waitForURL(/\/w\/team-a\/_sandbox\/payments\/[^/]+\/explain$/);
	await page.goBack();
	await page.getByRole('link', { name: 'Start page' }).click();
	await page.getByRole('link', { name: 'Assumptions' }).click();
	await page.getByRole('heading', { name: 'Assumptions' }).waitFor();
	expect(await page.getByTestId('gap').count()).toBe(gapIds.length);
	const gap = async (id: string) =>
		(
			await page
				.getByTestId('gap')
				.filter({ hasText: `${id}:` })
				.innerText()
		).split(/\s*\n\s*/);
	expect(await gap('D-19')).toContain('confirmed by you, 2026-11-01 by Ana');
	expect(await gap('D-22')).toEqual(expect.arrayContaining(['set by you', '["v2","v3"]']));
});

test('the page of payments has the same filters and pages as the list', async () => {
	const { url } = await startSandbox();
	for (const paymentReference of ['a', 'b', 'b']) await startPayment(url, { paymentReference });
	const list = `${url}/_sandbox/payments`;
	const show = (query: string) => send('GET', list + query, undefined, browser);
	const rows = (page: { body: string }) => page.body.split('data-testid="payment-row"').length - 1;
	const first = await show('?reference=b&limit=1');
	expect(first.headers.get('content-type')).toBe('text/html; charset=utf-8');
	expect(first.headers.get('content-security-policy')).toContain("script-src 'self'");
	expect(rows(first)).toBe(1);
	const older = /href="payments(\?[^"]+)" data-testid="older"/.exec(first.body)?.[1] ?? '';
	const second = await show(older.replaceAll('&amp;', '&'));
	expect([rows(second), second.body.includes('data-testid="older"')]).toEqual([1, false]);
	for (const query of ['?reference=c', '?state=confirmed&limit=1'])
		expect((await show(query)).body).toContain('<p>No payments match the filters.</p>');
	const empty = await send('GET', `${url}/w/empty/_sandbox/payments?limit=1`, undefined, browser);
	expect(empty.body).toContain('<p>No payments.</p>');
	expect(await show('?limit=0')).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
});

test('all other clients get the lists as JSON', async () => {
	const { url } = await startSandbox();
	for (const path of ['payments', 'gaps']) {
		for (const Accept of ['*/*', 'application/json', 'application/json, text/html']) {
			const { headers } = await send('GET', `${url}/_sandbox/${path}`, undefined, { Accept });
			expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
			expect(headers.get('vary')).toBe('Accept');
		}
	}
});

test('a page has its security headers however a client asks for it', async () => {
	const { url } = await startSandbox();
	for (const path of ['payments', 'gaps']) {
		const Accept = 'text/plain, text/html;q=0.9';
		const { headers } = await send('GET', `${url}/_sandbox/${path}`, undefined, { Accept });
		expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
		expect(headers.get('x-frame-options')).toBe('DENY');
	}
});

test('off loopback the pages need the token too', async () => {
	const { url } = await startSandbox({ host: '0.0.0.0' });
	for (const path of ['payments', 'gaps']) {
		const refused = await send('GET', `${url}/_sandbox/${path}`, undefined, browser);
		expect(refused).toMatchObject({ status: 401, body: { code: 'token_required' } });
	}
});

fullBrowserTest('axe finds no violation at 360 px', async () => {
	const { url } = await startSandbox();
	await startPayment(url, { paymentReference: 'a-long-reference'.repeat(10) });
	const viewport = { width: 360, height: 720 };
	const page = await openPage({ viewport, reducedMotion: 'reduce', bypassCSP: true });
	for (const colorScheme of ['dark', 'light'] as const) {
		await page.emulateMedia({ colorScheme });
		for (const path of ['payments', 'gaps']) {
			await page.goto(`${url}/_sandbox/${path}`);
			await expectAccessible(page, `${path}, ${colorScheme}`);
		}
	}
});
