/**
 * Recognises requests that an HTTP client sends again by itself. libcurl, Chromium, Java's HttpURLConnection and OkHttp do
 * so, even with a POST, and Go with an `Idempotency-Key`, when a reused connection ends without a byte of the response. All
 * but OkHttp are measured.
 */
import type { Fault } from '../contract/faults.ts';
import type { HeaderFault } from './header.ts';

/** A fault with its rule. */
export interface ChosenFault extends HeaderFault {
	/** The id of the rule. */
	id: string;
	/** The id of the write of the rule; null if the fault is from a header of the call. */
	writeId: string | null;
}

interface CutCall {
	/** The digest of method, path, query, life of the workspace, headers and body. */
	request: string;
	/** The socket of the call's connection, to compare its identity. */
	socket: object;
	cutMs: number;
	chosen: ChosenFault;
	/** How many re-sends may follow, one after another. */
	resendsLeft: number;
}

export interface ResendTracker {
	/** Whether a call was cut so recently that a request may repeat it. */
	isExpected(): boolean;
	/** Call this when a fault cut a call without sending a byte, and re-sends may follow. */
	noteCut(cut: Omit<CutCall, 'cutMs'>): void;
	/** Returns the cut call that this request repeats, once; null if it repeats none. */
	take(request: string, socket: object): Pick<CutCall, 'chosen' | 'resendsLeft'> | null;
}

/** How long after the cut a request counts as a repeat, in milliseconds: HTTP clients send again at once. */
const withinMs = 100;
const maxCuts = 1_000;

export function createResendTracker(monotonicMs: () => number): ResendTracker {
	let cuts: CutCall[] = [];
	return {
		isExpected() {
			if (cuts.length === 0) return false;
			const sinceMs = monotonicMs() - withinMs;
			if ((cuts[0]?.cutMs ?? 0) < sinceMs) cuts = cuts.filter(({ cutMs }) => cutMs >= sinceMs);
			return cuts.length > 0;
		},
		noteCut(cut) {
			if (cuts.length === maxCuts) cuts.shift();
			cuts.push({ ...cut, cutMs: monotonicMs() });
		},
		take(request, socket) {
			const found = cuts.findIndex((cut) => cut.request === request && cut.socket !== socket);
			if (found < 0) return null;
			return cuts.splice(found, 1)[0] ?? null;
		},
	};
}

interface ClientHeaders {
	readonly connection?: string | undefined;
	readonly 'user-agent'?: string | undefined;
}

/** Clients that write `Connection: keep-alive` and never repeat a POST. Node's `http` names no agent. */
const neverResending = /^(?:node|undici|axios\/.*|python-requests\/.*)?$/;

/** Whether the client that sent these headers may repeat a call by itself. */
export const mayResend = ({ connection, 'user-agent': agent = '' }: ClientHeaders): boolean =>
	connection?.toLowerCase() !== 'keep-alive' || !neverResending.test(agent);

/**
 * A browser sends a page again until a new connection fails. It may have opened as many ahead, and counts those as used.
 */
const maxPageResends = 6;

/** How many re-sends of a call may follow, one after another. */
export function resendsOf({ isPage, isReused }: { isPage: boolean; isReused: boolean }): number {
	if (isPage) return maxPageResends;
	return isReused ? 1 : 0;
}

/** Whether a client may repeat a call by itself after this fault, which ends the connection without a byte. */
export const invitesResend = ({ kind }: Fault) =>
	kind === 'close' || kind === 'reset' || kind === 'hang';
