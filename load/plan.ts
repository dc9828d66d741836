/** The plan of a run: created in Node, read by k6, and compared with what k6 read. */

import type { LoadPlan } from '../simulator/contract/load-results.ts';
import type { Market, MarketSamples } from '../simulator/contract/market-samples.ts';
import type { MerchantFile } from '../simulator/contract/merchant-file.ts';
import type { PlaceholderValues } from '../simulator/contract/placeholders.ts';

/**
 * The figures of a run are those of `hold`. A spike has a `peak`, and the time `after` it. `warm_up` appears only in the
 * series over time, the progress line and the assumptions. Each is a scenario of k6 with this name.
 */
export type Phase = 'warm_up' | 'hold' | 'peak' | 'after';

/** How the same payment is requested again: after a pause, at the same time, after a lost answer, with another amount. */
export type RepeatKind = 'later' | 'parallel' | 'lost' | 'changed';

interface CountedScenario {
	/** `browser`: shoppers in a real browser beside the load. Their flows are not measured. */
	phase: Phase | 'browser';
	executor: 'shared-iterations';
	vus: number;
	iterations: number;
	maxDurationMs: number;
	gracefulStopMs: number;
}

export interface PacedScenario {
	phase: Phase | 'browser';
	executor: 'constant-arrival-rate';
	startMs: number;
	/** A whole number a second or a minute. */
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
	/** How many load generators share the plan; absent for one. */
	parts?: number;
	/** Set for the profile idempotency: its flows take these kinds in turn. */
	repeat?: readonly RepeatKind[];
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
	/** The modules of the stories of the mix, by name. Others would cost each virtual user memory. */
	storyModules: Readonly<Record<string, string>>;
	/** JSON texts of customers, by market. */
	customersFile: string;
	/** An idle server on this machine. */
	canaryUrl: string;
	summaryFile: string;
	/** When the flows start, in milliseconds since the epoch; absent for at once. */
	startAtMs?: number | undefined;
	/** The flows are orders of this shop instead of stories. */
	merchant?: MerchantJob | undefined;
	/** The sandbox loses an answer on request; elsewhere the client leaves early. */
	isSandbox: boolean;
}

/** The shop under load. */
export interface MerchantJob extends Pick<MerchantFile, 'prepare' | 'checkout'> {
	/** Whether `prepare` is a part of the step. */
	timesPrepare: boolean;
	/** The loopback names are `localhost`. */
	hosts: readonly string[];
	/** The placeholders `sandbox` and `port`. */
	values: PlaceholderValues;
	offers: ShopOffers;
	/** Whether shoppers pay and return. */
	pays: boolean;
	/** Headers of the control API, through which shoppers pay. */
	controlHeaders: Record<string, string>;
}

/** What a shopper chooses from: display names, by market. */
export type ShopOffers = Partial<
	Record<Market, { card: string | null; bank: { option: string; bank: string } | null }>
>;

/** The calls of the service, by their step names in reports. */
export const serviceSteps = ['payment-options', 'payment-suboptions', 'hybrid-payment'] as const;

/** The requests of a shopper to the shop: the order up to the address of the cashier, and the return page. */
export const merchantSteps = ['merchant-checkout', 'merchant-return'] as const;

export const jobVariable = 'PAYIN_LOAD_JOB';
