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

type BeforeOther<Key> = Key extends `${infer Before}_other` ? Before : never;

/** A message with a number has one key for each plural form of the language (CLDR): `actions.retry_one`. */
export type PluralKey = BeforeOther<keyof typeof en>;
type PluralFormKey = `${PluralKey}_${Intl.LDMLPluralRule}`;
export type MessageKey = Exclude<keyof typeof en, PluralFormKey>;

/** Every language has the messages of English, with its own plural forms. */
export type Messages = Readonly<
	Record<MessageKey | `${PluralKey}_other`, string> & Partial<Record<PluralFormKey, string>>
>;

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
