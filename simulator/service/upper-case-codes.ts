/** Converts codes in lower case, or with blanks around them, to upper case (D-25). */
import { at } from '../contract/json.ts';

type Fields = Record<string, unknown>;

const root = ['country', 'currency', 'language'];

/** The request with its codes in upper case; the same object when no code changes. */
export function upperCaseCodes(sent: unknown): unknown {
	const customer = foldIn(at(sent, ['customer']), ['userDevice']);
	const address = foldIn(at(customer, ['address']), ['country']);
	return put(foldIn(sent, root), 'customer', put(customer, 'address', address));
}

/** The code in upper case, without blanks around it. Only ASCII letters: others can become two letters in upper case. */
export function upperCaseCode(text: string): string {
	return /^\s*[A-Za-z_]+\s*$/.test(text) ? text.trim().toUpperCase() : text;
}

function foldIn(sent: unknown, names: readonly string[]): unknown {
	return names.reduce((folded, name) => {
		const value = at(sent, [name]);
		return typeof value === 'string' ? put(folded, name, upperCaseCode(value)) : folded;
	}, sent);
}

function put(fields: unknown, name: string, value: unknown): unknown {
	if (at(fields, [name]) === value) return fields;
	return { ...(fields as Fields), [name]: value };
}
