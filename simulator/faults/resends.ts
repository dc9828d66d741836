/**
 * Recognises requests that an HTTP client sends again by itself. libcurl and Java's HttpURLConnection do so, also for a POST,
 * when a reused connection ends without a byte of the response (measured).
 */
import type { Fault } from '../contract/faults.ts';
import type { HeaderFault } from './header.ts';

/** A fault with the id of its rule. */
export interface ChosenFault extends HeaderFault {
	id: string;
}

interface CutCall {
	/** Digest of method, path, workspace and body. */
	request: string;
	/** Of its connection, as an identity. */
	socket: object;
	cutMs: number;
	chosen: ChosenFault;
}

export interface ResendTracker {
	/** Whether a call was cut so recently that a request may be its repetition. */
	isExpected(): boolean;
	/** Call when a fault cut a call on a reused connection without a byte. */
	noteCut(cut: Omit<CutCall, 'cutMs'>): void;
	/** The fault of the call that this request repeats; null when it repeats none. A cut call is repeated once. */
	take(request: string, socket: object): ChosenFault | null;
}

/** A client that sends again does so at once. */
const withinMs = 100;
const mostCuts = 1_000;

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
			if (cuts.length === mostCuts) cuts.shift();
			cuts.push({ ...cut, cutMs: monotonicMs() });
		},
		take(request, socket) {
			const found = cuts.findIndex((cut) => cut.request === request && cut.socket !== socket);
			if (found < 0) return null;
			const [cut] = cuts.splice(found, 1);
			return cut?.chosen ?? null;
		},
	};
}

/** Whether a client may repeat a call that this fault cut. */
export const invitesResend = ({ kind }: Fault) => kind === 'close' || kind === 'reset';
