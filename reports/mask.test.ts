import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadReportSchema } from '../simulator/contract/run-report.ts';
import { shopRun } from '../test/support/load-reports.ts';
import { maskReport, maskText, secretsIn } from './mask.ts';

const secret = 'secret-of-a-test';
const report = {
	kind: 'scenarios',
	scenarios: [
		{
			name: `card/approved-${secret}`,
			status: 'passed',
			transactionIds: [`${secret}-2`],
			steps: [{ name: `step ${secret}`, message: { from: 'merchant', to: 'service' } }],
			failure: { message: `got ${secret}`, actual: `"Bearer ${secret}"` },
			deviations: [{ path: `payment-options: ${secret}`, got: '"Bearer secret-of…' }],
		},
	],
};

test('a short value is not masked: it would be found in words and numbers', () => {
	const headers = { 'X-Api-Version': '2', 'X-Mode': 'step', Accept: 'payment-options' };
	expect(maskReport(report, secretsIn(headers))).toEqual(report);
});

test('a value is masked in every text but own words', () => {
	expect(
		maskReport(report, secretsIn({ Authorization: `Bearer ${secret}`, 'X-Role': 'merchant' })),
	).toEqual({
		kind: 'scenarios',
		scenarios: [
			{
				name: `card/approved-${secret}`,
				status: 'passed',
				transactionIds: ['$TOKEN-2'],
				steps: [{ name: 'step $TOKEN', message: { from: 'merchant', to: 'service' } }],
				failure: { message: 'got $TOKEN', actual: '"$TOKEN"' },
				deviations: [{ path: 'payment-options: $TOKEN', got: '"$TOKEN…' }],
			},
		],
	});
});

test('a load report with a masked word of its own stays valid, and keeps its figures', () => {
	const error = { id: 'merchant', group: 'generator', severity: 'error', evidence: [] } as const;
	const failed = {
		...shopRun,
		reasons: [{ ...error, text: `The shop wrote ${secret}, merchant` }],
	};
	const headers = {
		'X-Key': secret,
		'X-Role': 'merchant',
		'X-From': 'generator',
		'X-Part': 'per-user',
	};
	const masked = maskReport(failed, secretsIn(headers));
	const { merchant, environment, notTested } = masked;
	const reasons = [{ ...error, text: 'The shop wrote $TOKEN, $TOKEN' }];
	const expected = { ...failed, merchant, environment, notTested, reasons };
	expect(loadReportSchema.parse(masked)).toEqual(loadReportSchema.parse(expected));
});

test('each part of a value is masked, and its value after the name', () => {
	const headers = {
		Cookie: `theme=dark; session=${secret}`,
		Authorization: 'Digest username="ana", response="response-of-digest"',
	};
	const message = `${secret} and response-of-digest have expired, dark has not`;
	expect(maskReport({ message }, secretsIn(headers))).toEqual({
		message: '$TOKEN and $TOKEN have expired, dark has not',
	});
});

test.each([
	'a%2Bsecret%2Fof%20ours!%3D',
	'a%2bsecret%2fof%20ours!%3d',
	'a%2Bsecret%2Fof+ours%21%3D',
	'a%2bsecret%2fof%20ours%21%3d',
	'a+secret/of%20ours!=',
])('a value is masked in addresses, too: %s', (encoded) => {
	const headers = { 'X-Key': 'a+secret/of ours!=' };
	const message = `at https://shop.example/?key=${encoded}`;
	expect(maskReport({ message }, secretsIn(headers))).toEqual({
		message: 'at https://shop.example/?key=$TOKEN',
	});
});

test('a header with an ordinary name may carry secrets too', () => {
	const headers = { 'X-Merchant-Key': 'Basic c2VjcmV0', 'X-Login': 'id=ana; pin=998877665544' };
	const message = 'got c2VjcmV0 and 998877665544';
	expect(maskReport({ message }, secretsIn(headers))).toEqual({ message: 'got $TOKEN and $TOKEN' });
});

test('the addresses and the product of a client are ordinary words', () => {
	const headers = { 'X-Forwarded-For': '10.0.0.12, 127.0.0.1', 'User-Agent': 'shop/1; checkout' };
	const message = 'checkout at http://127.0.0.1:8080';
	expect(maskReport({ message }, secretsIn(headers))).toEqual({ message });
});

