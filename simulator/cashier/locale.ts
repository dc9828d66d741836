/** The languages of the pages: their messages, and their formats of numbers, dates and durations. */
import { marketOf } from '../catalog/catalog.ts';
import type { SpokenLanguage } from '../contract/gaps/cashier.ts';
import { decimalText } from '../domain/money.ts';
import type { Payment } from '../domain/payment.ts';
import { createLruCache } from '../runtime/lru-cache.ts';
import type { MessageKey, PluralKey } from './messages/messages.ts';
import { fallbackLanguage, languages } from './messages/messages.ts';

type Values = Readonly<Record<string, string | number>>;

export type Locale = ReturnType<typeof createLocale>;

const rightToLeft: ReadonlySet<SpokenLanguage> = new Set(['AR']);

/** Languages that write no space between sentences. */
const unspaced: ReadonlySet<SpokenLanguage> = new Set(['JA']);

const cache = new Map<SpokenLanguage, Locale>();

/** The locale of a language. A language without messages gets English. */
export function localeFor(wanted: string): Locale {
	const language = isTranslated(wanted) ? wanted : fallbackLanguage;
	const cached = cache.get(language);
	if (cached) return cached;
	const locale = createLocale(language);
	cache.set(language, locale);
	return locale;
}

function isTranslated(language: string): language is SpokenLanguage {
	return Object.hasOwn(languages, language);
}

function createLocale(language: SpokenLanguage) {
	/** The language tag (BCP 47). */
	const tag = language.toLowerCase();
	const direction = rightToLeft.has(language) ? 'rtl' : 'ltr';
	const messages = languages[language];
	const rules = new Intl.PluralRules(tag);
	const numbers = new Intl.NumberFormat(tag);
	const dates = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' });
	const times = new Intl.DateTimeFormat(tag, {
		hour: 'numeric',
		minute: '2-digit',
		timeZone: 'UTC',
		timeZoneName: 'short',
	});
	const date = (ms: number) => dates.format(ms);
	const time = (ms: number) => times.format(ms);

	/** Replaces each `{name}` in a message by the value of that name. */
	const format = (message: string, values: Values) =>
		message.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
			const value = values[name];
			if (value === undefined) return placeholder;
			return typeof value === 'number' ? numbers.format(value) : isolate(value, direction);
		});
	const text = (key: MessageKey, values: Values = {}) => format(messages[key], values);
	return {
		tag,
		direction,
		date,
		time,
		text,
		dateTime: (ms: number) => text('status.context', { date: date(ms), time: time(ms) }),
		duration: durationFormat(tag),
		joinSentences: (sentences: readonly string[]) =>
			sentences.join(unspaced.has(language) ? '' : ' '),
		/** Chooses the plural form for `count` and replaces `{count}`. */
		plural: (key: PluralKey, count: number, values: Values = {}) => {
			const message = messages[`${key}_${rules.select(count)}`] ?? messages[`${key}_other`];
			return format(message, { ...values, count });
		},
	};
}

/**
 * Returns a function that writes whole seconds as on a clock, such as `29:45` or `1:00:00`; from one day on, as
 * `2 days, 2 hours`.
 */
function durationFormat(tag: string): (ms: number) => string {
	const list = new Intl.ListFormat(tag, { type: 'unit', style: 'long' });
	const formatNumber = (value: number, options: Intl.NumberFormatOptions = {}) =>
		new Intl.NumberFormat(tag, { useGrouping: false, ...options }).format(value);
	const padded = (value: number) => formatNumber(value, { minimumIntegerDigits: 2 });
	const withUnit = (value: number, unit: string) =>
		value === 0 ? [] : [formatNumber(value, { style: 'unit', unit, unitDisplay: 'long' })];
	return (ms) => {
		const seconds = Math.max(0, Math.floor(ms / 1000));
		const hours = Math.floor(seconds / 3600);
		if (hours >= 24) {
			return list.format([
				...withUnit(Math.floor(hours / 24), 'day'),
				...withUnit(hours % 24, 'hour'),
			]);
		}
		const minutes = Math.floor(seconds / 60) % 60;
		const start = hours > 0 ? [formatNumber(hours), padded(minutes)] : [formatNumber(minutes)];
		return [...start, padded(seconds % 60)].join(':');
	};
}

/** Matches letters of right-to-left scripts, and marks that change the direction of a text. */
const directional =
	/[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Isolates an inserted value whose direction may differ from that of the text around it (Unicode UAX 9). */
function isolate(value: string, direction: 'ltr' | 'rtl'): string {
	return direction === 'rtl' || directional.test(value) ? `\u2068${value}\u2069` : value;
}

/**
 * Writes the amount in major units in the format of the market, whatever the language of the page. All decimals of the
 * amount are shown (D-02).
 */
export function amountInMarketFormat({
	amount,
	minorDigits,
	...place
}: Pick<Payment, 'amount' | 'minorDigits' | 'currency' | 'country'>): string {
	return majorInMarketFormat(decimalText(amount, minorDigits), place);
}

/** The same for an amount in major units, as decimal text. */
export function majorInMarketFormat(
	major: string,
	{ currency, country }: Pick<Payment, 'currency' | 'country'>,
): string {
	const tag = marketOf(country)?.locale ?? 'en';
	const [, decimals = ''] = major.split('.');
	const needed = /[1-9]/.test(decimals) ? decimals.length : 0;
	return currencyFormat(tag, currency, needed).format(major as `${number}`);
}

/** Creating a format takes 20 microseconds, and a list of payments has up to a thousand amounts. */
const formats = createLruCache<Intl.NumberFormat>(50);

/** Returns the format with at least `decimals` decimals, more if the currency has more. */
function currencyFormat(tag: string, currency: string, decimals: number): Intl.NumberFormat {
	const key = `${tag} ${currency} ${decimals}`;
	const known = formats.get(key);
	if (known) return known;
	const usual = new Intl.NumberFormat(tag, { style: 'currency', currency }).resolvedOptions();
	const atLeast = (digits = 0) => Math.min(20, Math.max(digits, decimals));
	const format = new Intl.NumberFormat(tag, {
		style: 'currency',
		currency,
		currencyDisplay: 'code',
		minimumFractionDigits: atLeast(usual.minimumFractionDigits),
		maximumFractionDigits: atLeast(usual.maximumFractionDigits),
	});
	formats.put(key, format);
	return format;
}
