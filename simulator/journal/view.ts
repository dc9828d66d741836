/** What a reader of the journal sees of a call. */
import type { JournalEntry } from '../contract/journal.ts';
import { warnings } from '../contract/warnings.ts';
import { assumptionsOf } from '../wire/write.ts';
import { readClock } from '../workspaces/clock.ts';
import { endpointOf } from './counters.ts';
import type { Booking } from './journal.ts';
import type { Place } from './texts.ts';
import { textAt } from './texts.ts';

export function viewBooking(booking: Booking, worker: number): JournalEntry {
	const { id, arrived, notes, status, wallMs, injectedMs, ownMs } = booking;
	const { warnings: codes = [], cause = null, problem = null } = notes;
	return {
		id,
		at: iso(readClock(arrived.clock, wallMs)),
		wallAt: iso(wallMs),
		method: arrived.method,
		path: arrived.path,
		endpoint: endpointOf(arrived),
		requestId: arrived.requestId,
		worker,
		status,
		problem,
		transactionId: arrived.transactionId,
		authorization: arrived.authorization ? 'present' : 'absent',
		idempotencyKey: arrived.idempotencyKey ? 'present' : 'absent',
		request: read(booking.sent),
		response: read(booking.told),
		timing: { injectedMs: round(injectedMs), ownMs: round(ownMs) },
		assumptions: assumptionsOf(notes, arrived),
		warnings: codes.map((code) => ({ code, text: warnings[code] })),
		cause,
	};
}

/** What is no JSON is shown as the text it is. */
function read(place: Place | null): unknown {
	if (place === null) return null;
	const text = textAt(place);
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** Hundredths of a millisecond. */
function round(ms: number): number {
	return Math.round(ms * 100) / 100;
}

function iso(ms: number): string {
	return new Date(ms).toISOString();
}
