/** Looks up the references of the merchant's orders that a group of findings is about. */
import type { FindingGroup } from '../contract/findings.ts';
import { maxNamedIds } from '../contract/findings.ts';
import type { CallFacts, PaymentFacts } from './facts.ts';

export interface References {
	readonly byEntry: ReadonlyMap<number, string>;
	/** By transaction id. */
	readonly byPayment: ReadonlyMap<string, string>;
}

/** Reads the references of all calls and payments; yields after each. */
export function* referencesIn(
	calls: readonly CallFacts[],
	payments: readonly PaymentFacts[],
): Generator<void, References> {
	const byEntry = new Map<number, string>();
	const byPayment = new Map<string, string>();
	for (const { id, reference } of calls) {
		if (reference !== null) byEntry.set(id, reference);
		yield;
	}
	for (const { transactionId, reference } of payments) {
		if (reference !== null) byPayment.set(transactionId, reference);
		yield;
	}
	return { byEntry, byPayment };
}

/** The references of these payments and journal entries, without duplicates, the latest one last. */
export function referencesOf(
	{ payments, entries }: Pick<FindingGroup, 'payments' | 'entries'>,
	{ byEntry, byPayment }: References,
): string[] {
	const ofPayments = payments.flatMap((id) => byPayment.get(id) ?? []);
	const ofEntries = entries.flatMap((id) => byEntry.get(id) ?? []);
	const latestFirst = [...ofPayments, ...ofEntries].reverse();
	return [...new Set(latestFirst)].slice(0, maxNamedIds).reverse();
}
