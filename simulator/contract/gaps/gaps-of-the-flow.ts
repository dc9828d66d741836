/** Gaps of the flow: ids, repeats, the life of a payment (D-09, D-21, D-28 to D-35, D-45). */
import { z } from 'zod';
import { durationSchema } from '../duration.ts';
import { serviceCalls } from '../routes.ts';
import { setting } from '../setting.ts';
import { gap } from './gap.ts';
import { freeHeader } from './http-values.ts';

const scope = z.enum(['session', 'catalog']);
const window = z.strictObject({ window: durationSchema });

export const gapsOfTheFlow = {
	'D-09': gap({
		line: 154,
		notShown: 'transitions between states',
		assumed:
			'created, redirected, opened, processing, then confirmed or declined; opened may be cancelled or expire; processing never times out by itself; expired may still be confirmed, on request only',
		shapes: ['cashier'],
		settings: {
			'processing.timeout': setting(
				durationSchema.nullable(),
				null,
				'how long after the submit a payment in processing expires; null for never',
			),
		},
	}),
	'D-21': gap({
		line: 189,
		notShown: 'lifetime of a session',
		assumed:
			'30 minutes until hybrid-payment, then the window of the chosen option: 30 minutes, for a slip to pay later 24 hours or 7 days',
		shapes: ['paymentOptions', 'hybridPayment'],
		settings: {
			'session.ttl': setting(durationSchema, '30m', 'from payment-options to hybrid-payment'),
			methods: setting(
				z.record(z.string(), window),
				{},
				'windows by the name of the payment option, from hybrid-payment on: {"PSE": {"window": "20m"}}',
			),
		},
	}),
	'D-28': gap({
		line: null,
		notShown: 'whether ids are stable across sessions',
		assumed:
			'paymentOptionId and the uuid of a suboption are new for each session; the id of a suboption stays',
		shapes: ['paymentOptions', 'paymentSuboptions'],
		settings: {
			'ids.optionScope': setting(
				scope,
				'session',
				'where a paymentOptionId is the same; a payment keeps the scope it was created with',
			),
			'ids.suboptionScope': setting(
				scope,
				'catalog',
				'where the id of a suboption is the same; a payment keeps the scope it was created with',
			),
		},
	}),
	'D-29': gap({
		line: null,
		notShown: 'whether uuid may be sent as optionId',
		assumed: 'no: 400, with the right id',
		shapes: [],
		settings: {
			'ids.acceptUuidAsOptionId': setting(z.boolean(), false, 'whether uuid is as good as id'),
		},
	}),
	'D-30': gap({
		line: null,
		notShown: 'what payment-suboptions answers for an option without them',
		assumed: '409',
		shapes: [],
		settings: {
			'suboptions.forPlain': setting(
				z.enum(['error', 'emptyList']),
				'error',
				'what an option without suboptions answers',
			),
		},
	}),
	'D-31': gap({
		line: null,
		notShown: 'what a missing or needless optionId meets',
		assumed: '400 in both cases',
		shapes: [],
		settings: {
			'hybrid.extraOptionId': setting(
				z.enum(['reject', 'ignore']),
				'reject',
				'what an optionId for an option without suboptions meets; ignored with a warning',
			),
		},
	}),
	'D-32': gap({
		line: null,
		notShown: 'whether suboptions must be listed before one is chosen',
		assumed: 'no: a right id is accepted, with a warning',
		shapes: [],
		settings: {
			'hybrid.requireListing': setting(
				z.boolean(),
				false,
				'whether a suboption is refused until payment-suboptions was called for its option',
			),
		},
	}),
	'D-33': gap({
		line: null,
		notShown: 'what hybrid-payment answers the second time',
		assumed:
			'the same choice gives the same answer; another one replaces it until the shopper submits, then 409',
		shapes: ['hybridPayment'],
		settings: {
			'hybrid.repeat': setting(
				z.enum(['same', 'replace', 'reject']),
				'replace',
				'only the same choice may be repeated, another may replace it, or nothing may',
			),
		},
	}),
	'D-34': gap({
		line: null,
		notShown: 'what a paymentReference that was sent before meets',
		assumed: 'a new transaction each time, with a warning',
		shapes: [],
		settings: {
			'reference.duplicate': setting(
				z.enum(['allow', 'reject', 'replay']),
				'allow',
				'a new transaction, a 409, or the answer of the first one again, to the same request; 409 to another',
			),
		},
	}),
	'D-35': gap({
		line: null,
		notShown: 'whether there are idempotency keys',
		assumed: 'they are ignored: each payment-options call makes a new transaction',
		shapes: ['paymentOptions'],
		settings: {
			'idempotency.header': setting(
				freeHeader.nullable(),
				null,
				'header of payment-options that carries the key, such as "Idempotency-Key"; the same request under the same key gets the same answer, refusals are not kept; null to ignore keys. The other calls may be repeated without (D-33)',
			),
			'idempotency.ttl': setting(
				durationSchema,
				'24h',
				'how long a key is remembered from its first call, and no longer than its payment',
			),
			'idempotency.conflict': setting(
				z.literal([409, 422]),
				409,
				'status when a key comes again with another request: another body, or another X-Sandbox-Outcome or X-Sandbox-Return',
			),
		},
	}),
	'D-45': gap({
		line: null,
		notShown: 'whether two sessions may share a transaction, and the case of UUIDs',
		assumed: 'one session a transaction; UUIDs of version 4 in lower case',
		shapes: serviceCalls,
		settings: {},
	}),
};
