/** The beginning of a payment: created, and expired at the end of its first window unless something happens. */
import type { Payment } from './payment.ts';

type Facts = Omit<
	Payment,
	| 'challenge'
	| 'foreseen'
	| 'listedOptions'
	| 'timeline'
	| 'attempts'
	| 'choice'
	| 'steered'
	| 'calls'
	| 'callCounts'
>;

const noneListed: readonly string[] = Object.freeze([]);

export function createPayment(facts: Facts, windowMs: number): Payment {
	const { createdAt } = facts;
	return {
		...facts,
		choice: null,
		challenge: null,
		foreseen: null,
		listedOptions: noneListed,
		attempts: [],
		steered: null,
		calls: [],
		callCounts: {},
		timeline: [
			{ state: 'created', at: createdAt, cause: 'payment-options' },
			{ state: 'expired', at: createdAt + windowMs, cause: 'the session ended without a choice' },
		],
	};
}
