/** The journal as its readers see it: pages of entries, newest first, whichever process answered the calls. */
import type { JournalEntry, JournalFilter, JournalView } from '../contract/journal.ts';
import type { Booking } from './booking.ts';
import { viewCounters } from './counters.ts';
import type { Journal, LimitsHere } from './journal.ts';
import { viewBooking } from './view.ts';

/** `cursor`: only older ones. */
export type PageWanted = JournalFilter & { limit: number };

export interface JournalPage {
	/** At most as many as were wanted. */
	entries: JournalEntry[];
	/** Of the whole world, whatever was filtered. */
	counters: JournalView['counters'];
}

/** What the whole server has booked, by the secrets of worlds. */
export interface JournalReader {
	page(world: string, wanted: PageWanted): Promise<JournalPage>;
	/** Forgets the entries of a world, and its counters; how many entries there were. */
	clear(world: string): Promise<number>;
	/** By the settings of the whole server as they were last read. */
	limitTo(limits: LimitsHere): void;
}

/** Of a process that is the whole server. */
export function ownPages(journal: Journal): JournalReader {
	return {
		page: async (world, wanted) => pageOf(journal, world, wanted),
		clear: async (world) => journal.clear(world),
		limitTo: journal.limitTo,
	};
}

export function pageOf(journal: Journal, world: string, wanted: PageWanted): JournalPage {
	const calls = journal.of(world);
	const found: Booking[] = [];
	for (const booking of calls?.ring.newestFirst() ?? []) {
		if (found.length === wanted.limit) break;
		if (fits(booking, wanted)) found.push(booking);
	}
	return {
		entries: found.map((booking) => viewBooking(booking, journal.worker)),
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
