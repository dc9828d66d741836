/** Adds shoppers in a real browser to the plan of a shop's load test. Pure, shared by k6 and Node. */
import type { Plan, PlannedPhase } from './plan.ts';

export const browserScenario = {
	exec: 'shopInBrowser',
	options: { browser: { type: 'chromium' } },
};

/** Ten browser shoppers a minute: enough to measure the pages, too few to be a load. */
const browserFlowsPerSecond = 1 / 6;
const browserUsers = 3;
const browserFlowMs = 60_000;

/** Returns the plan with browser shoppers added to its measured part. */
export function addBrowserShoppers(plan: Plan): Plan {
	const graceful = { phase: 'browser', gracefulStopMs: browserFlowMs } as const;
	const beside: PlannedPhase =
		plan.holdMs === 0
			? {
					...graceful,
					executor: 'shared-iterations',
					vus: 1,
					iterations: 2,
					maxDurationMs: browserFlowMs,
				}
			: {
					...{ ...graceful, executor: 'constant-arrival-rate', vus: browserUsers },
					...{ startMs: plan.warmUpMs, durationMs: plan.holdMs },
					ratePerSecond: browserFlowsPerSecond,
				};
	const endMs = plan.holdMs === 0 ? browserFlowMs : plan.warmUpMs + plan.holdMs;
	return {
		...plan,
		scenarios: [...plan.scenarios, beside],
		maxVUs: plan.maxVUs + beside.vus,
		longestMs: Math.max(plan.longestMs, endMs + browserFlowMs),
	};
}
