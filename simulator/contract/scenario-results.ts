/** The schemas of the results of stories in `report.json`. */
import { z } from 'zod';

export const milliseconds = z.number().nonnegative();
export const count = z.int().nonnegative();

export const actorSchema = z.enum(['shopper', 'merchant', 'service', 'network']);

export const scenarioStepSchema = z.object({
	name: z.string(),
	status: z.enum(['passed', 'failed']),
	durationMs: milliseconds,
	detail: z.string().optional(),
	/** The time since the start of the story, in milliseconds. */
	atMs: milliseconds.optional(),
	/** The sender and the receiver of a call; absent for an expectation. */
	message: z.object({ from: actorSchema, to: actorSchema }).optional(),
	/** Only of a call of the shop: whether the service accepted it, and the shop could read its answer. */
	accepted: z.boolean().optional(),
});

/** A part of a response that differs from the interface document. */
export const deviationSchema = z.object({
	/** The call and the field, such as `payment-options: paymentOptions[0].logo`. */
	path: z.string(),
	documented: z.string(),
	got: z.string(),
});

export const scenarioResultSchema = z.object({
	name: z.string(),
	title: z.string(),
	tags: z.array(z.string()),
	/**
	 * `flaky`: some repeats failed, but not all. `skipped`: the target cannot serve the scenario, an earlier scenario
	 * failed under `--bail`, or the run was interrupted.
	 */
	status: z.enum(['passed', 'failed', 'flaky', 'skipped']),
	/** 0 for a skipped story that was not interrupted. */
	durationMs: milliseconds,
	steps: z.array(scenarioStepSchema),
	failure: z
		.object({
			step: z.string(),
			message: z.string(),
			/** The expected and the actual value of a failed expectation, as JSON texts. */
			expected: z.string().optional(),
			actual: z.string().optional(),
			/** The request that failed as a curl command, without secrets. */
			curl: z.string().optional(),
			/** The name of an earlier story with the same refusal or the same findings, which explains this failure too. */
			sameAs: z.string().optional(),
			/** The call, status, code and param of the refusal that alone failed the story: equal for the same mistake. */
			refusal: z.string().optional(),
			/** The calls and the state changes of the payment, one on each line. */
			timeline: z.array(z.string()).optional(),
		})
		.nullable(),
	skipReason: z.string().optional(),
	/** Only with `skipped`: the run was interrupted while the story ran. */
	interrupted: z.literal(true).optional(),
	transactionIds: z.array(z.string()),
	/** `cost`: what a failure costs in production. `advice`: what to do. */
	cost: z.string().optional(),
	advice: z.string().optional(),
	deviations: z.array(deviationSchema).optional(),
	/** The command that repeats only this story. */
	rerun: z.string().optional(),
});

/** A finding about the calls of a story (`/_sandbox/findings`). */
export const scenarioFindingSchema = z.object({
	code: z.string(),
	severity: z.enum(['money', 'wrong', 'risky', 'note']),
	count,
	story: z.string(),
	/** The ids of the journal entries behind the finding. */
	entries: z.array(z.string()),
});
