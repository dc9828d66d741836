/** The plan of a run: created in Node, read by k6, and compared with what k6 read. */

import type { LoadPlan } from '../simulator/contract/load-results.ts';
import type { MarketSamples } from '../simulator/contract/market-samples.ts';

/**
 * Figures and verdict are those of `hold`. `warm_up` appears only in the series over time, the progress line and the
 * assumptions.
 */
export type Phase = 'warm_up' | 'hold';

interface CountedScenario {
	phase: Phase;
	executor: 'shared-iterations';
	vus: number;
	iterations: number;
	maxDurationMs: number;
	gracefulStopMs: number;
}

interface PacedScenario {
	phase: Phase;
	executor: 'constant-arrival-rate';
	startMs: number;
	ratePerSecond: number;
	durationMs: number;
	vus: number;
	gracefulStopMs: number;
}

export type PlannedPhase = CountedScenario | PacedScenario;

export interface Plan extends LoadPlan {
	scenarios: PlannedPhase[];
	/** The steps that must have samples. */
	expectedSteps: string[];
	/** The longest time from the first flow's start to the last one's end. */
	longestMs: number;
}

/** The input of the k6 scripts: the JSON file named by `PAYIN_LOAD_JOB`. */
export interface Job {
	plan: Plan;
	/** Without a trailing slash. */
	target: string;
	seed: number;
	/** The prefix of every `paymentReference`, so that two runs against one host do not share references. */
	referencePrefix: string;
	/** Passed in the job because k6 cannot import it from the contract. */
	markets: MarketSamples;
	customersFile: string;
	summaryFile: string;
}

/** The calls of the service, by their step names in reports. */
export const serviceSteps = ['payment-options', 'payment-suboptions', 'hybrid-payment'] as const;

export const jobVariable = 'PAYIN_LOAD_JOB';
