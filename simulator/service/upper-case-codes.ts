/** Converts codes in lower case, or with blanks around them, to upper case (D-25). */
import { valueAt } from '../contract/json.ts';

type Fields = Record<string, unknown>;

const root = ['country', 'currency', 'language'];

/** Returns the request with its codes in upper case; the same object if no code changes. */
export function upperCaseCodes(sent: unknown): unknown {
	const customer = foldIn(valueAt(sent, ['customer']), ['userDevice']);
	const address = foldIn(valueAt(customer, ['address']), ['country']);
	return put(foldIn(sent, root), 'customer', put(customer, 'address', address));
}

/**
 * Returns the code in upper case, without blanks around it. A text with letters outside ASCII is unchanged, because one
 * such letter can become two.
 */
export function upperCaseCode(text: string): string {
	return /^\s*[A-Za-z_]+\s*$/.test(text) ? text.trim().toUpperCase() : text;
}

function foldIn(sent: unknown, names: readonly string[]): unknown {
	return names.reduce((folded, name) => {
		const value = valueAt(sent, [name]);
		return typeof value === 'string' ? put(folded, name, upperCaseCode(value)) : folded;
	}, sent);
}

function put(fields: unknown, name: string, value: unknown): unknown {
	if (valueAt(fields, [name]) === value) return fields;
	return { ...(fields as Fields), [name]: value };
}
