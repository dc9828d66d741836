/** Fills the placeholders of the merchant file, and finds values by JSON pointer. */
import { providerDecimals } from '../../simulator/contract/currency-decimals.ts';
import { isObject } from '../../simulator/contract/json.ts';
import { placeholdersIn, replacePlaceholders } from '../../simulator/contract/merchant-file.ts';

export type PlaceholderValue = string | number | null;
export type PlaceholderValues = Readonly<Record<string, PlaceholderValue | undefined>>;

/** A text that is only a placeholder becomes its value: a number stays a number, and no bank is null. */
export function fill(value: unknown, values: PlaceholderValues): unknown {
	if (typeof value === 'string') {
		const [name = ''] = placeholdersIn(value);
		return value === `{${name}}` ? (values[name] ?? null) : fillText(value, values);
	}
	if (Array.isArray(value)) return value.map((item) => fill(item, values));
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [key, fill(inner, values)]),
	);
}

export const fillText = (text: string, values: PlaceholderValues): string =>
	replacePlaceholders(text, (name) => String(values[name] ?? ''));

/** Values are percent-encoded. `{sandbox}` is an address by itself, and stays as it is. */
export const fillUrl = (text: string, values: PlaceholderValues): string =>
	replacePlaceholders(text, (name) => {
		const value = String(values[name] ?? '');
		return name === 'sandbox' ? value : encodeURIComponent(value);
	});

export const fillRecord = (
	record: Readonly<Record<string, string>>,
	values: PlaceholderValues,
): Record<string, string> =>
	Object.fromEntries(Object.entries(record).map(([name, text]) => [name, fillText(text, values)]));

/** RFC 6901. Undefined when the pointer finds nothing. */
export function atPointer(value: unknown, pointer: string): unknown {
	const names = pointer.split('/').slice(1);
	return names.reduce<unknown>((inner, escaped) => {
		const name = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
		if (Array.isArray(inner)) return /^(0|[1-9]\d*)$/.test(name) ? inner[Number(name)] : undefined;
		return isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined;
	}, value);
}

export const toMinorUnits = (amount: number, currency: string): number =>
	Math.round(amount * 10 ** (providerDecimals[currency] ?? 2));
