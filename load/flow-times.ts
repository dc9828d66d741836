/**
 * The times of a flow, which the k6 script passes to the runner as metadata: k6 would make a time series of every tag
 * value.
 */

export interface FlowTimes {
	startedAtMs: number;
	/** How late the flow started, compared with the time due for its number. `runner/start-lag.ts` corrects it. */
	lateMs: number;
	/** The sum of the flow's timed calls, with connecting and TLS. A failed call counts as at least its timeout. */
	flowMs: number;
	/** The sum of the calls of the first step. */
	firstMs: number;
	firstStep: string;
}

export const writeFlowTimes = (times: FlowTimes): string =>
	[
		times.startedAtMs,
		times.lateMs.toFixed(3),
		times.flowMs.toFixed(3),
		times.firstMs.toFixed(3),
		times.firstStep,
	].join(' ');

/** Parses the times of a flow; undefined for a flow that made no timed call. */
export function readFlowTimes(text: string | undefined): FlowTimes | undefined {
	const [startedAt, late, flow, first, firstStep] = text?.split(' ') ?? [];
	if (!firstStep) return undefined;
	const [startedAtMs, lateMs] = [Number(startedAt), Number(late)];
	return { startedAtMs, lateMs, flowMs: Number(flow), firstMs: Number(first), firstStep };
}
