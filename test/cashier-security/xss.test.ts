/** Input of shops and shoppers is text on every page, never code (P12). */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { cardFieldNames } from '../../simulator/actions/card-form.ts';
import { payerFieldNames } from '../../simulator/actions/payer-form.ts';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { cashierPath } from '../../simulator/contract/routes.ts';
import { browserTest } from '../support/browser.ts';
import { campaign, noteFigure } from '../support/campaign.ts';
import { openAt, postForm } from '../support/cashier.ts';
import { reachOption } from '../support/options.ts';
import { firstRows, sample, sampled } from '../support/sample.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { post, reachCashier, startSandbox } from '../support/sandbox.ts';
import { startShop } from '../support/shop.ts';
import { expectHarmless, openWatched } from './watched-page.ts';
import { payloads } from './xss-payloads.ts';

const seed = 12;
const timeout = campaign({ sample: 60_000, full: 900_000 });

const postedNames = [...cardFieldNames, ...payerFieldNames, 'otp', payloads[0] ?? ''];

/** The text after the HTML parser: it normalises line breaks and drops NUL. */
const asRead = (text: string) => text.replaceAll('\0', '').replaceAll(/\r\n?/g, '\n');

/** An address with the payload in path, query and fragment; with the payload escaped if the sandbox refuses that. */
async function addressWith(payload: string, { url }: Sandbox): Promise<string> {
	const raw = `https://shop.example/${payload}?x=${payload}#${payload}`;
	const { status } = await post(`${url}/v2/payment-options`, {
		...paymentOptionsExample,
		redirectUrl: raw,
	});
	const { href } = new URL(`https://shop.example/?x=${encodeURIComponent(payload)}`);
	return status === 200 ? raw : href;
}

/** The payload as the name of every state; null when it is too long for a name. */
function namesFrom(payload: string): Record<string, string> | null {
	if (payload.length > 60) return null;
	const states = ['processing', 'confirmed', 'declined', 'cancelled', 'expired'];
	return Object.fromEntries(states.map((state) => [state, payload]));
}

/** Sets every input to the payload, also beyond its maximum length. */
const typeEverywhere = (payload: string) => `
for (const input of document.querySelectorAll('main input:not([type=hidden]), main textarea'))
	input.value = ${JSON.stringify(payload)};`;

/** Clicks without moving the pointer. */
const press = (page: Page, testId: string) => page.getByTestId(testId).dispatchEvent('click');

async function payWith(payload: string, sandbox: Sandbox, page: Page, check: () => Promise<void>) {
	await sandbox.configure({ states: { names: namesFrom(payload) } });
	const { page: address, sessionId } = await reachCashier(sandbox.url, 'card', {
		paymentReference: payload,
		customer: { ...paymentOptionsExample.customer, name: payload },
		redirectUrl: await addressWith(payload, sandbox),
	});
	await page.goto(`${address}&fill=1`);
	expect(await page.locator('dd').allTextContents()).toContain(asRead(payload));
	await check();
	await page.evaluate(typeEverywhere(payload));
	await press(page, 'pay-submit');
	await page.locator('[role="alert"]').waitFor();
	await check();
	await press(page, 'fill-test-values');
	await page.locator('input[name="cardnum"]:not([value=""])').waitFor();
	await page.fill('input[name="cardholder"]', 'Ana Torres');
	await press(page, 'pay-submit');
	await page.locator('[data-state="processing"]').waitFor();
	await check();
	await sandbox.advance('5s');
	await page.locator('[data-state="confirmed"]').waitFor();
	if (namesFrom(payload)) {
		const heading = await page.locator('[data-state] h1').textContent();
		expect(heading).toBe(asRead(payload));
	}
	const { returnUrl } = await sandbox.payment(sessionId);
	expect(await page.getByTestId('return-link').getAttribute('href')).toBe(returnUrl);
	await check();
	await payWithDetails(payload, sandbox, page, check);
	const query = ['sessionId', 'fill', 'retry', 'stay', payload]
		.map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(payload)}`)
		.join('&');
	await page.goto(`${sandbox.url}${cashierPath}?${query}`);
	await check();
}

/** A refused form shows the typed payer details again. */
async function payWithDetails(
	payload: string,
	{ url }: Sandbox,
	page: Page,
	check: () => Promise<void>,
) {
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
	// The HTML parser replaces NUL in an attribute by U+FFFD.
	const kept = typed.map(([name, value]) => [name, value?.replaceAll('\0', '\ufffd')]);
	expect(await values()).toEqual(kept);
	await check();
	await page.goto((await reachOption(url, ['CO', 'Nequi'])).page);
	await page.evaluate(typeEverywhere(payload));
	await press(page, 'pay-submit');
	await page.locator('#document-error').waitFor();
	await check();
}

const underPolicy = sample(payloads, 1, seed);
/** A fifth of the payloads runs again without a policy, where only the escaping protects the page. */
const byEscaping = sample(
	payloads.filter((_, index) => index % 5 === 0),
	1,
	seed,
);
const byRequest = sample(payloads, 20, seed);

/** Escaping alone is the harder case. The policy header of each page is checked there too. */
const conditions = [
	{ how: 'without a policy, by escaping alone', tried: byEscaping, bypassCSP: true },
	{ how: 'under the policy of the pages', tried: underPolicy, bypassCSP: false },
];

browserTest.each(firstRows(conditions))(
	`no payload runs $how (${sampled(seed)})`,
	{ timeout },
	async ({ how, tried, bypassCSP }) => {
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
		for (const payload of tried) {
			await payWith(payload, sandbox, page, () => expectHarmless(page, seen, payload));
		}
		noteFigure(`${tried.length} payloads ${how}, none ran`);
	},
);

test(`payloads as language, parameter name and workspace are refused with JSON (${sampled(seed)})`, async () => {
	const sandbox = await startSandbox();
	for (const payload of byRequest) {
		const request = { ...paymentOptionsExample, language: payload };
		const answer = await post(`${sandbox.url}/v2/payment-options`, request);
		expect([payload, answer.status, answer.body.param]).toEqual([payload, 400, 'language']);
		const append = { [payload]: 'state' };
		const names = await sandbox.configure({ return: { append } }).catch(() => 'refused');
		expect([payload, names]).toEqual([payload, 'refused']);
		const place = await fetch(`${sandbox.url}/w/${encodeURIComponent(payload)}${cashierPath}`);
		expect([payload, place.status < 500]).toEqual([payload, true]);
		expect(place.headers.get('content-type')).toContain('json');
	}
});

test(`posted payloads are shown escaped or not at all (${sampled(seed)})`, async () => {
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

browserTest(
	'the watched page detects scripts that run and scripts that a policy blocks',
	async () => {
		const policy = `<meta http-equiv="content-security-policy" content="script-src 'self'">`;
		const { origin } = await startShop({
			body: `<script>hit()</script>${policy}<p onclick=hit()>`,
		});
		const { page, seen } = await openWatched();
		await page.goto(origin);
		await expect.poll(() => [seen.hits, seen.violations.length]).toEqual([1, 1]);
		await expect(expectHarmless(page, { ...seen, hits: 0, violations: [] }, '')).rejects.toThrow();
	},
);
