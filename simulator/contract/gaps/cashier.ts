/**
 * Gaps about the cashier, the return to the shop and the payer's details (D-07, D-08, D-36 to D-42, D-44, D-46): what
 * the interface document does not state, our assumptions, and their settings.
 */
import { z } from 'zod';
import type { paymentStates } from '../control.ts';
import { durationSchema, toMs } from '../duration.ts';
import { refusedSchemes, returnLinkTimings } from '../return-url.ts';
import { setting, withMaxEntries } from '../setting.ts';
import { highestMaxAttempts } from '../test-values.ts';
import { gap } from './gap.ts';

const label = z.string().max(60, 'must be at most 60 characters').regex(/\S/, 'must not be empty');
const language = z
	.string()
	.regex(/^[A-Z]{2}$/, 'must be a language code of two upper-case letters');

/** The language codes of the cashier pages. */
export const spokenLanguages = ['EN', 'ES', 'PT', 'PL', 'DE', 'NL', 'FR', 'JA', 'AR'] as const;

export type SpokenLanguage = (typeof spokenLanguages)[number];

const scheme = z
	.string()
	.regex(/^[a-z][a-z0-9+.-]{0,60}$/, 'must be a scheme in lower case, such as "myapp"')
	.refine(
		(name) => !refusedSchemes.includes(name),
		'must not be a scheme that runs or reads anything in a browser',
	);

