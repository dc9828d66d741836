/** Formats and check digits of payers' identity documents. */
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

export interface DocumentRule {
	/** For the text in upper case, without blanks, dots, dashes and slashes. */
	format: RegExp;
	/** Null without a published check character. */
	check: ((text: string) => boolean) | null;
	/** Whether every issued document passes the check. Otherwise a failure is only a warning. */
	reliable: boolean;
}

const month = '(?:0[1-9]|1[0-2])';
const day = '(?:0[1-9]|[12]\\d|3[01])';
const date = `\\d{2}${month}${day}`;

const formatOnly = (format: RegExp): DocumentRule => ({ format, check: null, reliable: false });
const enforced = (format: RegExp, check: DocumentRule['check']): DocumentRule => {
	return { format, check, reliable: true };
};
const doubtful = (format: RegExp, check: DocumentRule['check']): DocumentRule => {
	return { format, check, reliable: false };
};

/** By country and document. */
export const documentRules = {
	'br-cpf': enforced(/^\d{11}$/, checkCpf),
	'br-cnpj': enforced(/^[A-Z\d]{12}\d{2}$/, checkCnpj),
	'cl-rut': enforced(/^\d{7,8}[\dK]$/, checkRut),
	/** Sources differ on the length, 6 to 11 or 2 to 15: the wider range rejects no valid document. */
	'co-cc': formatOnly(/^\d{2,15}$/),
	'co-ce': formatOnly(/^\d{2,15}$/),
	'co-nit': enforced(/^\d{10}$/, checkNit),
	'co-pass': formatOnly(/^[A-Z\d]{2,15}$/),
	/** The check character is printed separately, as a digit or a letter, and usually not typed. */
	'pe-dni': formatOnly(/^\d{8}[\dA-K]?$/),
	'pe-ruc': doubtful(/^(?:1[0567]|20)\d{9}$/, checkRuc),
	'mx-curp': doubtful(
		new RegExp(`^[A-Z][AEIOUX][A-Z]{2}${date}[HMX][A-Z]{5}[A-Z\\d]\\d$`),
		checkCurp,
	),
	/** Too many RFCs in use fail the published check. */
	'mx-rfc': formatOnly(new RegExp(`^[A-ZÑ&]{3,4}${date}[A-Z\\d]{2}[\\dA]$`)),
	'mx-clabe': doubtful(/^\d{18}$/, checkClabe),
	/** The algorithm of the check letter is not published. The fourth letter is the type of holder. */
	'in-pan': formatOnly(/^[A-Z]{3}[ABCFGHJKLPT][A-Z](?!0000)\d{4}[A-Z]$/),
	'tr-tckn': enforced(/^[1-9]\d{10}$/, checkTckn),
	/** The month encodes the century: plus 20, 40, 60 or 80. */
	'pl-pesel': enforced(new RegExp(`^\\d{2}(?:[02468][1-9]|[13579][0-2])${day}\\d{5}$`), checkPesel),
	'th-id': enforced(/^[1-9]\d{12}$/, checkThaiId),
	'za-id': enforced(new RegExp(`^${date}\\d{4}[012]\\d{2}$`), checkSouthAfricanId),
	'my-nric': formatOnly(new RegExp(`^${date}\\d{6}$`)),
	/** The day of birth of a woman is 40 higher. */
	'id-nik': formatOnly(
		new RegExp(`^\\d{6}(?:0[1-9]|[12]\\d|3[01]|4[1-9]|[56]\\d|7[01])${month}\\d{6}$`),
	),
} satisfies Record<string, DocumentRule>;

export type DocumentRuleName = keyof typeof documentRules;

/** `format`: wrong format. `check`: right format, wrong check character. */
export type DocumentVerdict = 'valid' | 'format' | 'check';

export function judgeDocument(name: DocumentRuleName, typed: string): DocumentVerdict {
	const rule: DocumentRule = documentRules[name];
	const text = typed.toUpperCase().replace(/[\s./-]/g, '');
	if (!rule.format.test(text)) return 'format';
	return rule.check === null || rule.check(text) ? 'valid' : 'check';
}
