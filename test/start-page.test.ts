/** The page at `/`. */
import { expect, test } from 'vitest';
import { markets } from '../simulator/catalog/markets.ts';
import { requestFieldPaths } from '../simulator/contract/gaps/calls.ts';
import { controlPaths } from '../simulator/contract/routes.ts';
import { browserTest, expectAccessible, fullBrowserTest, openPage } from './support/browser.ts';
import { options } from './support/calls.ts';
import { openAt, postForm } from './support/cashier.ts';
import { recordPayment } from './support/recording.ts';
import { send, startPayment, startSandbox } from './support/sandbox.ts';

/** What browsers send for an address that a person types. */
const browser = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

const pageAt = (url: string) => send('GET', url, undefined, browser);
const tokenAt = async (url: string) =>
	/name="token" value="([^"]+)"/.exec((await pageAt(url)).body)?.[1] ?? '';
const paymentsAt = async (url: string) =>
	(await send('GET', `${url}/_sandbox/payments`)).body.payments;

test('a browser gets a page, and all other clients the text', async () => {
	const { url } = await startSandbox();
	for (const base of [`${url}/`, `${url}/w/team-a/`]) {
		const page = await pageAt(base);
		expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
		expect(page.headers.get('vary')).toBe('Accept');
		expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
		for (const Accept of ['*/*', 'text/plain', 'application/json', 'text/plain, text/html;q=0.5']) {
			const text = await send('GET', base, undefined, { Accept });
			expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8');
			expect(text.body).toMatch(/^payin-sandbox\n\nMake a first payment/);
		}
	}
});

test('the page shows what is running, and each of its links leads somewhere', async () => {
	const sandbox = await startSandbox({ seed: 7, profile: 'instant' });
	await startPayment(sandbox.url, { paymentReference: '<b>order-7</b>' });
	const { body } = await pageAt(`${sandbox.url}/`);
	const facts = [...body.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)].map(
		([, name, value]) => `${name}: ${value}`,
	);
	expect(facts).toEqual([
		`Base address: ${sandbox.url}`,
		expect.stringMatching(/^Version: \d+\.\d+\.\d+/),
		'Workspace: default',
		'Profile: instant',
		'Seed: 7',
		'Clock: manual, 2027-01-01 00:00:00 UTC',
		'Store: memory: payments are lost when the server stops',
		'Payments: 1',
	]);
	expect(body).toContain('&lt;b&gt;order-7&lt;/b&gt;');
	const links = [...body.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => link as string);
	expect(links).toEqual(
		expect.arrayContaining([controlPaths.docs.slice(1), 'pay/assets/start.css']),
	);
	const endless = controlPaths.events.slice(1);
	expect(links).toContain(endless);
	for (const link of links.filter((link) => !link.startsWith('data:') && link !== endless)) {
		expect([link, (await send('GET', `${sandbox.url}/${link}`)).status]).toEqual([link, 200]);
	}
});

test('each option of each market opens its cashier page, also when every field is required', async () => {
	const required = requestFieldPaths;
	const { url } = await startSandbox({ settings: { validation: { required } } });
	const token = await tokenAt(`${url}/`);
	const amounts = new Map<string, string>();
	for (const { country } of markets) {
		const { body } = await pageAt(`${url}/?market=${country}`);
		amounts.set(country, /name="amount"[^>]* value="([^"]+)"/.exec(body)?.[1] ?? '');
	}
	const choices = markets.flatMap(({ country, options }) =>
		options.map(({ name: option }) => ({ market: country, option })),
	);
	await Promise.all(
		choices.map(async ({ market, option }) => {
			const amount = amounts.get(market) ?? '';
			const { status, headers } = await postForm(`${url}/`, { token, market, option, amount });
			const location = headers.get('location') ?? '';
			expect([market, option, status]).toEqual([market, option, 303]);
			const { status: shown } = await openAt(`${url}/${location}`);
			expect([market, option, shown]).toEqual([market, option, 200]);
			const payment = await send(
				'GET',
				`${url}/_sandbox/payments/${new URLSearchParams(location.split('?')[1]).get('sessionId')}`,
			);
			expect(payment.body).toMatchObject({
				country: market,
				state: 'opened',
				option: { name: option },
			});
		}),
	);
	const { entries } = (await send('GET', `${url}/_sandbox/journal?limit=1000`)).body;
	expect(entries.filter(({ endpoint }: { endpoint: string }) => endpoint !== 'cashier')).toEqual(
		[],
	);
});

