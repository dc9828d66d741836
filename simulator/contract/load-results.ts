/**
 * The schemas for the parts of a load report. Durations are in milliseconds; seconds count from the start of the run.
 */
import { z } from 'zod';

/** Milliseconds up to 31 years: the limit keeps the axes of the charts finite. */
export const milliseconds = z.number().nonnegative().max(1e12);
export const count = z.int().nonnegative();

/** The percentiles of a latency; null without measurements. */
export const latencySchema = z.object({
	p50: milliseconds.nullable(),
	p95: milliseconds.nullable(),
	p99: milliseconds.nullable(),
	max: milliseconds.nullable(),
});

/**
 * The figures of a step. Its response times are those of answers with a status from 200 to 299, even if the body is not
 * as documented.
 */
export const loadStepSchema = latencySchema.extend({
	count,
	failed: count,
	/**
	 * The delay that the sandbox injected and its own processing time, as parts of the response time (`Server-Timing`).
	 */
	injected: latencySchema,
	own: latencySchema,
	/**
	 * The time from the planned start of the flow to the end of its first call: includes connecting and a late start.
	 * Failed calls count as at least their timeout.
	 */
	fromIntendedStart: latencySchema.optional(),
});

/** The response times of the canary, an idle server inside the runner. Older reports have no p99. */
export const canarySchema = z.object({ p95Ms: milliseconds, p99Ms: milliseconds.optional() });

export const loadFlowSchema = z.object({
	started: count,
	ok: count,
	failed: count,
	/** Successful flows per second of the measured part. In files of schema version 1: all finished flows. */
	rate: z.number().nonnegative(),
});

export const loadSecondSchema = z.object({
	/** The second, counted from the start of the run. */
	second: count,
	/** The flows started; 0 in files of schema version 1. */
	flowsStarted: count.default(0),
	flowsOk: count,
	flowsFailed: count,
	dropped: count,
	/** The number of flows in flight at the end of the second. */
	inFlight: count.optional(),
	/** When the first and the last answer of the second arrived, or flow ended, counted from its start. */
	answersMs: z.tuple([milliseconds, milliseconds]).optional(),
	/** The durations of the flows that succeeded in this second. */
	flow: latencySchema.optional(),
	steps: z.record(z.string(), latencySchema.extend({ count, failed: count })),
	/**
	 * Only in the report of a part: the samples behind the latencies of each call, as `microseconds:count` for each
	 * bucket.
	 */
	buckets: z.record(z.string(), z.string()).optional(),
});

/** The result of one rate in a breakpoint run. */
export const loadLevelSchema = z.object({
	ratePerSecond: z.number().positive(),
	startSecond: z.number().nonnegative(),
	endSecond: z.number().nonnegative(),
	flows: loadFlowSchema,
	/** The durations of successful flows, connecting and TLS included. */
	flow: latencySchema,
	dropped: count,
	state: z.enum(['kept', 'broken', 'undecided']),
	/** The id of the first limit that was broken, and a sentence that says why. */
	brokenBy: z.string().nullable(),
	why: z.string().nullable(),
});

/**
 * The result of a breakpoint run: the highest kept rate, and the lowest rate that was not kept, in flows per second.
 */
export const capacitySchema = z.object({
	rate: z.number().nonnegative().nullable(),
	nextRate: z.number().positive().nullable(),
	brokenBy: z.string().nullable(),
	why: z.string().nullable(),
});

/** The recovery of the target after a spike. Seconds count from the start of the run. */
export const recoverySchema = z.object({
	peakRatePerSecond: z.number().positive(),
	peakEndSecond: z.number().nonnegative(),
	/** The second from which the target must be within its limits again. */
	recoverBySecond: z.number().nonnegative(),
	/** The second from which it was; null if it was not. */
	recoveredAtSecond: z.number().nonnegative().nullable(),
});

/** The payments and orders of flows that repeated a call or lost an answer. */
export const idempotencySchema = z.object({
	/** The results by kind of repeat: `later`, `parallel`, `lost`, `changed`. */
	kinds: z.record(
		z.string(),
		z.object({
			flows: count,
			repeats: count,
			secondPayments: count,
			/** The orders of which a repeat got the same transaction in another session. They are part of `secondPayments`. */
			secondSessions: count.optional(),
			refused: count,
		}),
	),
	/** The number of orders with more than one payment. `examples` are at most ten references. */
	duplicates: count,
	examples: z.array(z.string()),
});

