/** The translated texts of the cashier, by the language code of a request (D-41). */
import type { SpokenLanguage } from '../../contract/gaps/cashier.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';

/** A message with a number: one text for each plural form of the language (CLDR plural rules). */
export type PluralMessage = { readonly [form in Intl.LDMLPluralRule]?: string } & {
	readonly other: string;
};

/** Every language has the messages of English. */
export type Messages = Translated<typeof en>;

type Translated<T> = {
	readonly [K in keyof T]: T[K] extends string
		? string
		: T[K] extends PluralMessage
			? PluralMessage
			: Translated<T[K]>;
};

export const languages: Readonly<Record<SpokenLanguage, Messages>> = {
	EN: en,
	ES: es,
	PT: pt,
	PL: pl,
	DE: de,
	NL: nl,
	FR: fr,
	JA: ja,
	AR: ar,
};

export const fallbackLanguage: SpokenLanguage = 'EN';
