/** What shops and shoppers write is text on every page, and never code (P12). */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { cardFieldNames } from '../../simulator/actions/card-form.ts';
import { payerFieldNames } from '../../simulator/actions/payer-form.ts';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { cashierPath } from '../../simulator/contract/routes.ts';
import { browserTest } from '../support/browser.ts';
import { campaign } from '../support/campaign.ts';
import { openAt, postForm } from '../support/cashier.ts';
import { reachOption } from '../support/options.ts';
import { sample, sampled } from '../support/sample.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { post, reachCashier, startSandbox } from '../support/sandbox.ts';
import { startShop } from '../support/shop.ts';
import { expectHarmless, openWatched } from './watched-page.ts';
import { payloads } from './xss-payloads.ts';

const seed = 12;
const timeout = campaign({ sample: 60_000, full: 900_000 });

/** Names of every field that a form may have. */
const postedNames = [...cardFieldNames, ...payerFieldNames, 'otp', payloads[0] ?? ''];

/** What the parser of a browser makes of a text: line breaks are one sign, and NUL is none. */
const asRead = (text: string) => text.replaceAll('\0', '').replaceAll(/\r\n?/g, '\n');

/** The address with the payload in its path, query and fragment; escaped where it is refused as it stands. */
async function addressWith(payload: string, { url }: Sandbox): Promise<string> {
	const raw = `https://shop.example/${payload}?x=${payload}#${payload}`;
	const { status } = await post(`${url}/v2/payment-options`, {
		...paymentOptionsExample,
		redirectUrl: raw,
	});
	const { href } = new URL(`https://shop.example/?x=${encodeURIComponent(payload)}`);
	return status === 200 ? raw : href;
}

/** Every state of the status page is called by the payload, as far as a name may be so long. */
function namesFrom(payload: string): Record<string, string> | null {
	if (payload.length > 60) return null;
	const states = ['processing', 'confirmed', 'declined', 'cancelled', 'expired'];
	return Object.fromEntries(states.map((state) => [state, payload]));
}

/** Types it into whatever can be typed into, however short the field says it is. */
const typeEverywhere = (payload: string) => `
for (const input of document.querySelectorAll('main input:not([type=hidden]), main textarea'))
	input.value = ${JSON.stringify(payload)};`;

/** Without waiting for the pointer to get there. */
const press = (page: Page, testId: string) => page.getByTestId(testId).dispatchEvent('click');

