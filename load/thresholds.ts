/** k6's own thresholds: guards and presence, not the verdict, which the reports give. */
import type { Plan } from './plan.ts';
import { serviceSteps } from './plan.ts';

type Guard = { threshold: string; abortOnFail: boolean; delayAbortEval: string };

type Thresholds = Record<string, (string | Guard)[]>;

export function thresholdsOf(plan: Plan): Thresholds {
	return { ...shown(plan), ...presence(plan), ...abortGuard(plan) };
}

/** An empty list judges nothing; it makes k6 put the sub-metric into its summary. */
function shown(plan: Plan): Thresholds {
	const names = [
		'dropped_iterations{scenario:hold}',
		'iterations{scenario:hold}',
		'payin_flow_started{phase:hold}',
		...serviceSteps.map((step) => `http_req_duration{step:${step},phase:hold}`),
		...Object.keys(plan.mix).map((story) => `payin_flow_ok{story:${story},phase:hold}`),
	];
	return Object.fromEntries(names.map((name) => [name, []]));
}

/** A threshold without a sample passes in k6: a step that never ran has to fail by its count. */
function presence(plan: Plan): Thresholds {
	return Object.fromEntries(
		plan.expectedSteps.map((step) => [`http_reqs{step:${step},phase:hold}`, ['count>0']]),
	);
}

/** Stops hammering a target that is down. k6 counts the delay from the start of the run. */
function abortGuard(plan: Plan): Thresholds {
	if (plan.ratePerSecond === null) return {};
	return {
		'http_req_failed{phase:hold}': [
			{
				threshold: 'rate<0.5',
				abortOnFail: true,
				delayAbortEval: `${plan.warmUpMs + 15_000}ms`,
			},
		],
	};
}
