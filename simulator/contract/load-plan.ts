/** The schemas for the plan in a load report. Durations are in milliseconds; seconds count from the start of the run. */
import { z } from 'zod';
import { count, milliseconds } from './load-results.ts';

/** The load that the team expects according to its limits file, in flows per second. */
export const declaredLoadSchema = z.object({
	average: z.number().positive().optional(),
	peak: z.number().positive().optional(),
	/** The person or source of these numbers, with a date. */
	by: z.string().optional(),
	on: z.string().optional(),
});

/** A phase of the plan with its own rate. Seconds count from the start of the run. */
const phaseSchema = z.object({
	name: z.string(),
	ratePerSecond: z.number().positive().nullable(),
	startSecond: z.number().nonnegative(),
	endSecond: z.number().nonnegative(),
});

export const loadPlanSchema = z.object({
	profile: z.string(),
	/** Flows started per second; null for a profile with a number of iterations. */
	ratePerSecond: z.number().positive().nullable(),
	iterations: count.nullable(),
	warmUpMs: milliseconds,
	holdMs: milliseconds,
	/** The share of the flows for each story; the shares add up to 1. */
	mix: z.record(z.string(), z.number()),
	maxVUs: count,
	timeoutMs: milliseconds,
	/**
	 * Whether response times are judged. False if the plan has too few calls: then only flows and documented shapes
	 * decide.
	 */
	judgesLatency: z.boolean(),
	/** The calls that the stories of the mix make. */
	steps: z.array(z.string()).optional(),
	/** `per-user`: each virtual user keeps its connection. `new`: each flow opens a new one. */
	connections: z.enum(['per-user', 'new']).optional(),
	/** How shoppers continue after the redirect to the cashier. */
	shopper: z.enum(['none', 'http', 'browser']).optional(),
	declared: declaredLoadSchema.optional(),
	phases: z.array(phaseSchema).optional(),
	/**
	 * Only with a shop: the settings of the sandbox behind it that differ from their defaults, by path such as
	 * `latency.default`. Without secrets.
	 */
	sandboxSettings: z.record(z.string(), z.unknown()).optional(),
	/**
	 * Only with a shop: what its merchant file says about the measured requests. `prepare` has each request with its path,
	 * such as `POST /orders`.
	 */
	shop: z
		.object({
			markets: z.array(z.string()),
			prepare: z.array(z.string()),
			untimed: z.array(z.string()),
		})
		.optional(),
});

export type LoadPlan = z.infer<typeof loadPlanSchema>;
