/** How a page speaks: its words, and numbers and times the way its readers write them. */
import type { SpokenLanguage } from '../contract/gaps/cashier-values.ts';
import type { Times } from './spoken-times.ts';
import { timesIn } from './spoken-times.ts';
import type { Plural } from './words/plural.ts';
import type { Words } from './words/words.ts';
import { fallbackLanguage, languages } from './words/words.ts';

type Values = Readonly<Record<string, string | number>>;

export interface Speech extends Times {
	/** BCP 47. */
	readonly tag: string;
	readonly direction: 'ltr' | 'rtl';
	readonly words: Words;
	/** One after the other, as prose. */
	prose(sentences: readonly string[]): string;
	/** The day and the hour. */
	context(ms: number): string;
	/** The text with `{name}` replaced. */
	say(text: string, values: Values): string;
	/** The form of the text that goes with this number, which stands in it as `{count}`. */
	count(text: Plural, count: number, values?: Values): string;
}

const rightToLeft: ReadonlySet<SpokenLanguage> = new Set(['AR']);

/** Those that leave no blank between sentences. */
const unspaced: ReadonlySet<SpokenLanguage> = new Set(['JA']);

const spoken = new Map<SpokenLanguage, Speech>();

/** What is wanted where there are texts in it, and English where there are none. */
export function speechIn(wanted: string): Speech {
	const language = isSpoken(wanted) ? wanted : fallbackLanguage;
	const known = spoken.get(language);
	if (known) return known;
	const speech = createSpeech(language);
	spoken.set(language, speech);
	return speech;
}

function isSpoken(wanted: string): wanted is SpokenLanguage {
	return Object.hasOwn(languages, wanted);
}

function createSpeech(language: SpokenLanguage): Speech {
	const tag = language.toLowerCase();
	const direction = rightToLeft.has(language) ? 'rtl' : 'ltr';
	const rules = new Intl.PluralRules(tag);
	const numbers = new Intl.NumberFormat(tag);
	const say = (text: string, values: Values) =>
		text.replace(/\{(\w+)\}/g, (hole, name: string) => {
			const value = values[name];
			if (value === undefined) return hole;
			return typeof value === 'number' ? numbers.format(value) : isolated(value, direction);
		});
	const words = languages[language];
	const times = timesIn(tag);
	return {
		tag,
		direction,
		words,
		...times,
		prose: (sentences) => sentences.join(unspaced.has(language) ? '' : ' '),
		context: (ms) => say(words.status.context, { date: times.date(ms), time: times.time(ms) }),
		say,
		count: ({ forms }, count, values = {}) =>
			say(forms[rules.select(count)] ?? forms.other, { ...values, count }),
	};
}

/** Letters of the scripts that run from right to left, and marks that turn the direction of a text. */
const turns =
	/[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Names and amounts of another script keep their own direction inside a text that runs the other way (UAX 9). */
function isolated(value: string, direction: Speech['direction']): string {
	return direction === 'rtl' || turns.test(value) ? `\u2068${value}\u2069` : value;
}
