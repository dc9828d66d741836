/** What a run is going to do: made in Node, read by k6, compared with what k6 understood. */
import type { MarketSamples } from '../simulator/contract/market-samples.ts';
import type { LoadPlan } from '../simulator/contract/run-report.ts';

/** `hold` is what is measured and judged. */
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

export type PlannedScenario = CountedScenario | PacedScenario;

export interface Plan extends LoadPlan {
	scenarios: PlannedScenario[];
	/** The service calls that are sure to be seen, by the names of the steps. */
	expectedSteps: string[];
	/** From the first flow to the end of the last one, at most. */
	longestMs: number;
}

/** Everything the k6 side is told, as the JSON file named by `PAYIN_LOAD_JOB`. */
export interface Job {
	plan: Plan;
	/** Without a trailing slash. */
	target: string;
	seed: number;
	/** In front of every `paymentReference`, so that two runs against one host never share one. */
	referencePrefix: string;
	/** Here, because k6 cannot import it from the contract. */
	markets: MarketSamples;
	customersFile: string;
	summaryFile: string;
}

/** The calls of the service, by the names their steps have in reports. */
export const serviceSteps = ['payment-options', 'payment-suboptions', 'hybrid-payment'] as const;

export const jobVariable = 'PAYIN_LOAD_JOB';
