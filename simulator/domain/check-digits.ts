/** Checks the check characters of payers' documents. The text must have the right format and no separators. */
import { passesLuhn } from './card.ts';

type Check = (text: string) => boolean;

const digitsOf = (text: string): number[] => [...text].map(Number);

function weightedSum(values: readonly number[], weights: readonly number[]): number {
	return values.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0);
}

/** The weights of digits from right to left: 2, 3, … up to `cycle` weights, then again from 2. */
const cycling = (length: number, cycle: number): number[] =>
	Array.from({ length }, (_, index) => ((length - 1 - index) % cycle) + 2);

/** The check digit of CPF and CNPJ: eleven minus the remainder, and 0 instead of 10 and 11. */
function brazilian(values: readonly number[], weights: readonly number[]): number {
	const rest = weightedSum(values, weights) % 11;
	return rest < 2 ? 0 : 11 - rest;
}

/** Whether all digits are equal: such a document passes the formula, but is never issued. */
const repeated: Check = (text) => new Set(text).size === 1;

/** Brazil's CPF: two check digits, by weights down to 2. */
export const checkCpf: Check = (text) => {
	const digits = digitsOf(text);
	return (
		!repeated(text) &&
		[9, 10].every(
			(length) => brazilian(digits.slice(0, length), cycling(length, 10)) === digits[length],
		)
	);
};

/** Brazil's CNPJ. A letter (possible from 2026 on) counts as its character code minus that of `0`. */
export const checkCnpj: Check = (text) => {
	const values = [...text].map((char) => char.charCodeAt(0) - 48);
	return (
		!repeated(text) &&
		[12, 13].every(
			(length) => brazilian(values.slice(0, length), cycling(length, 8)) === values[length],
		)
	);
};

const nitWeights = [41, 37, 29, 23, 19, 17, 13, 7, 3];

/** Colombia's NIT, the tax number. */
export const checkNit: Check = (text) => {
	const digits = digitsOf(text);
	const rest = weightedSum(digits.slice(0, 9), nitWeights) % 11;
	return (rest < 2 ? rest : 11 - rest) === digits[9];
};

/** Chile's RUT: the check digit 10 is written as K. */
export const checkRut: Check = (text) => {
	const body = digitsOf(text.slice(0, -1));
	const rest = weightedSum(body, cycling(body.length, 6)) % 11;
	return '0K987654321'[rest] === text.at(-1);
};

/** Peru's RUC, the tax number. */
export const checkRuc: Check = (text) => {
	const digits = digitsOf(text);
	const rest = weightedSum(digits.slice(0, 10), [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
	return (11 - rest) % 10 === digits[10];
};

const curpOrder = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';

/** Mexico's CURP, the personal id. */
export const checkCurp: Check = (text) => {
	const values = [...text].map((char) => curpOrder.indexOf(char));
	const weights = Array.from({ length: 17 }, (_, index) => 18 - index);
	return (10 - (weightedSum(values.slice(0, 17), weights) % 10)) % 10 === values[17];
};

/** Mexico's CLABE, a bank account number. Only the last digit of each product counts. */
export const checkClabe: Check = (text) => {
	const digits = digitsOf(text);
	const sum = digits
		.slice(0, 17)
		.reduce((total, digit, index) => total + ((digit * ([3, 7, 1][index % 3] ?? 0)) % 10), 0);
	return (10 - (sum % 10)) % 10 === digits[17];
};

/** Turkey's T.C. Kimlik No: the tenth digit checks the first nine, the eleventh the first ten. */
export const checkTckn: Check = (text) => {
	const digits = digitsOf(text);
	const tenth = weightedSum(digits.slice(0, 9), [7, -1, 7, -1, 7, -1, 7, -1, 7]);
	const eleventh = digits.slice(0, 10).reduce((sum, digit) => sum + digit, 0);
	return ((tenth % 10) + 10) % 10 === digits[9] && eleventh % 10 === digits[10];
};

/** Poland's PESEL, the personal id. */
export const checkPesel: Check = (text) => {
	const digits = digitsOf(text);
	return weightedSum(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0;
};

/** Thailand's identity number. */
export const checkThaiId: Check = (text) => {
	const digits = digitsOf(text);
	const weights = Array.from({ length: 12 }, (_, index) => 13 - index);
	return (11 - (weightedSum(digits.slice(0, 12), weights) % 11)) % 10 === digits[12];
};

/** South Africa's identity number: it uses the Luhn check. */
export const checkSouthAfricanId: Check = passesLuhn;