const hostName = /^(\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i;

/** Matches paths that the sandbox uses itself: the cashier form, and prefixes of other paths. */
const takenPath = /^\/(pay|pay\/(assets\/.*|events)|v\d.*|w|w\/.*|metrics)$/;

const hourMs = 3_600_000;

const showIn = z.union(
	[
		z.enum(returnLinkTimings),
		z.array(z.enum(['processing', 'confirmed', 'declined', 'cancelled', 'expired'])),
	],
	'must be one of before-final, after-final, never, or a list of processing, confirmed, declined, cancelled, expired',
);

/** The fields of the payment that a parameter of the return URL may contain. */
const returnedFields = ['transactionId', 'sessionId', 'paymentReference', 'state'] as const;

const stateLabel = (state: (typeof paymentStates)[number]) =>
	setting(label.optional(), undefined, `heading of the status page of a payment that is ${state}`);

export const cashierGaps = {
	'D-07': gap({
		line: 151,
		notShown: 'the state after processing',
		assumed: 'confirmed, visible only on the status page and in the control API',
		shapes: ['cashier'],
		settings: { 'states.names.confirmed': stateLabel('confirmed') },
	}),
	'D-08': gap({
		line: 153,
		notShown: 'the other states',
		assumed: 'created, redirected, opened, declined, cancelled, expired',
		shapes: ['cashier'],
		settings: {
			'states.names.processing': stateLabel('processing'),
			'states.names.declined': stateLabel('declined'),
			'states.names.cancelled': stateLabel('cancelled'),
			'states.names.expired': stateLabel('expired'),
		},
	}),
	'D-36': gap({
		line: null,
		notShown: 'the request that redirectUrl gets when the shopper returns',
		assumed:
			'a GET of exactly that address, with nothing appended; only http and https, without a user name, and nothing that a browser would change, such as a blank or a backslash',
		shapes: ['paymentOptions', 'cashier'],
		settings: {
			'return.append': setting(
				withMaxEntries(
					z.union(
						[
							z.literal('none'),
							z.record(z.string().regex(/^[\w.-]{1,60}$/), z.enum(returnedFields)),
						],
						'must be "none" or parameters such as {"transaction": "transactionId"}',
					),
				),
				'none',
				`parameters added to the return URL, by name; the values are ${returnedFields.join(', ')}`,
			),
			'return.schemes': setting(
				z.array(scheme).min(1, 'must name at least one scheme').max(20),
				['http', 'https'],
				'schemes that a redirectUrl may have, including the custom scheme of an app',
			),
			'return.hosts': setting(
				z
					.array(
						z
							.string()
							.max(260, 'must be at most 260 characters')
							.regex(
								hostName,
								'must be a host name such as "shop.example", with a port if you like',
							),
					)
					.min(1, 'must name at least one host')
					.max(100, 'must be at most 100 hosts')
					.nullable(),
				null,
				'hosts that an http or https redirectUrl may have; null for all',
			),
		},
	}),
	'D-37': gap({
		line: null,
		notShown: 'when the return link is shown, and whether the return is automatic',
		assumed: 'RETURN TO ACCOUNT is shown on the status page in every state; never automatic',
		shapes: ['cashier'],
		settings: {
			'return.showIn': setting(
				showIn,
				'before-final',
				'when the status page shows the return link: `before-final` (always), `after-final` (once the payment is final), `never`, or a list of states',
			),
			'return.auto': setting(
				durationSchema.refine((time) => toMs(time) <= hourMs, 'must be at most "1h"').nullable(),
				null,
				'time after which the page of a final payment returns automatically; null for never',
			),
		},
	}),
	'D-38': gap({
		line: null,
		notShown: 'whether the shopper can cancel on the cashier',
		assumed: 'yes, with a button',
		shapes: ['cashier'],
		settings: {
			'cashier.cancel': setting(z.boolean(), true, 'whether the cashier has a cancel button'),
		},
	}),
	'D-39': gap({
		line: null,
		notShown: 'what /pay shows for an unknown, expired or finished session',
		assumed: 'unknown: a neutral 404 without a link; expired or finished: the status page',
		shapes: ['cashier'],
		settings: {
			'cashier.pages.unknown': setting(
				z.literal([404, 410, 200]),
				404,
				'HTTP status of the neutral page for an unknown session',
			),
			'cashier.pages.ended': setting(
				z.enum(['status', 'neutral']),
				'status',
				'page of a payment that has ended',
			),
		},
	}),
	'D-40': gap({
		line: null,
		notShown: 'address and refresh of the status page',
		assumed:
			'/pay itself after the submit; it updates at once by server-sent events, and otherwise (also without scripts) every 3 seconds',
		shapes: ['cashier'],
		settings: {
			'cashier.statusPath': setting(
				z
					.string()
					.max(60, 'must be at most 60 characters')
					.regex(
						/^\/[a-z][a-z0-9-]*(\/[a-z0-9-]+)*$/,
						'must be a path in lower case, such as "/status"',
					)
					.refine((path) => !takenPath.test(path), 'must be a path that nothing else answers')
					.nullable(),
				null,
				'path of the status page; null for /pay itself',
			),
			'cashier.poll': setting(
				durationSchema.refine(
					(time) => toMs(time) >= 100 && toMs(time) <= hourMs,
					'must be from "100ms" to "1h"',
				),
				'3s',
				'how often the status page polls',
			),
			'cashier.live': setting(
				z.enum(['events', 'poll']),
				'events',
				'events: the page updates by server-sent events; poll: it only polls',
			),
		},
	}),
	'D-41': gap({
		line: null,
		notShown: 'the language of the pages when the requested one is not supported',
		assumed: 'the fallback language, with a warning',
		shapes: ['cashier'],
		settings: {
			'cashier.languages': setting(
				z.array(language).min(1, 'must name at least one language').max(50),
				[...spokenLanguages],
				'languages accepted without a warning; a language without texts is shown in English',
			),
			'cashier.fallback': setting(language, 'EN', 'language used in place of an unsupported one'),
		},
	}),
	'D-42': gap({
		line: null,
		notShown: 'how to query the outcome by API',
		assumed: 'not under /v2; the control API of the sandbox returns it',
		shapes: [],
		settings: {},
	}),
	'D-44': gap({
		line: null,
		notShown: 'how often the shopper may try again after a decline',
		assumed: 'three attempts per session, then the decline is final',
		shapes: ['hybridPayment', 'cashier'],
		settings: {
			'cashier.maxAttempts': setting(
				z
					.int()
					.min(1, 'must be 1 or more')
					.max(highestMaxAttempts, `must be at most ${highestMaxAttempts}`),
				3,
				'attempts per session, for payments created afterwards',
			),
		},
	}),
};

/** How strictly a payer's document is checked. */
const documentChecks = ['off', 'format', 'checkdigit'] as const;

export type DocumentCheck = (typeof documentChecks)[number];

export const payerGaps = {
	'D-46': gap({
		line: 16,
		notShown: 'which details an option and a country ask the payer for, and how they are checked',
		assumed:
			'a card: the five documented ones; other options: those known from public sources, filled in with test values; a document is checked by its format, and by its check digit where every issued document has a valid one',
		shapes: ['cashier'],
		settings: {
			'cashier.documents.enforce': setting(
				z.enum(documentChecks),
				'checkdigit',
				'how strictly documents are checked; a doubtful check digit only causes a warning',
			),
		},
	}),
};
