/**
 * Fills the placeholders of the merchant file, and reads values by JSON pointer. k6 loads this file: it imports no
 * package.
 */
import { toMajorUnits, toMinorUnits } from './currency-decimals.ts';
import type { Market, MarketSamples } from './market-samples.ts';
import type { Customer } from './payment-options.ts';

const placeholder = /\{([A-Za-z]\w*)\}/g;

export const placeholdersIn = (text: string): string[] =>
	[...text.matchAll(placeholder)].map(([, name = '']) => name);

/** Replaces each placeholder in a text. */
const replacePlaceholders = (text: string, read: (name: string) => string): string =>
	text.replace(placeholder, (_, name: string) => read(name));

export type PlaceholderValue = string | number | null;
export type PlaceholderValues = Readonly<Record<string, PlaceholderValue | undefined>>;

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Fills a text. If the text is only a placeholder, the result is its value: a number stays a number, and no bank is
 * null.
 */
export function fillValue(value: unknown, values: PlaceholderValues): unknown {
	if (typeof value === 'string') {
		const [name = ''] = placeholdersIn(value);
		return value === `{${name}}` ? (values[name] ?? null) : fillText(value, values);
	}
	if (Array.isArray(value)) return value.map((item) => fillValue(item, values));
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [key, fillValue(inner, values)]),
	);
}

export const fillText = (text: string, values: PlaceholderValues): string =>
	replacePlaceholders(text, (name) => String(values[name] ?? ''));

/** Fills a URL. Values are percent-encoded, except `{sandbox}`, which is itself an address. */
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

/** The value at a JSON pointer (RFC 6901); undefined if there is none. */
export function valueAtPointer(value: unknown, pointer: string): unknown {
	const names = pointer.split('/').slice(1);
	return names.reduce<unknown>((inner, escaped) => {
		const name = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
		if (Array.isArray(inner)) return /^(0|[1-9]\d*)$/.test(name) ? inner[Number(name)] : undefined;
		return isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined;
	}, value);
}

export interface ShopOrderFacts {
	reference: string;
	market: Market;
	flow: 'card' | 'bank';
	/** The amount that is added to the sample amount of the market, so that orders differ. */
	extra: number;
	/** The display names of the option and the bank, as the service lists them. */
	option: string;
	bank: string | null;
	customer: Pick<Customer, 'name' | 'email'>;
}

/** The values that fill the placeholders of an order. */
export function orderPlaceholders(order: ShopOrderFacts, markets: MarketSamples) {
	const { reference, market, flow, option, bank, customer } = order;
	const { amount: sample, currency, country } = markets[market];
	// Through minor units, because sums of decimals differ in their last digits.
	const amountMinor = toMinorUnits(sample + order.extra, currency);
	const amount = toMajorUnits(amountMinor, currency);
	return {
		...{ reference, amount, amountMinor, currency, country, market, flow, option, bank },
		name: customer.name ?? 'Ana Torres',
		email: customer.email ?? 'ana@shop.example',
	};
}
