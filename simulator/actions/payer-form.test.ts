import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markets } from '../catalog/markets.ts';
import { checkPayerDocument, payerDocumentRules } from '../domain/documents.ts';
import type { Choice } from '../domain/payment.ts';
import type { PayerFields } from './payer-form.ts';
import { checkPayer, payerFieldNames, payerFieldsOf, testPayerFields } from './payer-form.ts';

const options = markets.flatMap((market) => market.options.map((option) => ({ market, option })));

/** The part of a payment with this option that its form needs. */
function payingWith({ market, option }: (typeof options)[number], customerName: string | null) {
	const choice: Choice = {
		optionCode: option.code,
		kind: option.kind,
		suboptionId: null,
		bankTrigger: null,
		windowEndsAt: 0,
	};
	return { choice, country: market.country, customerName };
}

const anyOption = fc.constantFrom(...options);
const anyText = fc.oneof(
	fc.string({ unit: 'binary' }),
	fc.stringMatching(/^[0-9]{0,20}$/),
	fc.constantFrom('', ' ', 'CPF', 'natural', 'a@b', '12345678909', '4242424242424242'),
);
const anyFields: fc.Arbitrary<PayerFields> = fc.dictionary(
	fc.constantFrom(...payerFieldNames),
	anyText,
) as fc.Arbitrary<PayerFields>;

test('the initial values of a form are accepted, for any name of the customer', () => {
	fc.assert(
		fc.property(anyOption, fc.option(fc.string()), (one, name) => {
			fc.pre(name === null || !/\d{12}/.test(name.replace(/[\s-]/g, '')));
			const payment = payingWith(one, name);
			const values = testPayerFields(payment);
			expect(Object.keys(values)).toEqual([...payerFieldsOf(payment)]);
			const nothing = { errors: [], warnings: [] };
			expect(checkPayer(payment, {}, 'checkdigit')).toEqual(nothing);
			expect(checkPayer(payment, values, 'checkdigit')).toEqual(nothing);
		}),
	);
});

test('for any input, each error concerns a field of the form, appears once, and does not repeat the input', () => {
	const marker = 'Zq7Zq7Zq7';
	fc.assert(
		fc.property(anyOption, anyFields, (one, typed) => {
			const payment = payingWith(one, null);
			const marked = Object.fromEntries(
				Object.entries(typed).map(([name, text]) => [name, marker + text]),
			);
			for (const fields of [typed, marked]) {
				const { errors } = checkPayer(payment, fields, 'checkdigit');
				const params = errors.map(({ param }) => param);
				expect(new Set(params).size).toBe(params.length);
				expect(payerFieldsOf(payment)).toEqual(expect.arrayContaining(params));
				expect(JSON.stringify(errors)).not.toContain(marker);
			}
		}),
	);
});

const documents = markets.flatMap((market) => {
	const option = market.options.find(({ asks }) => asks.includes('document'));
	return (market.payer?.documents ?? []).flatMap((kind) =>
		option ? [{ market, option, kind }] : [],
	);
});

/** The value with one character replaced, perhaps by the same one. */
const nearly = (value: string) =>
	fc
		.tuple(fc.nat(value.length - 1), fc.constantFrom(...'0123456789KX'))
		.map(([at, char]) => value.slice(0, at) + char + value.slice(at + 1));

test('a stricter check never accepts a document that a milder one refuses, and agrees with the rule of the document', () => {
	fc.assert(
		fc.property(
			fc
				.constantFrom(...documents)
				.chain((one) => fc.tuple(fc.constant(one), fc.oneof(anyText, nearly(one.kind.testValue)))),
			([{ market, option, kind }, document]) => {
				// The test value of another kind counts as the test value of this kind.
				const others = market.payer?.documents.filter((other) => other !== kind) ?? [];
				fc.pre(!others.some(({ testValue }) => testValue === document));
				const payment = payingWith({ market, option }, null);
				const typed = { documentType: kind.type, document };
				const judged = (['off', 'format', 'checkdigit'] as const).map((enforce) => {
					const { errors, warnings } = checkPayer(payment, typed, enforce);
					return { refused: errors.length > 0, warned: warnings.length > 0 };
				});
				const [off, format, checkdigit] = judged;
				const isEmpty = document.trim() === '';
				const verdict = isEmpty ? null : checkPayerDocument(kind.rule, document);
				expect(off).toEqual({ refused: false, warned: false });
				expect(format).toEqual({
					refused: isEmpty ? market.payer?.required : verdict === 'format',
					warned: false,
				});
				const { reliable } = payerDocumentRules[kind.rule];
				expect(checkdigit).toEqual({
					refused: format?.refused || (verdict === 'check' && reliable),
					warned: verdict === 'check' && !reliable,
				});
			},
		),
		{ numRuns: 500 },
	);
});
