/** The times of a flow, on their way from the script to the runner: in metadata, because every tag becomes a time series. */

export interface FlowTimes {
	startedAtMs: number;
	/** Against the time due for its number: see `runner/start-lag.ts`. */
	lateMs: number;
	/** The calls of the service, connecting and TLS included. A failed call counts as at least its timeout. */
	flowMs: number;
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

/** Undefined for a flow that made no call of the service. */
export function readFlowTimes(text: string | undefined): FlowTimes | undefined {
	const [startedAt, late, flow, first, firstStep] = text?.split(' ') ?? [];
	if (!firstStep) return undefined;
	const [startedAtMs, lateMs] = [Number(startedAt), Number(late)];
	return { startedAtMs, lateMs, flowMs: Number(flow), firstMs: Number(first), firstStep };
}