/** The results for the integrator's own system under load. */
export const merchantLoadSchema = z.object({
	/** The path of the merchant file, and the command that started the shop. */
	file: z.string(),
	command: z.string().nullable(),
	orders: count,
	/** The payments that belong to an order by the session in its redirect. */
	payments: count,
	confirmed: count,
	/** Payments that no shopper reached. */
	orphans: count,
	/** `doublePaid`: orders with two or more confirmed payments. `withoutOrder`: confirmed payments without an order. */
	doublePaid: count,
	withoutOrder: count,
	/** Orders with payments under several references: the shop repeated the call with a new reference. */
	secondPayments: count.optional(),
	/**
	 * Only in an idempotency run. `createdTwice`: orders with a second payment though no answer about the first was lost.
	 * `unreadAnswers`: orders with several payments whose calls the journal no longer has.
	 */
	createdTwice: count.optional(),
	unreadAnswers: count.optional(),
	/** Orders whose session is unknown to the sandbox. */
	unknownSessions: count.optional(),
	/** Orders whose redirect led to a payment of another order. */
	wrongOrder: count.optional(),
	/** Orders with a payment of another amount or currency, customer, or option or bank. */
	wrongAmount: count.optional(),
	wrongCustomer: count.optional(),
	wrongMethod: count.optional(),
	/** Orders with a payment of another flow, in a shop that gets no payment method. */
	otherFlow: count.optional(),
	/** References that payments of several orders have. */
	sharedReferences: count.optional(),
	/** Payments that were declined or cancelled. */
	declined: count.optional(),
	/**
	 * Orders before the states of their payments are sent to the shop: how many there are to read, how many were read, and
	 * how many of those were paid. Only with `settle`.
	 */
	beforeSettle: z.object({ orders: count, read: count, paid: count }).optional(),
	/** `verified`: orders that were read after the load. `wrongState`: those whose state differs from their payments. */
	verified: count.optional(),
	wrongState: count.optional(),
	/**
	 * The stories with orders whose payment had no final state when `verify.within` was over: how many of their orders were
	 * paid by a shopper, and how many of those were undecided. Undecided orders are not among `verified`.
	 */
	undecidedByStory: z.record(z.string(), z.object({ orders: count, undecided: count })).optional(),
	/** Orders that the shop did not return in time. */
	unread: count.optional(),
	/** How the shop process ended, if it ended during the load. */
	ended: z.string().optional(),
	/** The flows of shoppers in a browser, and the load time of the cashier page. */
	browser: z.object({ flows: count, failed: count, pageLoad: latencySchema }).optional(),
	/** Examples, at most ten of each kind. Each begins with the name of its kind: `two payments: …`. */
	examples: z.array(z.string()),
});

/** A sample of the resources that the target reports to use. */
export const resourceSchema = z.object({
	second: z.number().nonnegative(),
	memoryMb: z.number().nonnegative().nullable(),
	/** The number of open file descriptors. */
	descriptors: count.nullable(),
});

/** A run or a part of a run that this report combines. */
export const memberSchema = z.object({
	name: z.string(),
	verdict: z.string(),
	exitCode: z.int(),
	durationMs: milliseconds,
	/** The folder of the member's own report, relative to this report. */
	folder: z.string().nullable(),
	summary: z.string(),
});

/** A run on several machines. `found` names the part that this report covers, or the parts that were merged. */
export const partsSchema = z.object({
	/** The parts; `2/4` is the second part of four. */
	found: z.array(z.string()),
	planned: count,
	/** When the first flow started; null if there were no flows. */
	firstFlowAt: z.iso.datetime().nullable().optional(),
	/** After a merge: one entry for each report, also for reports without a measurement. */
	each: z
		.array(
			z.object({
				name: z.string(),
				verdict: z.string(),
				/** The number of flows started. */
				flows: count,
				/** The p95 of the idle server on the machine of the part, in milliseconds. */
				canaryP95Ms: milliseconds.nullable(),
			}),
		)
		.optional(),
});

/** A kind of failed calls with its count. */
export const loadFailureSchema = z.object({
	step: z.string(),
	outcome: z.string(),
	/** The field of the body that is not as documented: `paymentOptions[].logo is missing or wrong`. */
	problem: z.string().optional(),
	/** The status of the response; null without a response. */
	status: z.int().nullable(),
	/** In a spike: `peak` or `after`; absent for the measured part. */
	phase: z.string().optional(),
	count,
	/** The first second with this failure, counted from the start of the run. */
	firstSecond: count,
	lastSecond: count,
	example: z.string().optional(),
});

export type MerchantLoad = z.infer<typeof merchantLoadSchema>;
export type CanaryTimes = z.infer<typeof canarySchema>;
export type Latency = z.infer<typeof latencySchema>;
export type LoadStep = z.infer<typeof loadStepSchema>;
export type LoadFlow = z.infer<typeof loadFlowSchema>;
export type LoadSecond = z.infer<typeof loadSecondSchema>;
export type LoadLevel = z.infer<typeof loadLevelSchema>;
export type LoadFailure = z.infer<typeof loadFailureSchema>;
export type LoadParts = z.infer<typeof partsSchema>;
