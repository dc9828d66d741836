/** What a reader of the journal sees of a call. */
import type { JournalEntry } from '../contract/journal.ts';
import { warnings } from '../contract/warnings.ts';
import { assumptionsOf } from '../wire/write.ts';
import { readClock } from '../workspaces/clock.ts';
import type { Booking } from './booking.ts';
import type { Place } from './texts.ts';
import { textAt } from './texts.ts';

export function viewBooking(booking: Booking): JournalEntry {
	const { notes, wallMs } = booking;
	const { warnings: codes = [], cause = null, problem = null } = notes;
	return {
		id: booking.id,
		at: iso(readClock(booking.clock, wallMs)),
		wallAt: iso(wallMs),
		method: booking.method,
		path: booking.path,
		endpoint: booking.endpoint,
		requestId: booking.requestId,
		status: booking.status,
		gone: booking.gone,
		problem,
		transactionId: booking.transactionId,
		authorization: booking.authorization ? 'present' : 'absent',
		idempotencyKey: booking.idempotencyKey ? 'present' : 'absent',
		request: read(booking.sent),
		response: read(booking.told),
		timing: { injectedMs: round(booking.injectedMs), ownMs: round(booking.ownMs) },
		assumptions: assumptionsOf(notes, booking),
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
