/** The languages that the cashier speaks, by their code in a request (D-41). */
import { en } from './en.ts';
import type { Plural } from './plural.ts';

/** Every language says all that English says. */
export type Words = Said<typeof en>;

type Said<T> = {
	readonly [K in keyof T]: T[K] extends string ? string : T[K] extends Plural ? Plural : Said<T[K]>;
};

export const languages = { EN: en } as const satisfies Record<string, Words>;

export type Language = keyof typeof languages;

export const fallbackLanguage: Language = 'EN';
