/**
 * The canary: ten requests a second to an idle server on the same machine. No target can slow it down: when the
 * canary is slow, the generator is.
 */
import type { Plan } from './plan.ts';

/** The time between two requests of a canary, in milliseconds. */
export const canaryIntervalMs = 100;
const ratePerSecond = 1000 / canaryIntervalMs;
/** The timeout of a canary request, in milliseconds. A request that takes longer counts as this long. */
export const canaryTimeoutMs = 1000;
/** The virtual users of the canary: enough even if every request times out. */
const vus = 2 * ((ratePerSecond * canaryTimeoutMs) / 1000);

export const hasCanary = ({ judgesLatency, ratePerSecond }: Plan) =>
	judgesLatency && ratePerSecond !== null;

/** The virtual users of the whole run, those of the canary included. */
export const totalVUs = (plan: Plan) =>
	plan.maxVUs + (hasCanary(plan) ? vus * (plan.parts ?? 1) : 0);

/**
 * The k6 scenario of the canary. It lasts through the warm-up and all measured phases. k6 divides it among the parts,
 * so the rate is multiplied: each part has a whole canary.
 */
export function canaryK6Scenario({ scenarios, parts = 1 }: Plan) {
	const ends = scenarios.map((one) =>
		one.executor === 'constant-arrival-rate' ? one.startMs + one.durationMs : 0,
	);
	return {
		exec: 'canary',
		executor: 'constant-arrival-rate',
		rate: ratePerSecond * parts,
		timeUnit: '1s',
		startTime: '0ms',
		duration: `${Math.max(...ends)}ms`,
		gracefulStop: `${canaryTimeoutMs}ms`,
		preAllocatedVUs: vus * parts,
		maxVUs: vus * parts,
	};
}

/** When the request with this number is due, in milliseconds since the start of the scenario. */
export const canaryDueMs = (number: number, { parts = 1 }: Pick<Plan, 'parts'>) =>
	(number * canaryIntervalMs) / parts;
