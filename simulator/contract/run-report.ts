/** The content of `report.json`: the result of a run. Durations are in milliseconds, times in ISO 8601 UTC. */
import { z } from 'zod';
import {
	capacitySchema,
	histogramSchema,
	idempotencySchema,
	latencySchema,
	loadFailureSchema,
	loadFlowSchema,
	loadLevelSchema,
	loadPlanSchema,
	loadSecondSchema,
	loadStepSchema,
	memberSchema,
	merchantLoadSchema,
	partsSchema,
	recoverySchema,
	resourceSchema,
} from './load-results.ts';

const milliseconds = z.number().nonnegative();
const count = z.int().nonnegative();

/** The first fields of both kinds of run, in this order. */
const heading = {
	schemaVersion: z.literal(1),
	startedAt: z.iso.datetime(),
	target: z.string(),
	seed: z.int(),
	/** 0 passed or GO · 1 failed or NO-GO · 2 usage · 3 could not run · 4 not reliable · 130 interrupted. */
	exitCode: z.int(),
	durationMs: milliseconds,
	/** The command that repeats this run; of merged parts, one for each, a line each. */
	command: z.string(),
	environment: z.record(z.string(), z.string()),
	/** Ids of the assumptions (`D-17`) in the response headers of this run. */
	assumptions: z.array(z.string()),
};

const actor = z.enum(['shopper', 'merchant', 'service', 'network']);

export const scenarioStepSchema = z.object({
	name: z.string(),
	status: z.enum(['passed', 'failed']),
	durationMs: milliseconds,
	detail: z.string().optional(),
	/** Time since the start of the story. */
	atMs: milliseconds.optional(),
	/** Who called whom. An expectation has none. */
	message: z.object({ from: actor, to: actor }).optional(),
});

/** A part of a response that differs from the document. */
export const deviationSchema = z.object({
	/** The call and the field: `payment-options: paymentOptions[0].logo`. */
	path: z.string(),
	documented: z.string(),
	got: z.string(),
});

export const scenarioResultSchema = z.object({
	name: z.string(),
	title: z.string(),
	tags: z.array(z.string()),
	/**
	 * `flaky`: some of its repeats failed, but not all. `skipped`: the target cannot serve the scenario, an earlier scenario
	 * failed under `--bail`, or the run was interrupted.
	 */
	status: z.enum(['passed', 'failed', 'flaky', 'skipped']),
	durationMs: milliseconds,
	steps: z.array(scenarioStepSchema),
	failure: z
		.object({
			step: z.string(),
			message: z.string(),
			/** JSON texts, of an expectation that did not hold. */
			expected: z.string().optional(),
			actual: z.string().optional(),
			/** The request that failed, without secrets. */
			curl: z.string().optional(),
			/** The story that failed for the same reason: only findings that it has too. */
			sameAs: z.string().optional(),
			/** The calls and changes of the payment, a line each. */
			timeline: z.array(z.string()).optional(),
		})
		.nullable(),
	skipReason: z.string().optional(),
	transactionIds: z.array(z.string()),
	/** What a failure costs in production, and what to do. */
	cost: z.string().optional(),
	advice: z.string().optional(),
	deviations: z.array(deviationSchema).optional(),
	/** The command that repeats this story alone. */
	rerun: z.string().optional(),
});

/** What the sandbox found odd in the calls of a story (`/_sandbox/findings`). */
export const scenarioFindingSchema = z.object({
	code: z.string(),
	severity: z.enum(['money', 'wrong', 'risky', 'note']),
	count,
	story: z.string(),
	/** Ids of journal entries. */
	entries: z.array(z.string()),
});

export const scenarioReportSchema = z.object({
	...heading,
	kind: z.literal('scenarios'),
	verdict: z.enum(['PASSED', 'FAILED', 'ERROR']),
	/** Why the run has no result; only with the verdict ERROR. */
	error: z.string().optional(),
	/** `service`: the stories call the service themselves. `merchant`: they drive the integrator's shop. */
	mode: z.enum(['service', 'merchant']).optional(),
	/** A flaky story fails the run (`--fail-on-flaky`). */
	failOnFlaky: z.boolean().optional(),
	scenarios: z.array(scenarioResultSchema),
	findings: z.array(scenarioFindingSchema).optional(),
});

/** Reads a file of schema version 1: names and defaults of the fields that have changed. */
const upgrade =
	(change: (old: Record<string, unknown>) => Record<string, unknown>) => (value: unknown) =>
		typeof value === 'object' && value !== null ? { ...change({ ...value }), ...value } : value;

const sloRowFields = z.object({
	/** `payment-options.p95`, `flow.failures`. */
	id: z.string(),
	/** For display, such as `payment-options p95 ≤ 200 ms`. */
	name: z.string(),
	/** The call that the limit applies to; null for whole flows. */
	step: z.string().nullable(),
	metric: z.enum(['p95', 'p99', 'failures', 'rate']),
	limit: z.number(),
	measured: z.number().nullable(),
	unit: z.enum(['ms', 'ratio', 'per second']),
	/** Sample size of `measured`: accepted calls for a percentile, all calls or finished flows for a share. */
	samples: count,
	/** Whether `measured` is within the limit. `state` decides. */
	passed: z.boolean(),
	/** False for a row that is shown but does not decide (latency in a smoke run). */
	judged: z.boolean(),
	/** The 95 % confidence interval of `measured`. */
	between: z.tuple([z.number(), z.number()]).nullable(),
	/** `undecided`: the interval contains the limit, or a doubt explains the value. `not-called`: the plan has no such call. */
	state: z.enum(['kept', 'broken', 'undecided', 'not-called']),
	/** The worst ten seconds of the measured part. */
	worstWindow: z.object({ second: count, measured: z.number() }).nullable(),
	/** Ids of the reasons that make the state `undecided`. */
	doubts: z.array(z.string()),
});

