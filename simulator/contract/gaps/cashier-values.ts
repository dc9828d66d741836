/** What the settings of the cashier's gaps may be. */
import { z } from 'zod';
import { refusedSchemes } from '../return-address.ts';
import { returnOrders } from '../return-order.ts';

export const label = z
	.string()
	.max(60, 'must be at most 60 characters')
	.regex(/\S/, 'must not be empty');
export const language = z
	.string()
	.regex(/^[A-Z]{2}$/, 'must be a language code of two upper-case letters');

/** Those that there are texts in. */
export const spokenLanguages = ['EN', 'ES', 'PT', 'PL', 'DE', 'NL', 'FR', 'JA', 'AR'] as const;

export type SpokenLanguage = (typeof spokenLanguages)[number];

export const scheme = z
	.string()
	.regex(/^[a-z][a-z0-9+.-]{0,60}$/, 'must be a scheme in lower case, such as "myapp"')
	.refine(
		(name) => !refusedSchemes.includes(name),
		'must not be a scheme that runs or reads anything in a browser',
	);

export const hostName = /^(\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i;

/** The documented address of the form, what stands beside it, and what begins other addresses of the sandbox. */
export const takenPath = /^\/(pay|pay\/(assets\/.*|events)|v\d.*|w|w\/.*|metrics)$/;

export const hourMs = 3_600_000;

export const showIn = z.union(
	[
		z.enum(returnOrders),
		z.array(z.enum(['processing', 'confirmed', 'declined', 'cancelled', 'expired'])),
	],
	'must be one of before-final, after-final, never, or a list of processing, confirmed, declined, cancelled, expired',
);
