/** The beginning and end of a flow in k6, and the sum of its calls. A virtual user plays one flow at a time. */
import exec from 'k6/execution';
import type { FlowTimes } from './flow-times.ts';
import { writeFlowTimes } from './flow-times.ts';
import { metrics } from './metrics.ts';

let times: FlowTimes = { startedAtMs: 0, lateMs: 0, flowMs: 0, firstMs: 0, firstStep: '' };

/** k6 creates a new object at each access, which takes time: the first one is reused. */
let vuMetrics: typeof exec.vu.metrics | undefined;

/** `dueAtMs`: undefined without a schedule. */
export function beginFlow(story: string, dueAtMs: number | undefined): void {
	vuMetrics ??= exec.vu.metrics;
	vuMetrics.tags.story = story;
	const startedAtMs = Date.now();
	const lateMs = dueAtMs === undefined ? 0 : startedAtMs - dueAtMs;
	times = { startedAtMs, lateMs, flowMs: 0, firstMs: 0, firstStep: '' };
	metrics.flowStarted.add(1);
	if (dueAtMs !== undefined) metrics.startLag.add(lateMs);
}

/**
 * The calls add up to the flow: the script's own time between them is not the target's. A step of a shop has several
 * calls.
 */
export function addCall(step: string, ms: number): void {
	times.flowMs += ms;
	if (times.firstStep === '') times.firstStep = step;
	if (times.firstStep === step) times.firstMs += ms;
}

interface EndOfFlow {
	isOk: boolean;
	/** The ids that the flow received, or an empty text. The runner compares those of all flows. */
	ids: string;
	timeoutMs: number;
}

export function endFlow({ isOk, ids, timeoutMs }: EndOfFlow): void {
	const { metadata } = vuMetrics ?? exec.vu.metrics;
	if (!isOk) times.flowMs = Math.max(times.flowMs, timeoutMs);
	if (ids !== '') metadata.ids = ids;
	if (times.firstStep !== '') metadata.times = writeFlowTimes(times);
	metrics.flowOk.add(isOk);
	delete metadata.ids;
	delete metadata.times;
}
