/** One call as it is kept: what was known of it anyway, and nothing that holds more than it shows. */
import type { ClockRecord } from '../contract/clock.ts';
import type { GapId } from '../contract/gaps/ledger.ts';
import type { JournalEndpoint } from '../contract/journal.ts';
import { cashierEvents, cashierPath, servicePaths } from '../contract/routes.ts';
import type { Notes, Reply } from '../wire/call.ts';
import type { RequestContext } from '../wire/request-context.ts';
import { shownPath } from '../wire/shown-path.ts';
import { mayHoldCard, withoutCardData } from './card-data.ts';
import type { Place, Texts } from './texts.ts';

/** Not the call itself: it holds the settings of its time, of which others may have come since. */
export interface Booking {
	readonly id: number;
	readonly wallMs: number;
	readonly ownMs: number;
	readonly injectedMs: number;
	/** Of the workspace, when the call came. */
	readonly clock: ClockRecord;
	readonly method: string;
	/** As it may be shown. */
	readonly path: string;
	readonly endpoint: JournalEndpoint;
	readonly requestId: string;
	readonly transactionId: string | null;
	/** Whether they were sent. */
	readonly authorization: boolean;
	readonly idempotencyKey: boolean;
	/** By how the call came, beside those of its answer. */
	readonly assumptions: readonly GapId[];
	readonly status: number;
	readonly notes: Notes;
	readonly gone: boolean;
	/** The body of a documented call as it was sent. */
	readonly sent: Place | null;
	/** JSON as it was told; null for a page. */
	readonly told: Place | null;
	/** What it takes in memory, roughly. */
	readonly bytes: number;
}

/** What only the one who books knows. */
export interface Occasion {
	id: number;
	wallMs: number;
	ownMs: number;
	gone: boolean;
	endpoint: JournalEndpoint;
	texts: Texts;
}

/** Beside the texts: the entry, and what is known of the call. */
const entryBytes = 600;

export function endpointOf({ call, path, settings }: RequestContext): JournalEndpoint {
	if (call !== null) return call;
	const ofTheCashier = [cashierPath, cashierEvents, settings.cashier.statusPath];
	return ofTheCashier.includes(path) ? 'cashier' : 'unknown';
}

export function bookingOf(
	context: RequestContext,
	{ contentType, text, notes, status, injectedMs = 0 }: Reply,
	{ id, wallMs, ownMs, gone, endpoint, texts }: Occasion,
): Booking {
	const path = keptPath(context);
	const isPage = contentType.startsWith('text/html');
	const told = isPage || text === '' ? null : texts.keep(text);
	const sent = keepSent(context, texts);
	return {
		id,
		wallMs,
		ownMs,
		injectedMs,
		clock: context.clock,
		method: context.method,
		path,
		endpoint,
		requestId: context.requestId,
		transactionId: context.transactionId,
		authorization: context.authorization,
		idempotencyKey: context.idempotencyKey,
		assumptions: context.assumptions,
		status,
		notes,
		gone,
		sent,
		told,
		bytes: entryBytes + path.length + lengthOf(sent) + lengthOf(told),
	};
}

/** The one text there is of a documented path. Any other is copied: it may be a part of a longer one, which it would hold. */
function keptPath({ call, path }: RequestContext): string {
	if (call !== null && path === servicePaths[call]) return servicePaths[call];
	return Buffer.from(shownPath(path)).toString();
}

/** The call itself lets it go. */
function keepSent(context: RequestContext, texts: Texts): Place | null {
	const { sent } = context;
	context.sent = null;
	if (sent === null) return null;
	return texts.keep(mayHoldCard(sent) ? withoutCardData(sent) : sent);
}

function lengthOf(place: Place | null): number {
	return place === null ? 0 : place.to - place.from;
}
