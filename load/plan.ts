/** The plan of a load run. Node creates it, k6 reads it, and Node then compares it with the options that k6 read. */

import type { LoadPlan } from '../simulator/contract/load-plan.ts';
import type { Market, MarketSamples } from '../simulator/contract/market-samples.ts';
import type { MerchantFile } from '../simulator/contract/merchant-file.ts';
import type { PlaceholderValues } from '../simulator/contract/placeholders.ts';

/**
 * A phase of a load run; also the name of its scenario in k6. The figures of the report come from `hold`. A spike has a
 * `peak`, and the phase `after` it. `warm_up` appears only in the series over time, the progress line and the
 * assumptions.
 */
export type Phase = 'warm_up' | 'hold' | 'peak' | 'after';

/** How the same payment is requested again: after a pause, at the same time, after a lost answer, with another amount. */
export type RepeatKind = 'later' | 'parallel' | 'lost' | 'changed';

interface CountedScenario {
	/** `browser`: shoppers in a real browser, beside the load. Their flows are not part of the figures. */
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
	/** Flows started per second. It is a whole number per second or per minute. */
	ratePerSecond: number;
	durationMs: number;
	vus: number;
	gracefulStopMs: number;
}

export type PlannedPhase = CountedScenario | PacedScenario;

export interface Plan extends LoadPlan {
	scenarios: PlannedPhase[];
	/** The steps that each flow of a story takes, by the story's name. */
	stepsByStory: Readonly<Record<string, readonly string[]>>;
	/** The longest possible time from the start of the first flow to the end of the last one, in milliseconds. */
	longestMs: number;
	/** The number of load generators that share the plan; absent if there is one. */
	parts?: number;
	/** Only for the profile idempotency: its flows take these kinds in turn. */
	repeat?: readonly RepeatKind[];
}

/** The input of the k6 scripts: the JSON file named by `PAYIN_LOAD_JOB`. */
export interface LoadJob {
	plan: Plan;
	/** The base URL of the target, without a trailing slash. */
	target: string;
	seed: number;
	/** The prefix of every `paymentReference`, so that two runs against one host do not share references. */
	referencePrefix: string;
	/** The values of each market. They are in the job because k6 cannot import them from the contract. */
	markets: MarketSamples;
	/**
	 * The module of each story of the mix, by the story's name. Loading other stories would cost memory in each virtual
	 * user.
	 */
	storyModules: Readonly<Record<string, string>>;
	/** The path of a file with customers for each market: a list of JSON texts. */
	customersFiles: Readonly<Record<string, string>>;
	/** The URL of an idle server on this machine. */
	canaryUrl: string;
	summaryFile: string;
	/** When the flows start, in milliseconds since the epoch; absent: at once. */
	startAtMs?: number | undefined;
	/** If set, the flows are orders of this shop instead of stories. */
	merchant?: MerchantJob | undefined;
	/**
	 * Whether the target is a sandbox, which can lose an answer on request. For other targets, the client disconnects
	 * early instead.
	 */
	isSandbox: boolean;
	/** The headers for the control API of the target, through which shoppers pay. */
	controlHeaders: Record<string, string>;
}

/** The shop under load: the parts of its merchant file that k6 needs. */
export interface MerchantJob extends Pick<MerchantFile, 'prepare' | 'checkout'> {
	/** Whether the time of the `prepare` requests counts as part of the step. */
	timesPrepare: boolean;
	/** The hosts that the shop may redirect to. All loopback names are `localhost`. */
	hosts: readonly string[];
	/** The addresses of the cashier page without their query, with `localhost` for all loopback names. */
	cashierPages: readonly string[];
	/** The origin of the sandbox itself; null if the merchant file names pages of the shop there. */
	sandboxOrigin: string | null;
	/** The values of the placeholders `sandbox` and `port`. */
	values: PlaceholderValues;
	offers: ShopOffers;
	/** Whether shoppers also pay and return to the shop. */
	pays: boolean;
}

/** The payment options and banks that shoppers choose from: display names, by market. */
export type ShopOffers = Partial<
	Record<Market, { card: string | null; bank: { option: string; bank: string } | null }>
>;

/** The step names of the three service calls in reports. */
export const serviceSteps = ['payment-options', 'payment-suboptions', 'hybrid-payment'] as const;

/**
 * The step names of a shopper's requests to the shop: the checkout up to the address of the cashier, and the return
 * page.
 */
export const merchantSteps = ['merchant-checkout', 'merchant-return'] as const;

export const jobVariable = 'PAYIN_LOAD_JOB';