test('a value with a quote is masked in JSON texts, too', () => {
	const headers = { 'X-Key': 'a "quoted" secret' };
	const message = `got ${JSON.stringify({ key: headers['X-Key'] })}`;
	expect(maskReport({ message }, secretsIn(headers))).toEqual({ message: 'got {"key":"$TOKEN"}' });
});

const key = 'aGVs\tbG8+d29ybGQ/Zm9v&c2Vj"cmV0==';
const inHex = (before: string, after: string, digits: number) => (symbol: string) =>
	`${before}${(symbol.codePointAt(0) ?? 0).toString(16).padStart(digits, '0')}${after}`;
const spellings: Readonly<Record<string, (text: string) => string>> = {
	'JSON of PHP': (text) => JSON.stringify(text).replaceAll('/', String.raw`\/`),
	'JSON of .NET': (text) => text.replace(/[+&"]/g, inHex(String.raw`\u`, '', 4)),
	JavaScript: (text) => text.replace(/[+/=]/g, inHex(String.raw`\x`, '', 2)),
	'HTML of Handlebars': (text) => text.replace(/[&"/+=]/g, inHex('&#x', ';', 1)),
	'HTML with names': (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
	'HTML of PHP': (text) =>
		[...text]
			.map((symbol) => ({ '+': '&plus;', '/': '&sol;', '=': '&equals;' })[symbol] ?? symbol)
			.join(''),
	'an address': (text) => encodeURIComponent(text),
	'lower-case digits in an address': (text) =>
		encodeURIComponent(text).replace(/%../g, (escaped) => escaped.toLowerCase()),
};

test.each(Object.entries(spellings))(
	'a value is masked in %s, and if it is cut there',
	(_, spell) => {
		const secrets = secretsIn({ 'X-Key': key });
		const spelled = spell(key);
		expect(maskReport({ message: `bad key ${spelled}.` }, secrets).message).not.toContain('aGVsb');
		const shortest = spell(key.slice(0, 9)).length;
		for (let length = shortest; length < spelled.length; length += 1) {
			const message = `bad key ${spelled.slice(0, length)}… and so on`;
			expect(maskReport({ message }, secrets).message, message).toMatch(
				/^bad key "?\$TOKEN… and so on$/,
			);
		}
	},
);

test('a value is masked in an address within JSON within JSON', () => {
	const message = JSON.stringify(JSON.stringify({ at: `/error?${new URLSearchParams({ key })}` }));
	expect(maskReport({ message }, secretsIn({ 'X-Key': key }))).toEqual({
		message: String.raw`"{\"at\":\"/error?key=$TOKEN\"}"`,
	});
});

test('any value is masked in any spelling, and the text around it stays', () => {
	const spelling = fc.constantFrom(...Object.values(spellings), (text: string) => text);
	const text = fc
		.string({ unit: 'grapheme', maxLength: 20 })
		.map((value) => value.replaceAll('…', ''));
	const header = fc.string({ unit: 'grapheme', minLength: 12, maxLength: 30 });
	fc.assert(
		fc.property(header, spelling, spelling, (value, inner, outer) => {
			const secret = `<secret-of ${value}>`;
			const shown = maskText(`before ${outer(inner(secret))} after`, [secret]);
			expect(shown).toMatch(/^before .*\$TOKEN.* after$/);
			expect(shown.length).toBeLessThan('before %22%5C%22$TOKEN%22%5C%22 after '.length);
		}),
	);
	fc.assert(
		fc.property(text, text, (before, after) => {
			const spaced = (part: string) => ` ${part} `;
			expect(maskText(`${spaced(before)}${key}${spaced(after)}`, [key])).toBe(
				`${spaced(before)}$TOKEN${spaced(after)}`,
			);
		}),
	);
});

test('the credentials of a Basic header are masked, and the password alone', () => {
	const credentials = 'merchant:a-password-of-ours';
	const headers = { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
	const message = `no such user (${credentials}), or wrong: a-password-of-ours`;
	expect(maskReport({ message }, secretsIn(headers))).toEqual({
		message: 'no such user ($TOKEN), or wrong: $TOKEN',
	});
});
