/** Only pages of the cashier can post its forms (P16). */
import { expect, test } from 'vitest';
import { browserTest, openPage } from '../support/browser.ts';
import { approvedForm, openAt, postForm } from '../support/cashier.ts';
import { firstRows } from '../support/sample.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { reachCashier, startSandbox } from '../support/sandbox.ts';
import { useShared } from '../support/shared.ts';
import { startShop } from '../support/shop.ts';

const shared = useShared(startSandbox);

/** The form that an attacker wants to post. */
interface Target {
	page: string;
	token: string;
}
type Forgery = (target: Target, sandbox: Sandbox) => Promise<{ status: number }>;

const tokenAt = async (url: string) => (await openAt((await reachCashier(url, 'card')).page)).token;

const withToken =
	(other: (token: string, sandbox: Sandbox) => Promise<string> | string): Forgery =>
	async ({ page, token }, sandbox) =>
		postForm(page, { ...approvedForm, token: await other(token, sandbox) });

/** With the right token, from another site. */
const withHeaders =
	(headers: Record<string, string>): Forgery =>
	({ page, token }) =>
		postForm(page, { ...approvedForm, token }, headers);

const forgeries: Record<string, Forgery> = {
	'without a token': ({ page }) => postForm(page, approvedForm),
	'with an empty token': withToken(() => ''),
	'with the token of another session': withToken((_token, { url }) => tokenAt(url)),
	'with the token of another workspace': withToken((_token, { url }) => tokenAt(`${url}/w/team-b`)),
	'with a token of another step': withToken((token) => token.replace(/^0-/, '1-')),
	'with a token cut short': withToken((token) => token.slice(0, -1)),
	'from another site': withHeaders({ 'Sec-Fetch-Site': 'cross-site' }),
	'from another port': withHeaders({ 'Sec-Fetch-Site': 'same-site' }),
	'from another origin': withHeaders({ Origin: 'https://evil.example' }),
	'from an opaque origin on another site': withHeaders({
		Origin: 'null',
		'Sec-Fetch-Site': 'cross-site',
	}),
};

test.each(Object.entries(forgeries))(
	'a form %s is refused and changes nothing',
	async (_how, forge) => {
		const sandbox = shared();
		const { page, sessionId } = await reachCashier(sandbox.url, 'card');
		const { token } = await openAt(page);
		expect((await forge({ page, token }, sandbox)).status).toBe(403);
		expect(await sandbox.payment(sessionId)).toMatchObject({ state: 'opened', attempts: [] });
	},
);

test('an outdated form links to its payment, in the language of the payment', async () => {
	const sandbox = shared();
	const { page, sessionId } = await reachCashier(sandbox.url, 'card', { language: 'ES' });
	await openAt(page);
	const { transactionId } = await sandbox.payment(sessionId);
	const post = (url: string) => postForm(url, { ...approvedForm, token: 'x' });
	const known = await post(page);
	expect(known.status).toBe(403);
	expect(known.text).toContain('<html lang="es"');
	const link = /data-testid="pay-open" href="([^"]*)">([^<]*)</.exec(known.text) ?? [];
	expect(link.slice(1)).toEqual([`pay?sessionId=${sessionId}`, 'Abrir el pago']);
	expect((await openAt(new URL(link[1] ?? '', page).href)).status).toBe(200);
	for (const id of [transactionId, 'unknown']) {
		const { text } = await post(`${sandbox.url}/pay?sessionId=${id}`);
		expect(text).not.toContain('pay-open');
		expect(text).not.toContain(sessionId);
	}
	expect(await sandbox.payment(sessionId)).toMatchObject({ state: 'opened', attempts: [] });
});

test.each([{}, { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }, { 'Sec-Fetch-Site': 'none' }])(
	'a form with its own token is accepted with the headers %j',
	async (headers) => {
		const sandbox = shared();
		const { page, sessionId } = await reachCashier(sandbox.url, 'card');
		const { token } = await openAt(page);
		expect((await postForm(page, { ...approvedForm, token }, headers)).status).toBe(303);
		expect((await sandbox.payment(sessionId)).state).toBe('processing');
	},
);

/** Forms on another site, with the right address and token. */
const forms = (page: string, token: string) => `
<form method="post" action="${page}" id="submit">
<input name="action" value="submit"><input name="token" value="${token}"></form>
<form method="post" action="${page}" id="cancel">
<input name="action" value="cancel"><input name="token" value="${token}"></form>`;

browserTest.each(firstRows(['submit', 'cancel']))(
	'in Chromium another site cannot %s',
	async (action) => {
		const sandbox = shared();
		const { page: address, sessionId } = await reachCashier(sandbox.url, 'bank');
		const { token } = await openAt(address);
		const { origin } = await startShop({ body: forms(address, token) });
		for (const from of [origin, origin.replace('localhost', '127.0.0.1')]) {
			const page = await openPage();
			await page.goto(from);
			const answer = page.waitForResponse((response) => response.url() === address);
			await page.evaluate(`document.getElementById('${action}').submit()`);
			expect((await answer).status()).toBe(403);
		}
		expect(await sandbox.payment(sessionId)).toMatchObject({ state: 'opened', attempts: [] });
	},
);

browserTest(
	'in Chromium a script of another site can neither post a form nor read a page',
	async () => {
		const sandbox = shared();
		const { page: address, sessionId } = await reachCashier(sandbox.url, 'bank');
		const { token } = await openAt(address);
		const { origin } = await startShop();
		const page = await openPage();
		await page.goto(origin);
		const body = JSON.stringify(`action=submit&token=${token}`);
		const type = "{ 'Content-Type': 'application/x-www-form-urlencoded' }";
		const request = `{ method: 'POST', mode: 'no-cors', credentials: 'include', headers: ${type}, body: ${body} }`;
		await page.evaluate(`fetch(${JSON.stringify(address)}, ${request}).catch(() => null)`);
		const [entry] = (await sandbox.journal()).entries;
		expect(entry).toMatchObject({ method: 'POST', status: 403, problem: 'origin_not_allowed' });
		const read = `fetch(${JSON.stringify(address)}).then((answer) => answer.text(), () => 'refused')`;
		expect(await page.evaluate(read)).toBe('refused');
		expect(await sandbox.payment(sessionId)).toMatchObject({ state: 'opened', attempts: [] });
	},
);