export const sloRowSchema = z.preprocess(
	upgrade(({ step, metric, measured, passed }) => {
		const state = measured === null ? 'undecided' : passed === true ? 'kept' : 'broken';
		return {
			id: `${step ?? 'flow'}.${metric}`,
			between: null,
			state,
			worstWindow: null,
			doubts: [],
		};
	}),
	sloRowFields,
);

const loadReasonFields = z.object({
	id: z.string(),
	/** Who or what the reason is about. */
	group: z.enum(['target', 'generator', 'run', 'script']),
	severity: z.enum(['error', 'no-go', 'inconclusive', 'note']),
	text: z.string(),
	/** Figures and examples, a line each. */
	evidence: z.array(z.string()),
});

export const loadReasonSchema = z.preprocess(
	upgrade(({ rule, detail }) => {
		const id = rule === 'slo' ? 'limit-broken' : rule;
		return { id, group: 'run', text: detail, evidence: [] };
	}),
	loadReasonFields,
);

export const loadReportSchema = z.object({
	...heading,
	/** Version 2 has the states of limits, and `id` and `text` of reasons in the place of `rule` and `detail`. */
	schemaVersion: z.literal([1, 2]),
	kind: z.literal('load'),
	verdict: z.enum(['GO', 'NO-GO', 'INCONCLUSIVE', 'ERROR']),
	/** What was loaded: a sandbox that the run started, the host of `--target`, or the integrator's shop. */
	subject: z.enum(['sandbox', 'target', 'merchant']).optional(),
	reasons: z.array(loadReasonSchema),
	plan: loadPlanSchema,
	flows: loadFlowSchema,
	flowsByStory: z.record(z.string(), loadFlowSchema),
	/** Keys: `payment-options`, `payment-suboptions`, `hybrid-payment`. */
	steps: z.record(z.string(), loadStepSchema),
	slo: z.array(sloRowSchema),
	outcomes: z.record(z.string(), count),
	generator: z.object({
		startLagP99Ms: milliseconds.nullable(),
		dropped: count,
		/** Share of one core that k6 used on average; null where the system does not report it. */
		cpu: z.number().nonnegative().nullable(),
		k6Version: z.string(),
		k6ExitCode: z.int().nullable(),
		/** The response time of an idle server inside the runner. */
		canary: z.object({ p95Ms: milliseconds }).optional(),
		/** The most connections that were open, flows that were in flight, and memory that k6 used, in MiB. */
		connections: count.nullable().optional(),
		maxInFlight: count.optional(),
		memoryMb: z.number().nonnegative().nullable().optional(),
	}),
	/** Successful flows, connecting and TLS included: as they were, and from the intended start with failed flows as slow as their timeout. */
	flowTimes: latencySchema.extend({ count, fromIntendedStart: latencySchema }).optional(),
	/** New connections of the measured part, and how long connecting and the TLS handshake took. */
	connecting: z
		.object({ opened: count, tcp: latencySchema, tls: latencySchema.nullable() })
		.optional(),
	merchant: merchantLoadSchema.optional(),
	levels: z.array(loadLevelSchema).optional(),
	capacity: capacitySchema.optional(),
	recovery: recoverySchema.optional(),
	idempotency: idempotencySchema.optional(),
	/** Of a soak, when the target tells it. */
	resources: z.array(resourceSchema).optional(),
	/** Of a part (`--part`), and of merged parts. */
	parts: partsSchema.optional(),
	/** The limits file that the run was judged by. */
	limits: z.record(z.string(), z.unknown()).optional(),
	/** The runs of a rehearsal. */
	members: z.array(memberSchema).optional(),
	/** What this run does not tell, a sentence each. */
	notTested: z.array(z.string()).optional(),
	failures: z.array(loadFailureSchema).default([]),
	/** Response times of accepted calls; keys such as `payment-options/hold`. */
	histograms: z.record(z.string(), histogramSchema).default({}),
	series: z.array(loadSecondSchema),
	/** Parts of at most ten seconds. None contains both warm-up and measured seconds. */
	windows: z.array(loadSecondSchema).default([]),
});

export const runReportSchema = z.discriminatedUnion(
	'kind',
	[scenarioReportSchema, loadReportSchema],
	'must be "scenarios" or "load"',
);

/** The JSON Schema of `report.json`. The build writes it into the package. Later versions may add fields. */
export function reportJsonSchema(): object {
	return z.toJSONSchema(runReportSchema, {
		io: 'output',
		override({ jsonSchema }) {
			if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
		},
	});
}

export type Actor = z.infer<typeof actor>;
export type Deviation = z.infer<typeof deviationSchema>;
export type ScenarioFinding = z.infer<typeof scenarioFindingSchema>;
export type ScenarioStep = z.infer<typeof scenarioStepSchema>;
export type ScenarioResult = z.infer<typeof scenarioResultSchema>;
export type ScenarioReport = z.infer<typeof scenarioReportSchema>;
export type SloRow = z.infer<typeof sloRowSchema>;
export type LoadReason = z.infer<typeof loadReasonSchema>;
export type LoadReport = z.infer<typeof loadReportSchema>;
/** What the samples of a run, or of merged parts, add up to. */
export type LoadFigures = Pick<
	LoadReport,
	| 'flows'
	| 'flowsByStory'
	| 'flowTimes'
	| 'connecting'
	| 'steps'
	| 'outcomes'
	| 'failures'
	| 'histograms'
	| 'series'
	| 'windows'
>;
export type RunReport = z.infer<typeof runReportSchema>;
