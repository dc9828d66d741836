/** The texts of the pages: explanations, references, languages and the banner. */
import { expect, test } from 'vitest';
import { bringTo, openAt, postForm } from './support/cashier.ts';
import { everyOption, reachOption } from './support/options.ts';
import { post, reachCashier, startSandbox } from './support/sandbox.ts';
import { useShared } from './support/shared.ts';

const shared = useShared(startSandbox);

test.each([
	['JP', 'Konbini', 'knows this reference'],
	['CO', 'PSE', 'ask you to log in'],
	['CO', 'Nequi', 'ask you to log in'],
	['CO', 'Efecty', 'knows this reference'],
	['TH', 'PromptPay', 'No app can pay'],
	['PL', 'BLIK', 'would show you a code'],
])(
	'in %s the page of %s explains what the real one would ask for',
	async (country, name, words) => {
		const { url } = shared();
		const { page, bank } = await reachOption(url, [country, name]);
		const { text } = await openAt(page);
		expect(text).toContain(words);
		expect(text.includes('log in')).toBe(['PSE', 'Nequi'].includes(name));
		expect(text.includes('<dt>Bank</dt>')).toBe(name === 'PSE');
		expect(text).toContain(bank?.name ?? name);
	},
);

test('no page asks for credentials, and each kind of page has its own parts', async () => {
	const { url } = shared();
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

test('a reference belongs to one session, is the same after a reload, and cannot be paid', async () => {
	const { url } = shared();
	const referenceOf = async (names: readonly [string, string]) => {
		const { page } = await reachOption(url, names);
		const [first, again] = [await openAt(page), await openAt(page)];
		const found = (text: string) =>
			/data-testid="(?:pay-reference|qr-text)"[^>]*>([^<]+)</.exec(text)?.[1];
		expect(found(first.text)).toBe(found(again.text));
		return found(first.text) ?? '';
	};
	const references = await Promise.all(
		Array.from({ length: 20 }, () => referenceOf(['MX', 'SPEI'])),
	);
	expect(new Set(references).size).toBe(20);
	for (const reference of references) expect(reference).toMatch(/^SBX-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
	expect(await referenceOf(['BR', 'Pix'])).toMatch(/^SANDBOX-NOT-PAYABLE-SBX-/);
});

test.each([
	['EN', '. You may return', 'fields need another look. Nothing was paid.', / 2027, \d\d:\d\d/],
	['JA', '。アカウントに', '入力項目をご確認ください。お支払いは', /日 \d:\d\d/],
	['AR', '. يمكنك', '. لم يُدفع', /2027\u2069، \u2068\d\d:\d\d/],
])(
	'in %s sentences are joined, and date and time combined, as the language does',
	async (language, after, alert, moment) => {
		const sandbox = shared();
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
])('in %s a card is called %s, and brands keep their names', async (language, card) => {
	const { url } = shared();
	const methodOf = async (names: readonly [string, string]) => {
		const { page } = await reachOption(url, names, { language });
		const { text } = await openAt(page);
		return [...text.matchAll(/<dd dir="auto">([^<]*)</g)].map(([, name]) => name);
	};
	expect(await methodOf(['CO', 'Card'])).toContain(card);
	expect(await methodOf(['CL', 'Webpay'])).toContain('Webpay');
});

test('a right-to-left name does not change the direction of the title', async () => {
	const sandbox = await startSandbox({ settings: { states: { names: { expired: 'נגמר 24' } } } });
	const { page } = await reachCashier(sandbox.url, 'card');
	await bringTo('expired', sandbox, '');
	expect((await openAt(page)).text).toContain(
		'<title>\u2068נגמר 24\u2069 · Sandbox cashier</title>',
	);
});

async function expectedOutcomeAt(page: string): Promise<string | undefined> {
	return /data-testid="foreseen">([^<]*)</.exec((await openAt(page)).text)?.[1];
}

test.each([
	[{}, {}, 'meets APPROVE (default outcome = APPROVE)'],
	[{ paymentReference: 'SIM-HOLD-1' }, {}, 'meets HOLD (paymentReference = HOLD)'],
	[
		{},
		{ 'X-Sandbox-Outcome': 'FUNDS,APPROVE' },
		'meets FUNDS (header X-Sandbox-Outcome = FUNDS,APPROVE)',
	],
])(
	'the banner shows the expected outcome and its cause: %j %j',
	async (changes, headers, expected) => {
		const sandbox = shared();
		for (const option of ['PSE', 'Card']) {
			const { page, sessionId } = await reachOption(sandbox.url, ['CO', option], changes, headers);
			expect(await expectedOutcomeAt(page)).toContain(expected);
			await post(`${sandbox.url}/_sandbox/payments/${sessionId}/act`, { action: 'submit' });
			const { fate } = await sandbox.payment(sessionId);
			expect(expected).toBe(`meets ${fate?.outcome} (${fate?.cause})`);
		}
	},
);

test('the banner does not predict a random outcome', async () => {
	const { url } = await startSandbox({ settings: { defaultOutcome: { APPROVE: 1, DECLINE: 1 } } });
	const { page } = await reachOption(url, ['CO', 'PSE']);
	expect(await expectedOutcomeAt(page)).toBe('The outcome of this attempt is left to chance.');
});

test('only a page with input fields has the link to fill them in', async () => {
	const { url } = shared();
	for (const [country, option, fills] of [
		['CO', 'Card', true],
		['CO', 'PSE', true],
		['PL', 'BLIK', true],
		['PL', 'Przelewy24', false],
		['VN', 'VietQR', false],
	] as const) {
		const { page } = await reachOption(url, [country, option]);
		const { text } = await openAt(page);
		expect([option, text.includes('data-testid="fill-test-values"')]).toEqual([option, fills]);
	}
});

/** The errors of a form, each with its label replaced by `…`. */
function errorsIn(text: string): string[] {
	const labels = new Map(
		[...text.matchAll(/<label for="(\w+)">([^<]+)</g)].map(([, name, label]) => [name, label]),
	);
	return [...text.matchAll(/class="error" id="(\w+)-error">([^<]+)</g)].map(
		([, name, error]) => error?.replace(labels.get(name) ?? '', '…') ?? '',
	);
}

test.each(['EN', 'ES', 'PT', 'PL', 'DE', 'NL', 'FR', 'JA', 'AR'])(
	'in %s all errors of an empty form are the same sentence',
	async (language) => {
		const { url } = shared();
		const card = await reachCashier(url, 'card', { language });
		const { token } = await openAt(card.page);
		const empty = { token, action: 'submit', cardnum: '', cardholder: ' ', cardcvv: '' };
		const posted = await postForm(card.page, { ...empty, expirymonth: '', expiryyear: '' });
		const errors = errorsIn(posted.text);
		expect([errors.length, new Set(errors).size]).toEqual([5, 1]);
	},
);

test('the details of a payer that are empty are missing too', async () => {
	const { url } = shared();
	const { page } = await reachOption(url, ['PL', 'BLIK']);
	const { token } = await openAt(page);
	const { text } = await postForm(page, { token, action: 'submit', code: '' });
	expect(errorsIn(text)).toEqual(['… is required.']);
});