async function playWith(payload: string, sandbox: Sandbox, page: Page, look: () => Promise<void>) {
	await sandbox.configure({ states: { names: namesFrom(payload) } });
	const { page: address, sessionId } = await reachCashier(sandbox.url, 'card', {
		paymentReference: payload,
		customer: { ...paymentOptionsExample.customer, name: payload },
		redirectUrl: await addressWith(payload, sandbox),
	});
	await page.goto(`${address}&fill=1`);
	expect(await page.locator('dd').allTextContents()).toContain(asRead(payload));
	await look();
	await page.evaluate(typeEverywhere(payload));
	await press(page, 'pay-submit');
	await page.locator('[role="alert"]').waitFor();
	await look();
	await press(page, 'fill-test-values');
	await page.locator('input[name="cardnum"]:not([value=""])').waitFor();
	await page.fill('input[name="cardholder"]', 'Ana Torres');
	await press(page, 'pay-submit');
	await page.locator('[data-state="processing"]').waitFor();
	await look();
	await sandbox.advance('5s');
	await page.locator('[data-state="confirmed"]').waitFor();
	if (namesFrom(payload)) {
		const heading = await page.locator('[data-state] h1').textContent();
		expect(heading).toBe(asRead(payload));
	}
	const { returnUrl } = await sandbox.payment(sessionId);
	expect(await page.getByTestId('return-link').getAttribute('href')).toBe(returnUrl);
	await look();
	await playPayer(payload, sandbox, page, look);
	const query = ['sessionId', 'fill', 'retry', 'stay', payload]
		.map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(payload)}`)
		.join('&');
	await page.goto(`${sandbox.url}${cashierPath}?${query}`);
	await look();
}

/** The details of a payer: what an input takes of the payload comes back in it. */
async function playPayer(payload: string, { url }: Sandbox, page: Page, look: () => Promise<void>) {
	await page.goto((await reachOption(url, ['TH', 'PromptPay'])).page);
	await page.evaluate(typeEverywhere(payload));
	const values = () =>
		page
			.locator('main input:not([type=hidden])')
			.evaluateAll((inputs) =>
				inputs.map((input) => [
					input.getAttribute('name'),
					(input as unknown as { value: string }).value,
				]),
			);
	const typed = await values();
	expect(typed.map(([name]) => name)).toEqual(['name', 'email', 'phone']);
	await press(page, 'pay-submit');
	await page.locator('[role="alert"]').waitFor();
	// NUL in an attribute is read as the sign for what cannot be shown.
	const kept = typed.map(([name, value]) => [name, value?.replaceAll('\0', '\ufffd')]);
	expect(await values()).toEqual(kept);
	await look();
	await page.goto((await reachOption(url, ['CO', 'Nequi'])).page);
	await page.evaluate(typeEverywhere(payload));
	await press(page, 'pay-submit');
	await page.locator('#document-error').waitFor();
	await look();
}

const underPolicy = sample(payloads, 3, seed);
/** Every fifth once more, where only the escaping stands between it and the page. */
const byEscaping = sample(
	payloads.filter((_, index) => index % 5 === 0),
	1,
	seed,
);
const byRequest = sample(payloads, 40, seed);

browserTest.each([
	{ how: 'under the policy of the pages', played: underPolicy, bypassCSP: false },
	{ how: 'without a policy, by escaping alone', played: byEscaping, bypassCSP: true },
])(`nothing runs $how (${sampled(seed)})`, { timeout }, async ({ played, bypassCSP }) => {
	const sandbox = await startSandbox({
		settings: {
			cashier: { poll: '100ms' },
			return: { append: { reference: 'paymentReference', state: 'state' } },
		},
	});
	const { page, seen } = await openWatched({ bypassCSP });
	page.on('response', async (response) => {
		if (!response.url().includes(cashierPath)) return;
		const policy = response.headers()['content-security-policy'] ?? 'none';
		if (/unsafe-|none$/.test(policy.replace(/'none'/g, ''))) seen.violations.push(policy);
	});
	for (const payload of played) {
		await playWith(payload, sandbox, page, () => expectHarmless(page, seen, payload));
	}
});

test(`a language, the name of a parameter and a workspace that are code are refused as JSON (${sampled(seed)})`, async () => {
	const sandbox = await startSandbox();
	for (const payload of byRequest) {
		const request = { ...paymentOptionsExample, language: payload };
		const asked = await post(`${sandbox.url}/v2/payment-options`, request);
		expect([payload, asked.status, asked.body.param]).toEqual([payload, 400, 'language']);
		const append = { [payload]: 'state' };
		const names = await sandbox.configure({ return: { append } }).catch(() => 'refused');
		expect([payload, names]).toEqual([payload, 'refused']);
		const place = await fetch(`${sandbox.url}/w/${encodeURIComponent(payload)}${cashierPath}`);
		expect([payload, place.status < 500]).toEqual([payload, true]);
		expect(place.headers.get('content-type')).toContain('json');
	}
});

test(`whatever is posted comes back escaped, or not at all (${sampled(seed)})`, async () => {
	const sandbox = await startSandbox();
	const payment = await reachCashier(sandbox.url, 'card');
	const { token } = await openAt(payment.page);
	for (const payload of byRequest.filter((text) => /[<>"'&]/.test(text))) {
		const typed = Object.fromEntries(postedNames.map((name) => [name, payload]));
		const refused = await postForm(payment.page, { ...typed, action: 'submit', token });
		expect([payload, refused.status]).toEqual([payload, 400]);
		const unnamed = await postForm(payment.page, { ...typed, action: payload, token });
		const forged = await postForm(payment.page, { ...typed, action: 'submit', token: payload });
		expect([payload, unnamed.status, forged.status]).toEqual([payload, 403, 403]);
		for (const { text } of [refused, unnamed, forged]) {
			expect([payload, text.includes(payload)]).toEqual([payload, false]);
		}
	}
});

browserTest('the watch sees what runs, and what a policy stops', async () => {
	const policy = `<meta http-equiv="content-security-policy" content="script-src 'self'">`;
	const { origin } = await startShop({ body: `<script>hit()</script>${policy}<p onclick=hit()>` });
	const { page, seen } = await openWatched();
	await page.goto(origin);
	await expect.poll(() => [seen.hits, seen.violations.length]).toEqual([1, 1]);
	await expect(expectHarmless(page, { ...seen, hits: 0, violations: [] }, '')).rejects.toThrow();
});
