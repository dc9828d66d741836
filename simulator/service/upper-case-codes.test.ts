import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../contract/examples.ts';
import { upperCaseCodes } from './upper-case-codes.ts';

const blanks = fc.constantFrom('', ' ', '\t', '\n ');

/** A code in any letter case, with blanks around it. */
const careless = (code: string) =>
	fc
		.tuple(
			blanks,
			fc.array(fc.boolean(), { minLength: code.length, maxLength: code.length }),
			blanks,
		)
		.map(([before, lower, after]) => {
			const letters = [...code].map((letter, index) =>
				lower[index] ? letter.toLowerCase() : letter,
			);
			return before + letters.join('') + after;
		});

test('codes are returned in upper case without blanks, and everything else unchanged', () => {
	const { country, currency, language, customer } = paymentOptionsExample;
	fc.assert(
		fc.property(
			careless(country),
			careless(currency),
			careless(language),
			careless(customer.userDevice),
			careless(customer.address.country),
			(...[sentCountry, sentCurrency, sentLanguage, userDevice, addressCountry]) => {
				const sent = {
					...paymentOptionsExample,
					country: sentCountry,
					currency: sentCurrency,
					language: sentLanguage,
					customer: {
						...customer,
						userDevice,
						address: { ...customer.address, country: addressCountry },
					},
				};
				expect(upperCaseCodes(sent)).toEqual(paymentOptionsExample);
			},
		),
	);
});

test('a body that needs no folding is returned as the same object', () => {
	expect(upperCaseCodes(paymentOptionsExample)).toBe(paymentOptionsExample);
});

test('folding twice gives the same result as folding once, for any body', () => {
	const text = fc.oneof(fc.string(), careless('CO'), fc.constantFrom('ß', 'ı', 'ﬁ', 'c0', ''));
	const fields = fc.record(
		{
			country: fc.oneof(text, fc.jsonValue()),
			currency: text,
			customer: fc.oneof(
				fc.jsonValue(),
				fc.record({
					userDevice: text,
					address: fc.oneof(fc.jsonValue(), fc.record({ country: text })),
				}),
			),
		},
		{ requiredKeys: [] },
	);
	fc.assert(
		fc.property(fc.oneof(fc.jsonValue(), fields), (sent) => {
			const folded = upperCaseCodes(sent);
			expect(upperCaseCodes(folded)).toBe(folded);
		}),
	);
});

test('a code with other characters than ASCII letters is not changed', () => {
	for (const country of ['ß', 'ı', 'ﬁ', 'c0', ''])
		expect(upperCaseCodes({ country })).toEqual({ country });
});
