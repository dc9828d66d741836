/** `GET /pay/events?sessionId=…`: server-sent events that tell the status page to update. */
import type { PaymentDeps } from '../actions/perform.ts';
import type { PaymentSnapshot } from '../actions/watch-payment.ts';
import { watchPayment } from '../actions/watch-payment.ts';
import { toMs } from '../contract/duration.ts';
import { endpointAssumptions } from '../contract/gaps/ledger.ts';
import { defaultWorkspace } from '../contract/routes.ts';
import { isFinal } from '../domain/allowed.ts';
import { paymentKeyOf } from '../domain/payment.ts';
import { stateAt } from '../domain/timeline.ts';
import type { AbortSignalLike } from '../runtime/time.ts';
import type { Call, Reply, ReplyNotes, RouteResult } from '../wire/call.ts';
import { chanceIn, nowIn } from '../workspaces/record.ts';
import { unknownSessionNotes } from './pages.ts';
import { isEndHidden, statusVersion } from './payment-status.ts';

export interface StatusStreamDeps extends PaymentDeps {
	/** The signal that is aborted when the sandbox stops. */
	stopping: AbortSignal;
	monotonicMs(): number;
}

const notes: ReplyNotes = { assumptions: endpointAssumptions('cashier') };
/** The response has no body, so a client that does not know the session learns nothing about it. */
const notFound: Reply = { status: 404, contentType: 'text/plain; charset=utf-8', text: '', notes };
/** An EventSource does not reconnect after 204 (WHATWG HTML, 9.2). */
const noContent: Reply = { ...notFound, status: 204 };

/** Tells proxies (nginx and others) not to buffer the stream. */
const unbuffered = { 'X-Accel-Buffering': 'no' };

/** How long a page polls until it asks for a stream again, in seconds. */
const retryAfterS = 10;

export function streamStatus(deps: StatusStreamDeps) {
	const { store, wallNow } = deps;
	const limitStreams = createStreamLimit(deps.stopping);
	return async (call: Call): Promise<RouteResult> => {
		const { workspace, query, method, clientGone } = call;
		const sessionId = String(query.sessionId ?? '');
		const found = await store.read(workspace, sessionId);
		if (found?.payment.sessionId !== sessionId) {
			return { ...notFound, notes: unknownSessionNotes(sessionId) };
		}
		const snapshot: PaymentSnapshot = { ...found, wallMs: wallNow() };
		const { payment, record } = snapshot;
		const { cashier, limits } = record.settings.inForce;
		const { state, final } = statusOf(snapshot);
		if (cashier.live === 'poll' || state === 'created' || state === null) return notFound;
		const { transactionId, paymentReference } = payment;
		const paymentCall = {
			transactionId,
			paymentReference,
			record,
			chance: chanceIn(record, `${paymentKeyOf(payment)} events ${state}`),
		};
		if (final && call.header('last-event-id') === statusVersion(snapshot)) {
			return { answer: noContent, paymentCall };
		}
		const contentType = 'text/event-stream; charset=utf-8';
		const reply: Reply = { status: 200, contentType, text: '', headers: unbuffered, notes };
		if (method === 'HEAD') return { answer: { ...reply, following: noEvents() }, paymentCall };
		const server = await store.workspaceRecord(defaultWorkspace);
		const opened = limitStreams(`${workspace} ${sessionId}`, clientGone, {
			eventStreams: server.settings.inForce.limits.eventStreams,
			eventStreamsPerSession: limits.eventStreamsPerSession,
		});
		if ('ended' in opened) {
			const following = statusEvents(deps, { workspace, sessionId }, opened.ended);
			return { answer: { ...reply, following }, paymentCall };
		}
		const refusal = { ...opened, retryAfterS };
		return { answer: { code: 'too_many_event_streams', ...refusal }, paymentCall };
	};
}

/** An empty stream for HEAD, which needs only the headers. */
async function* noEvents() {}

type Maxima = Record<'eventStreams' | 'eventStreamsPerSession', number>;
type OpenedStream = { ended: AbortSignal } | { setting: string; maximum: number };

/** Counts the open streams of this process, and ends all of them when the sandbox stops. */
function createStreamLimit(stopping: AbortSignal) {
	const bySession = new Map<string, Set<AbortController>>();
	let open = 0;
	stopping.addEventListener('abort', () => {
		for (const streams of bySession.values()) for (const stream of streams) stream.abort();
	});
	/**
	 * Opens a stream, or returns the limit that is reached. The signal `ended` is aborted when the client disconnects or
	 * the sandbox stops.
	 */
	return (session: string, clientGone: AbortSignalLike, maxima: Maxima): OpenedStream => {
		const streams = bySession.get(session) ?? new Set();
		const { eventStreams, eventStreamsPerSession } = maxima;
		if (open >= eventStreams) return { setting: 'limits.eventStreams', maximum: eventStreams };
		if (streams.size >= eventStreamsPerSession) {
			return { setting: 'limits.eventStreamsPerSession', maximum: eventStreamsPerSession };
		}
		const stream = new AbortController();
		if (stopping.aborted || clientGone.aborted) stream.abort();
		if (clientGone.aborted) return { ended: stream.signal };
		open += 1;
		bySession.set(session, streams.add(stream));
		clientGone.addEventListener('abort', () => {
			stream.abort();
			if (streams.delete(stream)) open -= 1;
			if (streams.size === 0 && bySession.get(session) === streams) bySession.delete(session);
		});
		return { ended: stream.signal };
	};
}

/** Read the store at least this often: another process may have changed the payment. */
const pollMs = 1_000;

/** A comment line keeps proxies from closing the stream, and detects a client that has gone. */
const heartbeatMs = 15_000;

/**
 * Yields one event for the current status, and one for each change of what the pages show. Ends when the payment is
 * final.
 */
export async function* statusEvents(
	deps: Pick<StatusStreamDeps, 'store' | 'wallNow' | 'monotonicMs'>,
	followed: { workspace: string; sessionId: string },
	ended: AbortSignal,
): AsyncGenerator<string, void> {
	const until = { forMs: Number.POSITIVE_INFINITY, endings: [ended], pollMs: () => pollMs };
	let sentVersion: string | null = null;
	let sentMs = 0;
	for await (const snapshot of watchPayment(deps, followed, until)) {
		if (snapshot === null) return;
		const version = statusVersion(snapshot);
		const nowMs = deps.monotonicMs();
		if (version !== sentVersion) {
			const status = statusOf(snapshot);
			const { poll } = snapshot.record.settings.inForce.cashier;
			yield `retry: ${toMs(poll)}\nevent: status\nid: ${version}\ndata: ${JSON.stringify(status)}\n\n`;
			if (status.final) return;
		} else if (nowMs - sentMs >= heartbeatMs) yield ':\n\n';
		else continue;
		sentVersion = version;
		sentMs = nowMs;
	}
}

/** The status that a page shows. If the pages hide the end of the payment, the state is null and final. */
function statusOf(snapshot: PaymentSnapshot) {
	const { payment, record, wallMs } = snapshot;
	if (isEndHidden(snapshot)) return { state: null, final: true };
	const now = nowIn(record, wallMs);
	return { state: stateAt(payment, now), final: isFinal(payment, now) };
}
