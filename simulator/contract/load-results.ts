/** The parts of a load report. Durations are in milliseconds, seconds are counted from the start of the run. */
import { z } from 'zod';

/** Up to 31 years: the axes of the charts have an end. */
const milliseconds = z.number().nonnegative().max(1e12);
const count = z.int().nonnegative();

/** A latency summary. Percentiles are null without measurements. */
export const latencySchema = z.object({
	p50: milliseconds.nullable(),
	p95: milliseconds.nullable(),
	p99: milliseconds.nullable(),
	max: milliseconds.nullable(),
});

/** Response times are those of answers with a status from 200 to 299, also when the body breaks the contract. */
export const loadStepSchema = latencySchema.extend({
	count,
	failed: count,
	/** The injected delay and the sandbox's own time within the response time (`Server-Timing`). */
	injected: latencySchema,
	own: latencySchema,
	/** Of the first call of a flow: connecting and the wait for a late start included, failed calls as slow as their timeout. */
	fromIntendedStart: latencySchema.optional(),
});

export const loadFlowSchema = z.object({
	started: count,
	ok: count,
	failed: count,
	/** Successful flows per second of the measured part; finished flows in files of schema version 1. */
	rate: z.number().nonnegative(),
});

export const loadSecondSchema = z.object({
	/** Seconds since the start of the run. */
	second: count,
	/** 0 in files of schema version 1. */
	flowsStarted: count.default(0),
	flowsOk: count,
	flowsFailed: count,
	dropped: count,
	/** Flows without an end at the close of the second. */
	inFlight: count.optional(),
	/** The duration of the flows that ended well in this second. */
	flow: latencySchema.optional(),
	steps: z.record(z.string(), latencySchema.extend({ count, failed: count })),
	/** In the report of a part: the samples behind the latencies, by call, as `microseconds:count` of each bucket. */
	buckets: z.record(z.string(), z.string()).optional(),
});

/** The load that the team expects, as its limits file declares it. Flows per second. */
export const declaredLoadSchema = z.object({
	average: z.number().positive().optional(),
	peak: z.number().positive().optional(),
	/** Who says so, and when. */
	by: z.string().optional(),
	on: z.string().optional(),
});

/** A part of the plan with a rate of its own. Seconds are counted from the start of the run. */
const phaseSchema = z.object({
	name: z.string(),
	ratePerSecond: z.number().positive().nullable(),
	startSecond: z.number().nonnegative(),
	endSecond: z.number().nonnegative(),
});

export const loadPlanSchema = z.object({
	profile: z.string(),
	/** Started flows per second; null for a profile with a number of iterations. */
	ratePerSecond: z.number().positive().nullable(),
	iterations: count.nullable(),
	warmUpMs: milliseconds,
	holdMs: milliseconds,
	/** Story name → share of the flows; the shares add up to 1. */
	mix: z.record(z.string(), z.number()),
	maxVUs: count,
	timeoutMs: milliseconds,
	/** False with too few calls to judge speed: then only flows and contract decide. */
	judgesLatency: z.boolean(),
	/** The calls that the stories of the mix make. */
	steps: z.array(z.string()).optional(),
	/** `per-user`: a virtual user keeps its connection. `new`: each flow opens one. */
	connections: z.enum(['per-user', 'new']).optional(),
	/** Who plays the shopper after the redirect. */
	shopper: z.enum(['none', 'http', 'browser']).optional(),
	declared: declaredLoadSchema.optional(),
	phases: z.array(phaseSchema).optional(),
});

/** One rate of a breakpoint run. */
export const loadLevelSchema = z.object({
	ratePerSecond: z.number().positive(),
	startSecond: z.number().nonnegative(),
	endSecond: z.number().nonnegative(),
	flows: loadFlowSchema,
	/** Of successful flows, connecting and TLS included. */
	flow: latencySchema,
	dropped: count,
	state: z.enum(['kept', 'broken', 'undecided']),
	/** The id of the first limit that was broken, and why in a sentence. */
	brokenBy: z.string().nullable(),
	why: z.string().nullable(),
});

/** The highest kept rate of a breakpoint run, and the rate that was not kept. Flows per second. */
export const capacitySchema = z.object({
	rate: z.number().nonnegative().nullable(),
	nextRate: z.number().positive().nullable(),
	brokenBy: z.string().nullable(),
	why: z.string().nullable(),
});

/** What a spike left behind. Seconds are counted from the start of the run. */
export const recoverySchema = z.object({
	peakRatePerSecond: z.number().positive(),
	peakEndSecond: z.number().nonnegative(),
	/** The target has to be within its limits from here on. */
	recoverBySecond: z.number().nonnegative(),
	/** When it was; null when it was not. */
	recoveredAtSecond: z.number().nonnegative().nullable(),
});

