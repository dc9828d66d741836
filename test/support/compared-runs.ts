/** Load runs with response times of a known distribution, to compare them. */
import { compareRuns } from '../../reports/compare.ts';
import type { LoadReport } from '../../simulator/contract/run-report.ts';
import { sampleLoad } from './reports.ts';

/** The response times of a run: samples and where they lie. */
export interface Times {
	p50: number;
	/** Log-normal: the logarithm's standard deviation. */
	sigma?: number;
	samples?: number;
	failed?: number;
}

export const points = 200;
/** The quantiles of a distribution close to the normal one, in equal steps. */
export const quantiles = Array.from({ length: points }, (_, index) => {
	const share = (index + 0.5) / points;
	return Math.log(share / (1 - share)) / 1.702;
});

/** The buckets of a run whose percentiles are exact to 1 %. */
function bucketsOf({ p50, sigma = 0.4, samples = 2000 }: Times): [number, number][] {
	return quantiles.map((z) => [Math.round(p50 * 1000 * Math.exp(sigma * z)), samples / points]);
}

const sample = sampleLoad();

export function runOf(times: Times, changes: Partial<LoadReport> = {}): LoadReport {
	const { samples = 2000, failed = 0 } = times;
	const histogram = { unit: 'us' as const, digits: 2, buckets: bucketsOf(times) };
	return {
		...sample,
		reasons: [],
		flows: { started: samples + failed, ok: samples, failed, rate: 20 },
		histograms: { 'payment-options/hold': histogram },
		...changes,
	};
}

const runs = (reports: readonly LoadReport[]) =>
	reports.map((report, index) => ({ folder: `run-${index}`, report }));

export const compare = (base: readonly LoadReport[], candidate: readonly LoadReport[]) =>
	compareRuns({ base: runs(base), candidate: runs(candidate) });

/** Five runs that vary a little around the value. */
export const around = (p50: number, times: Partial<Times> = {}) =>
	[0.99, 1.02, 1, 0.98, 1.01].map((factor) => runOf({ p50: p50 * factor, ...times }));

export const rowOf = (compared: ReturnType<typeof compare>, id: string) =>
	compared.rows.find((row) => row.id === id);
