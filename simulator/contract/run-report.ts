/** The schema of `report.json`: the result of a run. Durations are in milliseconds, times in ISO 8601 UTC. */
import { z } from 'zod';
import { histogramSchema } from './histogram.ts';
import { loadPlanSchema } from './load-plan.ts';
import {
	canarySchema,
	capacitySchema,
	idempotencySchema,
	latencySchema,
	loadFailureSchema,
	loadFlowSchema,
	loadLevelSchema,
	loadSecondSchema,
	loadStepSchema,
	memberSchema,
	merchantLoadSchema,
	partsSchema,
	recoverySchema,
	resourceSchema,
} from './load-results.ts';
import type { actorSchema, deviationSchema, scenarioStepSchema } from './scenario-results.ts';
import {
	count,
	milliseconds,
	scenarioFindingSchema,
	scenarioResultSchema,
} from './scenario-results.ts';

/** The first fields of a report, in this order, for both kinds of run. */
const heading = {
	schemaVersion: z.literal(1),
	startedAt: z.iso.datetime(),
	target: z.string(),
	seed: z.int(),
	/** 0: passed or GO. 1: failed or NO-GO. 2: usage. 3: could not run. 4: not reliable. 130: interrupted. */
	exitCode: z.int(),
	durationMs: milliseconds,
	/** The command that repeats this run. After a merge: the command of each part, one on each line. */
	command: z.string(),
	environment: z.record(z.string(), z.string()),
	/** The ids of the assumptions (such as `D-17`) in the response headers of this run. */
	assumptions: z.array(z.string()),
};

export const scenarioReportSchema = z.object({
	...heading,
	kind: z.literal('scenarios'),
	verdict: z.enum(['PASSED', 'FAILED', 'ERROR']),
	/** Why the run has no result; set only with the verdict ERROR. */
	error: z.string().optional(),
	/** `service`: the stories call the service themselves. `merchant`: they drive the integrator's shop. */
	mode: z.enum(['service', 'merchant']).optional(),
	/** Whether a flaky story fails the run (`--fail-on-flaky`). */
	failOnFlaky: z.boolean().optional(),
	scenarios: z.array(scenarioResultSchema),
	findings: z.array(scenarioFindingSchema).optional(),
});

/** Converts a field of schema version 1: renamed fields and new defaults. */
const upgrade =
	(change: (old: Record<string, unknown>) => Record<string, unknown>) => (value: unknown) =>
		typeof value === 'object' && value !== null ? { ...change({ ...value }), ...value } : value;