/** Payments and orders of flows that were repeated or lost an answer. */
export const idempotencySchema = z.object({
	/** `later`, `parallel`, `lost`, `changed`. */
	kinds: z.record(
		z.string(),
		z.object({ flows: count, repeats: count, secondPayments: count, refused: count }),
	),
	/** Orders that have more than one payment; `examples` are at most ten references. */
	duplicates: count,
	examples: z.array(z.string()),
});

/** The integrator's own system under load. */
export const merchantLoadSchema = z.object({
	/** The path of the merchant file, and the command that started the shop. */
	file: z.string(),
	command: z.string().nullable(),
	orders: count,
	/** Payments of the sandbox that belong to an order by the session of its redirect. */
	payments: count,
	confirmed: count,
	/** Payments that no shopper reached. */
	orphans: count,
	/** Orders with two confirmed payments or more, and confirmed payments without an order. */
	doublePaid: count,
	withoutOrder: count,
	/** Orders with payments under several references: the shop asked again under a new one. */
	secondPayments: count.optional(),
	/** Orders whose session the sandbox does not have. */
	unknownSessions: count.optional(),
	/** Orders whose shopper was sent to a payment that names another order. */
	wrongOrder: count.optional(),
	/** Orders with a payment of another amount or currency. */
	wrongAmount: count.optional(),
	/** Orders that were read after the load, and those whose state differs from their payments. */
	verified: count.optional(),
	wrongState: count.optional(),
	/** Orders that the shop did not show in time. */
	unread: count.optional(),
	/** How the shop ended, when it ended during the load. */
	ended: z.string().optional(),
	/** Shoppers in a browser, and how long the cashier page took to load. */
	browser: z.object({ flows: count, failed: count, pageLoad: latencySchema }).optional(),
	/** At most ten of a kind, each after the name of its kind: `two payments: …`. */
	examples: z.array(z.string()),
});

/** What the target said that it used. */
export const resourceSchema = z.object({
	second: z.number().nonnegative(),
	memoryMb: z.number().nonnegative().nullable(),
	/** Open file descriptors. */
	descriptors: count.nullable(),
});

/** A run, or a part of one, that a report was made of. */
export const memberSchema = z.object({
	name: z.string(),
	verdict: z.string(),
	exitCode: z.int(),
	durationMs: milliseconds,
	/** The folder of its own report, relative to this one. */
	folder: z.string().nullable(),
	summary: z.string(),
});

/** A run on several machines. `found` has the part that this report is of, or the parts that were merged. */
export const partsSchema = z.object({
	/** `2/4` is the second part of four. */
	found: z.array(z.string()),
	planned: count,
	/** When the first flow started; null without flows. */
	firstFlowAt: z.iso.datetime().nullable().optional(),
	/** Of merged parts: each report, also one without a measurement. */
	each: z
		.array(
			z.object({
				name: z.string(),
				verdict: z.string(),
				/** Started flows. */
				flows: count,
				/** The idle server on the machine of the part. */
				canaryP95Ms: milliseconds.nullable(),
			}),
		)
		.optional(),
});

/** A call that failed in one way. */
export const loadFailureSchema = z.object({
	step: z.string(),
	outcome: z.string(),
	/** How the body differs from the contract: `paymentOptions[].logo is missing or wrong`. */
	problem: z.string().optional(),
	/** Null without a response. */
	status: z.int().nullable(),
	/** Of a spike: `peak` or `after`; not there for the measured part. */
	phase: z.string().optional(),
	count,
	/** Seconds since the start of the run. */
	firstSecond: count,
	lastSecond: count,
	example: z.string().optional(),
});

/** A log-linear histogram. `value` is the middle of a bucket, which has the given significant digits. */
export const histogramSchema = z.object({
	unit: z.literal('us'),
	digits: z.int(),
	buckets: z.array(z.tuple([z.number(), count])),
});

export type MerchantLoad = z.infer<typeof merchantLoadSchema>;
export type Latency = z.infer<typeof latencySchema>;
export type LoadStep = z.infer<typeof loadStepSchema>;
export type LoadFlow = z.infer<typeof loadFlowSchema>;
export type LoadSecond = z.infer<typeof loadSecondSchema>;
export type LoadLevel = z.infer<typeof loadLevelSchema>;
export type LoadPlan = z.infer<typeof loadPlanSchema>;
export type LoadFailure = z.infer<typeof loadFailureSchema>;
export type LoadParts = z.infer<typeof partsSchema>;
export type HistogramBuckets = z.infer<typeof histogramSchema>;
