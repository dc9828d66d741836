/** `GET /pay/events?sessionId=…`: tells the status page at once when there is something else to show. */
import type { Engine } from '../actions/perform.ts';
import type { Standing } from '../actions/watch-payment.ts';
import { watchPayment } from '../actions/watch-payment.ts';
import { toMs } from '../contract/duration.ts';
import { restingOn } from '../contract/gaps/ledger.ts';
import { defaultWorkspace } from '../contract/routes.ts';
import { isFinal } from '../domain/allowed.ts';
import { keyOf } from '../domain/payment.ts';
import { stateAt } from '../domain/timeline.ts';
import type { Answer, Call, Notes, Reply } from '../wire/call.ts';
import { chanceIn, nowIn, rulesIn } from '../workspaces/world.ts';
import { hidesEnd } from './hidden-end.ts';
import { createStreams } from './streams.ts';
import { versionOf } from './version.ts';

export interface EventDeps extends Engine {
	/** Aborted when the sandbox stops. */
	stopping: AbortSignal;
	monotonicMs(): number;
}

const notes: Notes = { assumptions: restingOn('cashier') };
/** Without a word: who does not know the session learns nothing of it. */
const nothing: Reply = { status: 404, contentType: 'text/plain; charset=utf-8', text: '', notes };
/** Tells an event source to stop asking (WHATWG HTML, 9.2). */
const nothingMore: Reply = { ...nothing, status: 204 };

/** Asks a proxy not to gather the answer before it passes it on (nginx, and those that follow it). */
const atOnce = { 'X-Accel-Buffering': 'no' };

/** Where a stream is refused, the page looks for news by itself meanwhile. */
const retryAfterS = 10;

const settingOf = { whole: 'limits.eventStreams', ofSession: 'limits.eventStreamsPerSession' };

export function showEvents(deps: EventDeps) {
	const { store, wallNow, stopping } = deps;
	const streams = createStreams(stopping);
	return async (call: Call): Promise<Answer> => {
		const { workspace, query, method, clientGone } = call;
		const sessionId = String(query.sessionId ?? '');
		const found = await store.read(workspace, sessionId);
		if (found?.payment.sessionId !== sessionId) return nothing;
		const standing: Standing = { ...found, wallMs: wallNow() };
		const { payment, world } = standing;
		const { cashier, limits } = world.settings.inForce;
		const { state, final } = newsOf(standing);
		if (cashier.live === 'poll' || state === 'created' || state === null) return nothing;
		const { transactionId } = payment;
		const chance = chanceIn(world, `${keyOf(payment)} events ${state}`);
		const drawn = (answer: Reply) => ({ answer, chance, transactionId });
		if (final && call.header('last-event-id') === versionOf(standing)) return drawn(nothingMore);
		const contentType = 'text/event-stream; charset=utf-8';
		const reply: Reply = { status: 200, contentType, text: '', headers: atOnce, notes };
		if (method === 'HEAD') return drawn(reply);
		const server = await store.world(defaultWorkspace);
		const { eventStreams: whole } = server.settings.inForce.limits;
		const maxima = { whole, ofSession: limits.eventStreamsPerSession };
		const begun = streams.begin(`${workspace} ${sessionId}`, clientGone, maxima);
		if (!begun.ok) {
			const { over } = begun;
			const setting = settingOf[over];
			const refusal = { setting, maximum: maxima[over], retryAfterS };
			return { answer: { code: 'too_many_event_streams', ...refusal }, chance, transactionId };
		}
		const followed = { workspace, sessionId };
		return drawn({ ...reply, following: events(deps, followed, begun.ended) });
	};
}

/** Many follow for long, and a page that hears a little later misses nothing. */
const lookMs = 1_000;

/** A line that says nothing keeps proxies from closing the stream, and tells us that the client has gone. */
const heartbeatMs = 15_000;

/** One event for each change of what the pages show, the present one first; the last when the payment is final. */
export async function* events(
	deps: Pick<EventDeps, 'store' | 'wallNow' | 'monotonicMs'>,
	followed: { workspace: string; sessionId: string },
	ended: AbortSignal,
): AsyncGenerator<string, void> {
	const until = { deadlineMs: Number.POSITIVE_INFINITY, gone: ended, lookMs };
	let told: string | null = null;
	let toldMs = 0;
	for await (const standing of watchPayment(deps, followed, until)) {
		// It is forgotten: who asks again will hear so.
		if (standing === null) return;
		const version = versionOf(standing);
		const nowMs = deps.monotonicMs();
		if (version !== told) {
			const news = newsOf(standing);
			const { poll } = standing.world.settings.inForce.cashier;
			yield `retry: ${toMs(poll)}\nevent: status\nid: ${version}\ndata: ${JSON.stringify(news)}\n\n`;
			if (news.final) return;
		} else if (nowMs - toldMs >= heartbeatMs) yield ':\n\n';
		else continue;
		told = version;
		toldMs = nowMs;
	}
}

/** Final when no more will be told: also where the pages do not show the state any more, which is null then. */
function newsOf(standing: Standing) {
	const { payment, world, wallMs } = standing;
	if (hidesEnd(standing)) return { state: null, final: true };
	const now = nowIn(world, wallMs);
	return { state: stateAt(payment, now), final: isFinal(payment, { now, rules: rulesIn(world) }) };
}
