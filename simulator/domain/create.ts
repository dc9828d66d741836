/** The beginning of a payment by the call that creates it: created, and expired at the end of its first window unless something happens. */
import { createdOnce, creation } from './call-way.ts';
import type { Facts } from './layout.ts';
import { layOut } from './layout.ts';
import { nothingListed } from './listed-options.ts';
import type { Payment } from './payment.ts';
import { timelineFrom } from './timeline.ts';

/** What every payment begins with is shared: a million of them are kept. */
const nothing: readonly never[] = Object.freeze([]);

export function createPayment(facts: Facts, windowMs: number): Payment {
	const { createdAt } = facts;
	return layOut(facts, {
		choice: null,
		challenge: null,
		foreseen: null,
		listedOptions: nothingListed,
		attempts: nothing,
		steered: null,
		callWay: createdOnce,
		callTimes: [createdAt],
		...timelineFrom([
			{ state: 'created', at: createdAt, cause: creation },
			{ state: 'expired', at: createdAt + windowMs, cause: 'the session ended without a choice' },
		]),
	});
}
