/** RETURN TO ACCOUNT leads to shops on http and https, without a referrer (P14, P17). */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { devices } from 'playwright-core';
import { expect, test } from 'vitest';
import { cashierPath } from '../../simulator/contract/routes.ts';
import { findOpenssl } from '../parts/openssl.ts';
import { browserTest, chromiumPath, fullBrowserTest, openPage } from '../support/browser.ts';
import { full } from '../support/campaign.ts';
import { bringTo, openAt, postForm } from '../support/cashier.ts';
import { temporaryFolder } from '../support/command.ts';
import { firstRows } from '../support/sample.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { reachCashier, startPayment, startSandbox } from '../support/sandbox.ts';
import { startShop } from '../support/shop.ts';

const opensslProgram = findOpenssl({ env: process.env });

/** A self-signed certificate, which browsers refuse without `ignoreHTTPSErrors`. */
function selfSigned(): { key: string; cert: string } {
	const folder = temporaryFolder();
	const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
	const kind = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost'];
	execFileSync(opensslProgram ?? 'openssl', [...kind, '-keyout', key, '-out', cert], {
		stdio: 'ignore',
	});
	return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

const { 'Pixel 7': phone } = devices;
const views = { desktop: {}, phone };

/** Characters that a browser would normalise: the link keeps them. */
const asGiven = '/return?a=%7e&b=c+d&&e=é|{}&back=https://a.example/?x#top';

async function comeBack(view: keyof typeof views, tls?: ReturnType<typeof selfSigned>) {
	const shop = await startShop(tls && { tls });
	expect(new URL(shop.origin).protocol).toBe(tls ? 'https:' : 'http:');
	const redirectUrl = shop.origin + asGiven;
	const sandbox = await startSandbox();
	const { page: address, sessionId } = await reachCashier(sandbox.url, 'bank', { redirectUrl });
	const page = await openPage({ ...views[view], ...(tls ? { ignoreHTTPSErrors: true } : {}) });
	await page.goto(address);
	await page.getByTestId('pay-submit').click();
	const link = page.getByTestId('return-link');
	expect(await link.getAttribute('href')).toBe(redirectUrl);
	await link.click();
	await page.getByText('Welcome back').waitFor();
	expect(page.url()).toBe(new URL(redirectUrl).href);
	const { pathname, search } = new URL(redirectUrl);
	expect(shop.visits).toEqual([[pathname + search, undefined]]);
	expect(await page.evaluate('document.referrer')).toBe('');
	await expect.poll(() => callsOf(sandbox, sessionId)).toEqual(['submit', 'return']);
}

/** The calls of the pages, without those before the first submit. */
async function callsOf(sandbox: Sandbox, sessionId: string): Promise<string[]> {
	const { calls } = await sandbox.payment(sessionId);
	const names = calls.map(({ call }) => call);
	return names.slice(names.indexOf('submit'));
}

browserTest.each(firstRows(['desktop', 'phone'] as const))(
	'on a %s, the link leads to a shop on http',
	(view) => comeBack(view),
);

test
	.skipIf(!full || !(chromiumPath && opensslProgram))
	.each(firstRows(['phone', 'desktop'] as const))(
	'on a %s, the link leads to a shop on https',
	(view) => comeBack(view, selfSigned()),
);

browserTest('the link works without scripts, and the payment then lists no return', async () => {
	const shop = await startShop();
	const sandbox = await startSandbox();
	const redirectUrl = `${shop.origin}/return`;
	const { page: address, sessionId } = await reachCashier(sandbox.url, 'bank', { redirectUrl });
	const page = await openPage({ javaScriptEnabled: false });
	await page.goto(address);
	await page.getByTestId('pay-submit').click();
	await page.getByTestId('return-link').click();
	await page.getByText('Welcome back').waitFor();
	expect(await callsOf(sandbox, sessionId)).toEqual(['submit']);
});

fullBrowserTest('an automatic return is listed with the payment', async () => {
	const shop = await startShop();
	const sandbox = await startSandbox({ settings: { return: { auto: 0 } } });
	const redirectUrl = `${shop.origin}/return`;
	const { page: address, sessionId } = await reachCashier(sandbox.url, 'bank', { redirectUrl });
	const page = await openPage();
	await page.goto(address);
	await page.getByTestId('pay-submit').click();
	await sandbox.advance('5s');
	await page.getByText('Welcome back').waitFor();
	await expect.poll(() => callsOf(sandbox, sessionId)).toEqual(['submit', 'return']);
});

test('a reported return is listed with the payment and changes nothing else', async () => {
	const sandbox = await startSandbox();
	const { page, sessionId, transactionId } = await reachCashier(sandbox.url, 'bank');
	await sandbox.act(sessionId, { action: 'submit' });
	const { calls, ...before } = await sandbox.payment(sessionId);
	const reported = await postForm(page, { action: 'return' });
	expect([reported.status, reported.text]).toEqual([204, '']);
	const { calls: after, ...rest } = await sandbox.payment(sessionId);
	expect(rest).toEqual(before);
	expect(after.slice(calls.length)).toMatchObject([{ call: 'return', result: 'ok' }]);
	const at = (id: string) => `${sandbox.url}${cashierPath}?sessionId=${id}`;
	for (const id of [transactionId, 'unknown'])
		expect((await postForm(at(id), { action: 'return' })).status).toBe(404);
});

test('no response of the cashier is cached or sends a referrer', async () => {
	const sandbox = await startSandbox();
	const form = await reachCashier(sandbox.url, 'card');
	const bank = await reachCashier(sandbox.url, 'bank');
	const ended = await reachCashier(sandbox.url, 'bank');
	await bringTo('expired', sandbox, ended.sessionId);
	const unready = await startPayment(sandbox.url);
	const { token } = await openAt((await reachCashier(sandbox.url, 'card')).page);
	const at = (sessionId: string) => `${sandbox.url}${cashierPath}?sessionId=${sessionId}`;
	const fresh = await reachCashier(sandbox.url, 'bank');
	const right = (await openAt(fresh.page)).token;
	const answers = [
		await openAt(form.page),
		await openAt(bank.page),
		await openAt(ended.page),
		await openAt(at(unready.sessionId)),
		await openAt(at('nobody')),
		await postForm(fresh.page, { action: 'submit', token }),
		await postForm(fresh.page, { action: 'submit', token: right }),
	];
	expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 409, 404, 403, 303]);
	for (const { headers } of answers) {
		expect(headers.get('cache-control')).toBe('no-store');
		expect(headers.get('referrer-policy')).toBe('no-referrer');
	}
});