const sloRowFields = z.object({
	/** The id of the limit, such as `payment-options.p95` or `flow.failures`. */
	id: z.string(),
	/** The limit in words, such as `payment-options p95 ≤ 200 ms`. */
	name: z.string(),
	/** The call that the limit applies to; null for whole flows. */
	step: z.string().nullable(),
	metric: z.enum(['p95', 'p99', 'failures', 'rate']),
	limit: z.number(),
	measured: z.number().nullable(),
	unit: z.enum(['ms', 'ratio', 'per second']),
	/** The samples behind `measured`: accepted calls for a percentile, all calls or finished flows for a share. */
	samples: count,
	/** Whether `measured` is within the limit. The verdict depends on `state`, not on this. */
	passed: z.boolean(),
	/** False for a row that is shown but not judged, such as latency in a smoke run. */
	judged: z.boolean(),
	/** The 95 % confidence interval of `measured`. */
	between: z.tuple([z.number(), z.number()]).nullable(),
	/**
	 * `undecided`: the interval contains the limit, or a doubt may explain the value. `not-called`: the plan has no such
	 * call.
	 */
	state: z.enum(['kept', 'broken', 'undecided', 'not-called']),
	/** The ten seconds of the measured part with the worst value. */
	worstWindow: z.object({ second: count, measured: z.number() }).nullable(),
	/** The ids of the reasons for which the state is `undecided`. */
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
	/** What the reason is about. */
	group: z.enum(['target', 'generator', 'run', 'script']),
	severity: z.enum(['error', 'no-go', 'inconclusive', 'note']),
	text: z.string(),
	/** Figures and examples, one on each line. */
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
	/** Version 2 added the states of limits. In reasons, it replaced `rule` and `detail` by `id` and `text`. */
	schemaVersion: z.literal([1, 2]),
	kind: z.literal('load'),
	verdict: z.enum(['GO', 'NO-GO', 'INCONCLUSIVE', 'ERROR']),
	/** What was loaded: a sandbox that the run started, the host of `--target`, or the integrator's shop. */
	subject: z.enum(['sandbox', 'target', 'merchant']).optional(),
	reasons: z.array(loadReasonSchema),
	plan: loadPlanSchema,
	flows: loadFlowSchema,
	flowsByStory: z.record(z.string(), loadFlowSchema),
	/**
	 * The flows that started in the peak of a spike. `late`: they succeeded more than five seconds after it. A file of an
	 * older version does not have them.
	 */
	peakFlows: loadFlowSchema.omit({ rate: true }).extend({ late: count }).optional(),
	/** The figures of each step. Its keys are `payment-options`, `payment-suboptions` and `hybrid-payment`. */
	steps: z.record(z.string(), loadStepSchema),
	slo: z.array(sloRowSchema),
	outcomes: z.record(z.string(), count),
	generator: z.object({
		startLagP99Ms: milliseconds.nullable(),
		dropped: count,
		/** The share of one core that k6 used on average; null if the system does not report it. */
		cpu: z.number().nonnegative().nullable(),
		k6Version: z.string(),
		k6ExitCode: z.int().nullable(),
		canary: canarySchema.optional(),
		/** The highest numbers of open connections and of flows in flight, and the most memory of k6, in MiB. */
		connections: count.nullable().optional(),
		maxInFlight: count.optional(),
		memoryMb: z.number().nonnegative().nullable().optional(),
	}),
	/**
	 * The durations of successful flows, connecting and TLS included. `fromIntendedStart`: all flows from their planned
	 * start, with failed flows counted as at least their timeout.
	 */
	flowTimes: latencySchema.extend({ count, fromIntendedStart: latencySchema }).optional(),
	/** The number of new connections in the measured part, and the time for connecting and the TLS handshake. */
	connecting: z
		.object({ opened: count, tcp: latencySchema, tls: latencySchema.nullable() })
		.optional(),
	merchant: merchantLoadSchema.optional(),
	levels: z.array(loadLevelSchema).optional(),
	capacity: capacitySchema.optional(),
	recovery: recoverySchema.optional(),
	idempotency: idempotencySchema.optional(),
	/** The resources of the target in a soak, if the target reports them. */
	resources: z.array(resourceSchema).optional(),
	/** Set in the report of a part (`--part`) and in the report of merged parts. */
	parts: partsSchema.optional(),
	/** The limits file by which the run was judged. */
	limits: z.record(z.string(), z.unknown()).optional(),
	/** The runs of which a rehearsal consists. */
	members: z.array(memberSchema).optional(),
	/** What this run did not test, one sentence each. */
	notTested: z.array(z.string()).optional(),
	failures: z.array(loadFailureSchema).default([]),
	/** The response times of accepted calls. The keys are names such as `payment-options/hold`. */
	histograms: z.record(z.string(), histogramSchema).default({}),
	series: z.array(loadSecondSchema),
	/** Windows of at most ten seconds. None contains both warm-up and measured seconds. */
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

export type Actor = z.infer<typeof actorSchema>;
export type Deviation = z.infer<typeof deviationSchema>;
export type ScenarioFinding = z.infer<typeof scenarioFindingSchema>;
export type ScenarioStep = z.infer<typeof scenarioStepSchema>;
export type ScenarioResult = z.infer<typeof scenarioResultSchema>;
export type ScenarioReport = z.infer<typeof scenarioReportSchema>;
export type SloRow = z.infer<typeof sloRowSchema>;
export type LoadReason = z.infer<typeof loadReasonSchema>;
export type LoadReport = z.infer<typeof loadReportSchema>;
/** The figures that are computed from the samples of a run, or of merged parts. */
export type LoadFigures = Pick<
	LoadReport,
	| 'flows'
	| 'flowsByStory'
	| 'peakFlows'
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