test('the payment belongs to the workspace of the page, and leads back to it', async () => {
	const { url } = await startSandbox();
	const slashless = await pageAt(`${url}/w/team-a?market=CO`);
	expect([slashless.status, slashless.headers.get('location')]).toEqual([308, 'team-a/?market=CO']);
	const base = `${url}/w/team-a`;
	const form = { token: await tokenAt(`${base}/`), market: 'CO', amount: '1000', option: 'Card' };
	const { status, headers } = await postForm(`${base}/`, form);
	expect(status).toBe(303);
	const sessionId = headers.get('location')?.split('=')[1];
	expect((await send('GET', `${base}/_sandbox/payments/${sessionId}`)).body).toMatchObject({
		workspace: 'team-a',
		redirectUrl: `${base}/`,
	});
	expect(await paymentsAt(url)).toEqual([]);
});

test.each([
	['without a token', {}, { token: '' }],
	['with the token of another workspace', {}, { token: 'other' }],
	['from another site', { 'Sec-Fetch-Site': 'cross-site' }, {}],
	['from another port', { 'Sec-Fetch-Site': 'same-site' }, {}],
	['from another origin', { Origin: 'https://evil.example' }, {}],
	['from an opaque origin on another site', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }, {}],
])('a form %s makes no payment', async (_how, headers, changes) => {
	const { url } = await startSandbox();
	const form = { token: await tokenAt(`${url}/`), market: 'CO', amount: '1000', option: 'Card' };
	const forged = { ...form, ...changes };
	if (forged.token === 'other') forged.token = await tokenAt(`${url}/w/team-a/`);
	expect((await postForm(`${url}/`, forged, headers)).status).toBe(403);
	expect(await paymentsAt(url)).toEqual([]);
	const own = { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' };
	expect((await postForm(`${url}/`, form, own)).status).toBe(303);
});

test.each([
	[{ amount: '-3' }, 400, 'amount must be greater than 0.'],
	[{ amount: 'many' }, 400, 'amount must be a number in digits, such as 150000 or 59.9.'],
	[{ amount: '' }, 400, 'amount must be a number in digits, such as 150000 or 59.9.'],
	[{ market: 'XX' }, 400, 'There is no market'],
	[{ option: 'Pix' }, 404, 'The payment option Pix was not offered in this session'],
	[{ amount: '<i>' }, 400, 'amount must be a number in digits, such as 150000 or 59.9.'],
])('a form with %j is shown again with the reason', async (changes, status, reason) => {
	const { url } = await startSandbox();
	const form = { token: await tokenAt(`${url}/`), market: 'CO', amount: '1000', option: 'Card' };
	const again = await postForm(`${url}/`, { ...form, ...changes });
	expect(again.status).toBe(status);
	expect(again.text).toContain('role="alert"');
	expect(again.text).toContain(reason);
	if ('amount' in changes) {
		const shown = changes.amount.replace('<', '&lt;').replace('>', '&gt;');
		expect(again.text).toContain(`inputmode="decimal" autocomplete="off" value="${shown}"`);
	}
	expect(again.token).toBe(form.token);
	expect(await paymentsAt(url)).toEqual([]);
});

test('a payment of the page is none of the integration: findings leave it out', async () => {
	const sandbox = await startSandbox();
	const { url } = sandbox;
	const form = { token: await tokenAt(`${url}/`), market: 'CO', option: 'Card' };
	const implausible = await postForm(`${url}/`, { ...form, amount: '15000000' });
	expect(implausible.status).toBe(303);
	expect(await sandbox.findings()).toEqual({ findings: [], calls: 0, complete: true });
	await startPayment(url, { amount: 15_000_000 });
	expect(await sandbox.findings({ severity: 'money' })).toMatchObject({
		findings: [{ code: 'amount_implausible', count: 1, entries: [expect.any(Number)] }],
		calls: 1,
		complete: true,
	});
	const [, made] = await paymentsAt(url);
	const { story } = await sandbox.explain(made.transactionId);
	expect(story[0]?.text).toBe('The start page creates the payment.');
	const recorded = await recordPayment(sandbox, made.transactionId);
	expect(recorded).toMatchObject({ code: 1, stderr: expect.stringContaining('start page') });
});

test('the page says that fault rules do not break its own calls', async () => {
	const sandbox = await startSandbox();
	expect((await pageAt(`${sandbox.url}/`)).body).not.toContain('Fault rules are enabled');
	await sandbox.faults.add({ match: {}, fault: { kind: 'status', status: 503 } });
	expect((await pageAt(`${sandbox.url}/`)).body).toContain('Fault rules are enabled');
	const form = {
		token: await tokenAt(`${sandbox.url}/`),
		market: 'CO',
		option: 'Card',
		amount: '1',
	};
	expect((await postForm(`${sandbox.url}/`, form)).status).toBe(303);
});

test('the page makes a payment while the capacity is full, and takes no place in it', async () => {
	const capacity = { servers: 1, service: { fixed: 400 }, queue: 0 };
	const { url } = await startSandbox({ settings: { capacity } });
	const form = { token: await tokenAt(`${url}/`), market: 'CO', option: 'PSE', amount: '1000' };
	const own = options({ url });
	await expect.poll(() => paymentsAt(url)).toHaveLength(1);
	expect((await postForm(`${url}/`, form)).status).toBe(303);
	expect([(await own).status, (await options({ url })).status]).toEqual([200, 200]);
});

test('the page offers the markets of the settings', async () => {
	const sandbox = await startSandbox({ settings: { catalog: { packs: ['PL', 'JP'] } } });
	const { body } = await pageAt(`${sandbox.url}/?market=CO`);
	expect([...body.matchAll(/<option value="(\w+)"/g)].map(([, country]) => country)).toEqual([
		'PL',
		'JP',
	]);
	expect(body).toContain('Amount in PLN');
	await sandbox.configure({ catalog: { packs: [] } });
	expect((await pageAt(`${sandbox.url}/`)).body).not.toContain('make-payment');
});

test('off loopback the page has commands instead of forms, and no data that needs the token', async () => {
	const { url } = await startSandbox({ host: '0.0.0.0', controlToken: 'a-token-of-mine' });
	await startPayment(url, { paymentReference: 'order-7' });
	const { body } = await pageAt(`${url}/`);
	expect(body).toContain(`curl -s ${url}/v2/payment-options`);
	expect(body).toContain('Authorization: Bearer &lt;token&gt;');
	expect(body).not.toMatch(/<form|order-7|a-token-of-mine/);
	const form = { token: '', market: 'CO', amount: '1000', option: 'Card' };
	const { status, headers } = await postForm(`${url}/`, form);
	expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

browserTest(
	'a payment by keyboard: from the page, through the cashier, and back to it',
	async () => {
		const sandbox = await startSandbox();
		// By another name than the links have: a form must not lead to another origin.
		const url = sandbox.url.replace('127.0.0.1', 'localhost');
		const page = await openPage();
		await page.goto(`${url}/`);
		const focused = () => page.evaluate('document.activeElement.value');
		for (let stops = 0; stops < 20 && (await focused()) !== 'Card'; stops += 1) {
			await page.keyboard.press('Tab');
		}
		await page.keyboard.press('Enter');
		await page.getByTestId('pay-submit').waitFor();
		expect(page.url()).toMatch(new RegExp(`^${url}/pay\\?sessionId=`));
		await page.getByTestId('fill-test-values').click();
		await page.waitForURL(/fill=1/);
		await page.getByTestId('pay-submit').click();
		await page.locator('[data-state="processing"]').waitFor();
		await sandbox.advance('5s');
		await page.getByTestId('return-link').click();
		await page.waitForURL(`${url}/`);
		const row = await page.getByTestId('payment-row').innerText();
		expect(row).toMatch(/^start-[0-9a-f]{8}\s+confirmed\s+Card, COP\s150\.000\s+Explain$/);
	},
);

browserTest('the payment is one of the market that the page shows', async () => {
	const { url } = await startSandbox();
	const page = await openPage();
	await page.goto(`${url}/`);
	await page.getByLabel('Market').selectOption('PL');
	await page.waitForURL(`${url}/?market=PL`);
	expect(await page.getByTestId('shown-market').innerText()).toBe('A payment in Poland');
	await page.goBack();
	expect(await page.getByLabel('Market').inputValue()).toBe('CO');
	await page.getByRole('button', { name: 'PSE' }).click();
	await page.getByTestId('pay-submit').waitFor();
	expect(await paymentsAt(url)).toMatchObject([{ country: 'CO' }]);
});

fullBrowserTest('without scripts another market can be chosen and paid', async () => {
	const { url } = await startSandbox();
	const page = await openPage({ javaScriptEnabled: false });
	await page.goto(`${url}/`);
	await page.getByLabel('Market').selectOption('PL');
	expect(await page.getByTestId('shown-market').innerText()).toBe('A payment in Colombia');
	await page.getByTestId('show-market').click();
	await page.getByRole('button', { name: 'BLIK' }).click();
	await page.locator('input[name="code"]').waitFor();
});

fullBrowserTest('axe finds no violation at 360 px', async () => {
	const { url } = await startSandbox();
	const remote = await startSandbox({ host: '0.0.0.0' });
	await startPayment(url, { paymentReference: 'a-long-reference'.repeat(10) });
	const viewport = { width: 360, height: 720 };
	const page = await openPage({ viewport, reducedMotion: 'reduce', bypassCSP: true });
	for (const colorScheme of ['dark', 'light'] as const) {
		await page.emulateMedia({ colorScheme });
		await page.goto(`${url}/?market=BR`);
		await expectAccessible(page, `start page, ${colorScheme}`);
		await page.getByLabel(/^Amount/).fill('0');
		await page.getByRole('button', { name: 'Pix' }).click();
		await page.getByRole('alert').waitFor();
		await expectAccessible(page, `refused, ${colorScheme}`);
		await page.goto(`${remote.url}/`);
		await expectAccessible(page, `off loopback, ${colorScheme}`);
	}
});
