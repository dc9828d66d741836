/** Gaps of the hosted pages and of the way back (D-07, D-08, D-36 to D-42, D-44). */
import { z } from 'zod';
import type { paymentStates } from '../control.ts';
import { durationSchema, toMs } from '../duration.ts';
import { setting } from '../setting.ts';
import { mostAttempts } from '../test-values.ts';
import {
	hostName,
	hourMs,
	label,
	language,
	scheme,
	showIn,
	spokenLanguages,
	takenPath,
} from './cashier-values.ts';
import { gap } from './gap.ts';

/** What may travel back to the shop in a parameter. */
export const returnedFields = ['transactionId', 'sessionId', 'paymentReference', 'state'] as const;

const stateLabel = (state: (typeof paymentStates)[number]) =>
	setting(label.optional(), undefined, `heading of the status page of a payment that is ${state}`);

export const gapsOfTheCashier = {
	'D-07': gap({
		line: 151,
		notShown: 'the state after processing',
		assumed: 'confirmed, seen only on the status page and in the control API',
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
		notShown: 'what redirectUrl receives when the shopper returns',
		assumed:
			'a GET of exactly that address, nothing appended; http and https only, without a user name',
		shapes: ['cashier'],
		settings: {
			'return.append': setting(
				z.union(
					[z.literal('none'), z.record(z.string().regex(/^[\w.-]{1,60}$/), z.enum(returnedFields))],
					'must be "none" or parameters such as {"transaction": "transactionId"}',
				),
				'none',
				`parameters added to the address: ${returnedFields.join(', ')}`,
			),
			'return.schemes': setting(
				z.array(scheme).min(1, 'must name at least one scheme').max(20),
				['http', 'https'],
				'schemes that a redirectUrl may have; an app may bring its own',
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
				'hosts that an http or https redirectUrl may have; null for any',
			),
		},
	}),
	'D-37': gap({
		line: null,
		notShown: 'when the way back is shown, and whether it is taken by itself',
		assumed: 'RETURN TO ACCOUNT is shown on the status page in every state; never automatic',
		shapes: ['cashier'],
		settings: {
			'return.showIn': setting(
				showIn,
				'before-final',
				'when the status page has a way back: `before-final` always, `after-final` once nothing can happen any more, `never`, or in a list of states',
			),
			'return.auto': setting(
				durationSchema.refine((time) => toMs(time) <= hourMs, 'must be at most "1h"').nullable(),
				null,
				'after which the page of a final payment returns by itself; null for never',
			),
		},
	}),
	'D-38': gap({
		line: null,
		notShown: 'whether the shopper can cancel on the cashier',
		assumed: 'yes, by a button',
		shapes: ['cashier'],
		settings: {
			'cashier.cancel': setting(z.boolean(), true, 'whether there is a cancel button'),
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
				'status of the neutral page for an unknown session',
			),
			'cashier.pages.ended': setting(
				z.enum(['status', 'neutral']),
				'status',
				'what a payment that has ended shows',
			),
		},
	}),
	'D-40': gap({
		line: null,
		notShown: 'address and refresh of the status page',
		assumed:
			'/pay itself after the submit; it hears news at once, and looks for them every 3 seconds where it cannot, also without scripts',
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
				'how often the status page looks for news',
			),
			'cashier.live': setting(
				z.enum(['events', 'poll']),
				'events',
				'whether the page hears news as server-sent events, or only looks for them',
			),
		},
	}),
	'D-41': gap({
		line: null,
		notShown: 'what an unsupported language meets',
		assumed: 'the fallback language, with a warning',
		shapes: ['cashier'],
		settings: {
			'cashier.languages': setting(
				z.array(language).min(1, 'must name at least one language').max(50),
				[...spokenLanguages],
				'languages that are taken without a warning; one that has no texts is shown in English',
			),
			'cashier.fallback': setting(language, 'EN', 'the language in place of an unsupported one'),
		},
	}),
	'D-42': gap({
		line: null,
		notShown: 'how to ask for the outcome by API',
		assumed: 'not under /v2: the control API of the sandbox tells it',
		shapes: [],
		settings: {},
	}),
	'D-44': gap({
		line: null,
		notShown: 'how often the shopper may try again after a decline',
		assumed: 'three attempts a session, then the decline is final',
		shapes: ['cashier'],
		settings: {
			'cashier.maxAttempts': setting(
				z.int().min(1, 'must be 1 or more').max(mostAttempts, `must be at most ${mostAttempts}`),
				3,
				'attempts a session',
			),
		},
	}),
};
