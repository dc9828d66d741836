/** A page of journal entries, newest first. */
import type { JournalEntry, JournalFilter, JournalView } from '../contract/journal.ts';
import type { Booking } from './booking.ts';
import { viewCounters } from './counters.ts';
import type { Journal } from './journal.ts';
import { viewBooking } from './view.ts';

/** `cursor`: only older entries. */
type PageWanted = JournalFilter & { limit: number };

interface JournalPage {
	/** At most `limit` of them. */
	entries: JournalEntry[];
	/** Of the whole workspace; the filter does not apply. */
	counters: JournalView['counters'];
}

export function pageOf(
	journal: Pick<Journal, 'of'>,
	world: string,
	wanted: PageWanted,
): JournalPage {
	const calls = journal.of(world);
	const found: Booking[] = [];
	for (const booking of calls?.ring.newestFirst() ?? []) {
		if (found.length === wanted.limit) break;
		if (fits(booking, wanted)) found.push(booking);
	}
	return {
		entries: found.map(viewBooking),
		counters: viewCounters(calls?.counters ?? new Map()),
	};
}

function fits(booking: Booking, wanted: PageWanted): boolean {
	const { endpoint, status, transactionId, cursor } = wanted;
	return (
		(cursor === undefined || booking.id < cursor) &&
		(endpoint === undefined || booking.endpoint === endpoint) &&
		(status === undefined || booking.status === status) &&
		(transactionId === undefined || booking.transactionId === transactionId)
	);
}
