/**
 * Gaps about ids, repeated calls and the states of a payment (D-09, D-21, D-28 to D-35, D-45): what the interface
 * document does not state, our assumptions, and their settings.
 */
import { z } from 'zod';
import { durationSchema } from '../duration.ts';
import { serviceCalls } from '../routes.ts';
import { setting } from '../setting.ts';
import { gap } from './gap.ts';
import { credentialHeaderName } from './http.ts';

const scope = z.enum(['session', 'catalog']);
const banks = z.array(z.string()).max(100, 'must have at most 100 entries');
const method = z.strictObject({
	window: durationSchema.optional(),
	/** The banks that the list of suboptions leaves out. */
	hideBanks: banks.optional(),
	/** The banks that are listed but refused when they are chosen (D-47). */
	refuseBanks: banks.optional(),
});

const methods = setting(
	z.record(z.string(), method),
	{},
	'by the name of the payment option: its window, counted from hybrid-payment, ids of banks to leave out of its list and refuse, and of listed banks to refuse: {"PSE": {"window": "20m", "hideBanks": [], "refuseBanks": ["co-pse-01"]}}',
);

export const flowGaps = {
	'D-09': gap({
		line: 154,
		notShown: 'transitions between states',
		assumed:
			'created, redirected, opened, processing, then confirmed or declined; opened may be cancelled or expire; processing has no timeout; expired may still be confirmed, only on request',
		shapes: ['cashier'],
		settings: {
			'processing.timeout': setting(
				durationSchema.nullable(),
				null,
				'time from the submit until a payment in processing expires; null for never',
			),
		},
	}),
	'D-21': gap({
		line: 189,
		notShown: 'lifetime of a session',
		assumed:
			'30 minutes until hybrid-payment, then the window of the chosen option: 30 minutes, or 24 hours or 7 days for a voucher',
		shapes: ['paymentOptions', 'hybridPayment', 'cashier'],
		settings: {
			'session.ttl': setting(durationSchema, '30m', 'time from payment-options to hybrid-payment'),
			methods,
		},
	}),
	'D-47': gap({
		line: null,
		notShown: 'the answer to a bank that was listed and is gone when it is chosen',
		assumed:
			'409 suboption_unavailable, only for the banks in hideBanks and refuseBanks of methods.<option> that are not the current choice',
		shapes: ['paymentSuboptions', 'hybridPayment'],
		settings: { methods },
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
				'scope in which a paymentOptionId is stable; a payment keeps the scope of its creation',
			),
			'ids.suboptionScope': setting(
				scope,
				'catalog',
				'scope in which the id of a suboption is stable; a payment keeps the scope of its creation',
			),
		},
	}),
	'D-29': gap({
		line: null,
		notShown: 'whether uuid may be sent as optionId',
		assumed: 'no: 400, with the right id',
		shapes: [],
		settings: {
			'ids.acceptUuidAsOptionId': setting(
				z.boolean(),
				false,
				'true accepts the uuid in place of the id',
			),
		},
	}),
	'D-30': gap({
		line: null,
		notShown: 'the response of payment-suboptions for an option without suboptions',
		assumed: '409',
		shapes: [],
		settings: {
			'suboptions.forPlain': setting(
				z.enum(['error', 'emptyList']),
				'error',
				'response for an option without suboptions',
			),
		},
	}),
	'D-31': gap({
		line: null,
		notShown: 'the response to a missing or unneeded optionId',
		assumed: '400 in both cases',
		shapes: [],
		settings: {
			'hybrid.extraOptionId': setting(
				z.enum(['reject', 'ignore']),
				'reject',
				'reaction to an optionId for an option without suboptions; ignore adds a warning',
			),
		},
	}),
	'D-32': gap({
		line: null,
		notShown: 'whether suboptions must be listed before one is chosen',
		assumed: 'no: a valid id is accepted, with a warning',
		shapes: [],
		settings: {
			'hybrid.requireListing': setting(
				z.boolean(),
				false,
				'true rejects a suboption until payment-suboptions was called for its option',
			),
		},
	}),
	'D-33': gap({
		line: null,
		notShown: 'the response to a repeated hybrid-payment',
		assumed:
			'the same choice gets the same response, except for a cancelled payment (409) and an expired one (410); another choice replaces the first until the shopper submits, then 409',
		shapes: ['hybridPayment'],
		settings: {
			'hybrid.repeat': setting(
				z.enum(['same', 'replace', 'reject']),
				'replace',
				'same: only the same choice may be repeated; replace: another choice may replace it; reject: no second call',
			),
		},
	}),
	'D-34': gap({
		line: null,
		notShown: 'the response to a paymentReference that was sent before',
		assumed: 'a new transaction each time, with a warning',
		shapes: [],
		settings: {
			'reference.duplicate': setting(
				z.enum(['allow', 'reject', 'replay']),
				'allow',
				'allow: a new transaction; reject: 409; replay: the response for the first payment again for the same request, in the form that the present settings give it, 409 for another, and 409 if the payment was created under another value without an idempotency key, because its request was not stored then',
			),
		},
	}),
	'D-35': gap({
		line: null,
		notShown: 'whether there are idempotency keys',
		assumed: 'no: each payment-options call creates a new transaction',
		shapes: ['paymentOptions'],
		settings: {
			'idempotency.header': setting(
				credentialHeaderName.nullable(),
				null,
				'header of payment-options with the key, such as "Idempotency-Key"; the same request with the same key gets the same response (status, content type and drift as the present settings say); errors are not stored; null to ignore keys. The other calls need no key to be repeated (D-33)',
			),
			'idempotency.ttl': setting(
				durationSchema,
				'24h',
				'lifetime of a key from its first call; it ends with its payment at the latest. With reference.duplicate = replay, a payment keeps its first key and the latest ten of the others',
			),
			'idempotency.conflict': setting(
				z.literal([409, 422]),
				409,
				'status when a key is sent again with another request: another value of a documented field, of X-Sandbox-Outcome or of X-Sandbox-Return. Other fields are not compared',
			),
		},
	}),
	'D-45': gap({
		line: null,
		notShown: 'whether two sessions may share a transaction, and the case of UUIDs',
		assumed: 'one session per transaction; UUIDs of version 4 in lower case',
		shapes: serviceCalls,
		settings: {},
	}),
};
