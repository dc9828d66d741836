/** What the generator is told to do, and what it tells afterwards. */

/** One call of payment-options, or the three calls of a bank payment, each with ids out of the answer before. */
export type Visit = 'paymentOptions' | 'flow';

export interface Job {
	url: string;
	visit: Visit;
	/** Closed: each connection begins again as soon as it is done. Open: visits begin when they are due, whatever the server does. */
	pace: { connections: number } | { perSecond: number };
	/** Played first, and not counted; in closed pace from when every connection has had its first answer, unless it is 0. */
	warmUpMs: number;
	/** Ends after so many visits, if any number is said, and after so much time in any case. */
	until: { ms: number; visits?: number };
}

/** Calls of one job, an entry for each, in the order of their answers. */
export interface Calls {
	/** From the request written to the answer read. */
	seenMs: Float64Array;
	/** What `Server-Timing` says, NaN where it says nothing; read under open pace only. */
	injectedMs: Float64Array;
	ownMs: Float64Array;
}

export interface Played extends Calls {
	/** Visits that ended while it counted. */
	visits: number;
	/** With those that count for nobody, before and after. */
	visitsInAll: number;
	seconds: number;
	/** Answers other than 200. */
	failed: number;
	/** Visits that were begun and not ended within a grace. */
	unanswered: number;
	/** Share of its core the generator needed: near 1 it is the generator that was measured. */
	generatorCpu: number;
	/** How late visits were begun, p99; 0 when closed. */
	startLagP99Ms: number;
}

/** What goes over the channel: the reason where a job could not be played. */
export type Reply = { played: Played } | { broken: string };
