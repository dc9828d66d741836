import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PayerDocumentRule, PayerDocumentRuleName } from './documents.ts';
import { checkPayerDocument, payerDocumentRules } from './documents.ts';

/** Test values, each with a similar wrong value and its verdict. */
const cases: readonly [PayerDocumentRuleName, string, string, 'format' | 'check'][] = [
	['br-cpf', '123.456.789-09', '123.456.789-19', 'check'],
	['br-cpf', '12345678909', '11111111111', 'check'],
	['br-cpf', '12345678909', '1234567890', 'format'],
	['br-cnpj', '11.222.333/0001-81', '11.222.333/0001-82', 'check'],
	['br-cnpj', '12.ABC.345/01DE-35', '12.ABD.345/01DE-35', 'check'],
	['br-cnpj', '12abc34501de35', '00.000.000/0000-00', 'check'],
	['cl-rut', '11.111.111-1', '11.111.111-K', 'check'],
	['cl-rut', '12345678-5', '12345687-5', 'check'],
	['cl-rut', '10000013-k', '10000013-0', 'check'],
	['co-cc', '1020304050', '10203O4050', 'format'],
	['co-ce', '345678', '3', 'format'],
	['co-nit', '900123456-8', '900123456-7', 'check'],
	['co-nit', '900.123.456-8', '900123456', 'format'],
	['co-pass', 'AN123456', 'A', 'format'],
	['pe-dni', '12345678', '1234567', 'format'],
	['pe-dni', '12345678-E', '12345678-Z', 'format'],
	['pe-ruc', '10123456781', '10123456782', 'check'],
	['pe-ruc', '10123456781', '30123456781', 'format'],
	['mx-curp', 'PETJ900115HDFRSN05', 'PETJ900115HDFRSN06', 'check'],
	['mx-curp', 'petj900115hdfrsn05', 'PETJ901315HDFRSN05', 'format'],
	['mx-rfc', 'XAXX010101000', 'XAXX011301000', 'format'],
	['mx-rfc', 'PETJ9001159XA', 'PETJ9001159X', 'format'],
	['mx-clabe', '032180000118359719', '032180000118359710', 'check'],
	['in-pan', 'ABCPE1234F', 'ABCDE1234F', 'format'],
	['in-pan', 'abcpe1234f', 'ABCPE0000F', 'format'],
	['tr-tckn', '10000000146', '10000000147', 'check'],
	['tr-tckn', '10000000146', '00000000146', 'format'],
	['pl-pesel', '90010112349', '90010112348', 'check'],
	['pl-pesel', '90010112349', '90210112349', 'check'],
	['pl-pesel', '90010112349', '90000112349', 'format'],
	['th-id', '1 1017 00203 45 0', '1101700203451', 'check'],
	['za-id', '9001015000085', '9001015000086', 'check'],
	['za-id', '9001015000085', '9013015000085', 'format'],
	['my-nric', '900101-14-1234', '901301-14-1234', 'format'],
	['id-nik', '3171011708450001', '3171013908450001', 'format'],
	['id-nik', '3171015708450001', '3171017208450001', 'format'],
];

test.each(cases)('%s accepts %s, and rejects %s', (name, valid, miss, verdict) => {
	expect(checkPayerDocument(name, valid)).toBe('valid');
	expect(checkPayerDocument(name, miss)).toBe(verdict);
});

test('every rule has a test value, and only a rule with a check is reliable', () => {
	expect(new Set(cases.map(([name]) => name))).toEqual(new Set(Object.keys(payerDocumentRules)));
	for (const { check, reliable } of Object.values<PayerDocumentRule>(payerDocumentRules)) {
		expect(check !== null || !reliable).toBe(true);
	}
});

/** How many check characters stand at the end, and whether their rule catches every digit that is mistyped. */
const checked: readonly [PayerDocumentRuleName, number, 'all' | 'most'][] = [
	['br-cpf', 2, 'most'],
	['br-cnpj', 2, 'most'],
	['cl-rut', 1, 'all'],
	['co-nit', 1, 'most'],
	['pe-ruc', 1, 'most'],
	['mx-curp', 1, 'most'],
	['mx-clabe', 1, 'all'],
	['tr-tckn', 2, 'all'],
	['pl-pesel', 1, 'all'],
	['th-id', 1, 'most'],
	['za-id', 1, 'all'],
];

/** A text of the right format with any check characters, without repeated digits. */
const formatted = (name: PayerDocumentRuleName) =>
	fc
		.stringMatching(payerDocumentRules[name].format)
		.filter((text) => new Set(text.slice(0, 7)).size > 1);

function endings(count: number): string[] {
	if (count === 0) return [''];
	return endings(count - 1).flatMap((ending) => [...'0123456789K'].map((char) => ending + char));
}

const validEndings = (name: PayerDocumentRuleName, body: string, count: number) =>
	endings(count).filter((ending) => checkPayerDocument(name, body + ending) === 'valid');

test.each(checked)('%s accepts exactly one check character', (name, count) => {
	fc.assert(
		fc.property(formatted(name), (text) => {
			expect(validEndings(name, text.slice(0, -count), count)).toHaveLength(1);
		}),
		{ numRuns: 50 },
	);
});

test.each(checked)('%s detects a changed digit', (name, count, caught) => {
	fc.assert(
		fc.property(formatted(name), fc.nat(), fc.integer({ min: 1, max: 9 }), (text, where, step) => {
			const body = text.slice(0, -count);
			const valid = body + validEndings(name, body, count)[0];
			// A rule that folds two remainders into one is certain of its check characters only.
			const open = caught === 'all' ? valid.length : count;
			const index = valid.length - 1 - (where % open);
			const digit = Number(valid[index]);
			fc.pre(!Number.isNaN(digit));
			const mistyped = `${valid.slice(0, index)}${(digit + step) % 10}${valid.slice(index + 1)}`;
			expect(checkPayerDocument(name, mistyped)).not.toBe('valid');
		}),
		{ numRuns: 100 },
	);
});

test('every text gets a verdict', () => {
	const names = Object.keys(payerDocumentRules) as PayerDocumentRuleName[];
	fc.assert(
		fc.property(fc.constantFrom(...names), fc.string({ unit: 'binary' }), (name, text) => {
			expect(['valid', 'format', 'check']).toContain(checkPayerDocument(name, text));
		}),
	);
});
