/** Checks the formats and the check characters of payers' identity documents. */
import {
	checkClabe,
	checkCnpj,
	checkCpf,
	checkCurp,
	checkNit,
	checkPesel,
	checkRuc,
	checkRut,
	checkSouthAfricanId,
	checkTckn,
	checkThaiId,
} from './check-digits.ts';

export interface PayerDocumentRule {
	/** The format of the text in upper case, without blanks, dots, dashes and slashes. */
	format: RegExp;
	/** Checks the check character; null if no rule is published. */
	check: ((text: string) => boolean) | null;
	/** Whether every issued document passes the check. If not, a failed check is only a warning. */
	reliable: boolean;
}

const month = '(?:0[1-9]|1[0-2])';
const day = '(?:0[1-9]|[12]\\d|3[01])';
const date = `\\d{2}${month}${day}`;

const formatOnly = (format: RegExp): PayerDocumentRule => ({
	format,
	check: null,
	reliable: false,
});
const enforced = (format: RegExp, check: PayerDocumentRule['check']): PayerDocumentRule => {
	return { format, check, reliable: true };
};
const doubtful = (format: RegExp, check: PayerDocumentRule['check']): PayerDocumentRule => {
	return { format, check, reliable: false };
};

/** The rules of documents. A key is the country and the document. */
export const payerDocumentRules = {
	'br-cpf': enforced(/^\d{11}$/, checkCpf),
	'br-cnpj': enforced(/^[A-Z\d]{12}\d{2}$/, checkCnpj),
	'cl-rut': enforced(/^\d{7,8}[\dK]$/, checkRut),
	/** Sources say 6 to 11 or 2 to 15 digits: the wider range rejects no valid document. */
	'co-cc': formatOnly(/^\d{2,15}$/),
	'co-ce': formatOnly(/^\d{2,15}$/),
	'co-nit': enforced(/^\d{10}$/, checkNit),
	'co-pass': formatOnly(/^[A-Z\d]{2,15}$/),
	/** The check character is printed apart from the number, as a digit or a letter, and usually not typed. */
	'pe-dni': formatOnly(/^\d{8}[\dA-K]?$/),
	'pe-ruc': doubtful(/^(?:1[0567]|20)\d{9}$/, checkRuc),
	'mx-curp': doubtful(
		new RegExp(`^[A-Z][AEIOUX][A-Z]{2}${date}[HMX][A-Z]{5}[A-Z\\d]\\d$`),
		checkCurp,
	),
	/** The check of RFC is left out, because too many RFCs in use fail it. */
	'mx-rfc': formatOnly(new RegExp(`^[A-ZÑ&]{3,4}${date}[A-Z\\d]{2}[\\dA]$`)),
	'mx-clabe': doubtful(/^\d{18}$/, checkClabe),
	/** The algorithm of the check letter is not published. The fourth letter is the type of holder. */
	'in-pan': formatOnly(/^[A-Z]{3}[ABCFGHJKLPT][A-Z](?!0000)\d{4}[A-Z]$/),
	'tr-tckn': enforced(/^[1-9]\d{10}$/, checkTckn),
	/** The century is added to the month: plus 20, 40, 60 or 80. */
	'pl-pesel': enforced(new RegExp(`^\\d{2}(?:[02468][1-9]|[13579][0-2])${day}\\d{5}$`), checkPesel),
	'th-id': enforced(/^[1-9]\d{12}$/, checkThaiId),
	'za-id': enforced(new RegExp(`^${date}\\d{4}[012]\\d{2}$`), checkSouthAfricanId),
	'my-nric': formatOnly(new RegExp(`^${date}\\d{6}$`)),
	/** For a woman, 40 is added to the day of birth. */
	'id-nik': formatOnly(
		new RegExp(`^\\d{6}(?:0[1-9]|[12]\\d|3[01]|4[1-9]|[56]\\d|7[01])${month}\\d{6}$`),
	),
} satisfies Record<string, PayerDocumentRule>;

export type PayerDocumentRuleName = keyof typeof payerDocumentRules;

/**
 * `valid`: the document passes. `format`: its format is wrong. `check`: its format is right, but its check character is
 * wrong.
 */
export type PayerDocumentResult = 'valid' | 'format' | 'check';

export function checkPayerDocument(
	name: PayerDocumentRuleName,
	typed: string,
): PayerDocumentResult {
	const rule: PayerDocumentRule = payerDocumentRules[name];
	const text = typed.toUpperCase().replace(/[\s./-]/g, '');
	if (!rule.format.test(text)) return 'format';
	return rule.check === null || rule.check(text) ? 'valid' : 'check';
}
