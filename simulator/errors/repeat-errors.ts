/** Refusals of what was sent before: a choice, a reference, an idempotency key (D-33 to D-35). */
import type { Entries } from './catalogue.ts';
import { words } from './catalogue.ts';

export const repeatProblems: Entries<
	'choice_made' | 'duplicate_reference' | 'idempotency_conflict' | 'invalid_idempotency_key'
> = {
	choice_made: {
		status: 409,
		title: 'The choice is made',
		assumptions: ['D-33'],
		words: ({ state }) =>
			words(
				'sessionId',
				`The payment is ${state}: hybrid-payment was called for this session before, and is taken once only.`,
				'Use the redirectUrl of the first answer, or start a new payment with payment-options.',
			),
	},
	duplicate_reference: {
		status: 409,
		title: 'Duplicate reference',
		assumptions: ['D-34'],
		words: ({ transactionId, differs }) =>
			words(
				'paymentReference',
				`The transaction ${transactionId} carries this paymentReference${differs ? ', and was made by another request: another body, or another X-Sandbox-Outcome or X-Sandbox-Return' : ''}.`,
				differs
					? 'Send the same request again for the same answer, or another paymentReference for another payment.'
					: 'Send a paymentReference that no payment carries.',
			),
	},
	idempotency_conflict: {
		status: 409,
		title: 'Idempotency key used before',
		assumptions: ['D-35'],
		words: ({ header }) =>
			words(
				header,
				`${header} carries a key that came with another request before: another body, or another X-Sandbox-Outcome or X-Sandbox-Return.`,
				'Send the same request again for the same answer, or a new key for a new payment. Refused requests use up no key.',
			),
	},
	invalid_idempotency_key: {
		status: 400,
		title: 'Invalid idempotency key',
		assumptions: ['D-35'],
		words: ({ header, maximum }) =>
			words(
				header,
				`${header} must be 1 to ${maximum} characters.`,
				`Send a key such as a UUID, or leave ${header} out.`,
			),
	},
};
