/** The gap of what the cashier asks the payer for (D-46). */
import { z } from 'zod';
import { setting } from '../setting.ts';
import { gap } from './gap.ts';

/** How far a payer's document is checked, from not at all. */
export const documentChecks = ['off', 'format', 'checkdigit'] as const;

export type DocumentCheck = (typeof documentChecks)[number];

export const gapsOfThePayer = {
	'D-46': gap({
		line: 16,
		notShown: 'which details an option and a country ask the payer for, and how they are checked',
		assumed:
			'a card: the five documented ones; else those that public sources tell of the method, filled in with test values; a document by its format, and by its check digit where every issued one keeps the rule',
		shapes: ['cashier'],
		settings: {
			'cashier.documents.enforce': setting(
				z.enum(documentChecks),
				'checkdigit',
				'how far documents are checked; a doubtful check digit is only a warning',
			),
		},
	}),
};
