import { expect, test } from 'vitest';
import { bringTo, openAt, postForm } from './support/cashier.ts';
import { everyOption, reachOption } from './support/options.ts';
import { reachCashier, startSandbox } from './support/sandbox.ts';

test.each([
	['JP', 'Konbini', 'knows this reference'],
	['CO', 'PSE', 'ask you to log in'],
	['CO', 'Nequi', 'ask you to log in'],
	['CO', 'Efecty', 'knows this reference'],
	['TH', 'PromptPay', 'No app can pay'],
	['PL', 'BLIK', 'would show you a code'],
])('in %s the page of %s says what the real one would do', async (country, name, words) => {
	const { url } = await startSandbox();
	const { page, bank } = await reachOption(url, [country, name]);
	const { text } = await openAt(page);
	expect(text).toContain(words);
	expect(text.includes('log in')).toBe(['PSE', 'Nequi'].includes(name));
	// A store is no bank.
	expect(text.includes('<dt>Bank</dt>')).toBe(name === 'PSE');
	expect(text).toContain(bank?.name ?? name);
});

test('no page of any option asks for credentials, and each says what it would be paid with', async () => {
	const { url } = await startSandbox();
	for (const { market, option } of everyOption) {
		const { page } = await reachOption(url, [market.country, option.name]);
		const { text, status } = await openAt(page);
		expect([market.country, option.name, status]).toEqual([market.country, option.name, 200]);
		expect(text).not.toMatch(/type="password"|name="(user|login|pass|pin)/i);
		expect(text.includes('role="img"')).toBe(option.kind === 'qr');
		expect(text.includes('data-testid="pay-reference"')).toBe(option.kind === 'reference');
		expect(text.includes('name="code"')).toBe(option.kind === 'code');
	}
});

test('what is paid with is the same on every look, one for each session, and nobody else takes it', async () => {
	const { url } = await startSandbox();
	const shown = async (of: readonly [string, string]) => {
		const { page } = await reachOption(url, of);
		const [first, again] = [await openAt(page), await openAt(page)];
		const said = (text: string) =>
			/data-testid="(?:pay-reference|qr-text)"[^>]*>([^<]+)</.exec(text)?.[1];
		expect(said(first.text)).toBe(said(again.text));
		return said(first.text) ?? '';
	};
	const references = await Promise.all(Array.from({ length: 20 }, () => shown(['MX', 'SPEI'])));
	expect(new Set(references).size).toBe(20);
	for (const reference of references) expect(reference).toMatch(/^SBX-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
	expect(await shown(['BR', 'Pix'])).toMatch(/^SANDBOX-NOT-PAYABLE-SBX-/);
});

test.each([
	['EN', '. You may return', 'fields need another look. Nothing was paid.', / 2027, \d\d:\d\d/],
	['JA', '。アカウントに', '入力項目をご確認ください。お支払いは', /日 \d:\d\d/],
	['AR', '. يمكنك', '. لم يُدفع', /2027\u2069، \u2068\d\d:\d\d/],
])(
	'in %s one sentence follows another, and the hour the day, as it is written there',
	async (language, after, alert, moment) => {
		const sandbox = await startSandbox();
		const { page, sessionId } = await reachCashier(sandbox.url, 'card', { language });
		const { token } = await openAt(page);
		const refused = await postForm(page, { action: 'submit', token });
		expect(refused.text).toContain(alert);
		await bringTo('processing', sandbox, sessionId);
		const { text } = await openAt(page);
		expect(text).toContain(after);
		expect(/data-testid="submitted-at">([^<]*)</.exec(text)?.[1]).toMatch(moment);
	},
);

test.each([
	['EN', 'Card'],
	['ES', 'Tarjeta'],
	['JA', 'カード'],
])('in %s a card is called %s, and a brand by its name', async (language, card) => {
	const { url } = await startSandbox();
	const methodOf = async (of: readonly [string, string]) => {
		const { page } = await reachOption(url, of, { language });
		const { text } = await openAt(page);
		return [...text.matchAll(/<dd dir="auto">([^<]*)</g)].map(([, name]) => name);
	};
	expect(await methodOf(['CO', 'Card'])).toContain(card);
	expect(await methodOf(['CL', 'Webpay'])).toContain('Webpay');
});

test('a name from right to left does not turn the title it stands in', async () => {
	const sandbox = await startSandbox({ settings: { states: { names: { expired: 'נגמר 24' } } } });
	const { page } = await reachCashier(sandbox.url, 'card');
	await bringTo('expired', sandbox, '');
	expect((await openAt(page)).text).toContain(
		'<title>\u2068נגמר 24\u2069 · Sandbox cashier</title>',
	);
});
