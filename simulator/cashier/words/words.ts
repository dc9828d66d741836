/** The languages that the cashier speaks, by their code in a request (D-41). */
import type { SpokenLanguage } from '../../contract/gaps/cashier-values.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import type { Plural } from './plural.ts';
import { pt } from './pt.ts';

/** Every language says all that English says. */
export type Words = Said<typeof en>;

type Said<T> = {
	readonly [K in keyof T]: T[K] extends string ? string : T[K] extends Plural ? Plural : Said<T[K]>;
};

export const languages: Readonly<Record<SpokenLanguage, Words>> = {
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
