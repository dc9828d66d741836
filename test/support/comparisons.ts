/** Many comparisons of a few load runs, to count how often each verdict comes. */
import { compareRuns } from '../../reports/compare.ts';
import type { LoadReport } from '../../simulator/contract/run-report.ts';
import { sampleLoad } from './reports.ts';

const sample = sampleLoad();

const runsOf = (reports: readonly LoadReport[]) =>
	reports.map((report, index) => ({ folder: `run-${index}`, report }));

/** Numbers from 0 to 1 of a linear congruential generator. */
export function chances(seed: number) {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return (state + 0.5) / 2 ** 32;
	};
}

export type Chance = () => number;
export const normal = (chance: Chance) =>
	Math.sqrt(-2 * Math.log(chance())) * Math.cos(2 * Math.PI * chance());

/** Call → histogram. */
export type Histograms = LoadReport['histograms'];

const slowed = (histograms: Histograms, factor: number): Histograms =>
	Object.fromEntries(
		Object.entries(histograms).map(([name, { buckets, ...rest }]) => [
			name,
			{ ...rest, buckets: buckets.map(([us, count]): [number, number] => [us * factor, count]) },
		]),
	);

function reportOf(histograms: Histograms): LoadReport {
	const { plan } = sample;
	const steps = Object.keys(histograms).map((name) => name.replace('/hold', ''));
	return { ...sample, plan: { ...plan, steps }, reasons: [], histograms };
}

/** How often each verdict came of a hundred comparisons of ten runs; chance decides which run of a pair is the candidate. */
export function verdictsOf(comparisons: readonly (readonly Histograms[])[], factor: number) {
	const chance = chances(7);
	const counts: Record<string, number> = {};
	for (const all of comparisons) {
		const base: LoadReport[] = [];
		const candidate: LoadReport[] = [];
		for (let pair = 0; pair < 5; pair += 1) {
			const two = all.slice(2 * pair, 2 * pair + 2);
			const [one = {}, other = {}] = chance() < 0.5 ? two : two.toReversed();
			base.push(reportOf(one));
			candidate.push(reportOf(slowed(other, factor)));
		}
		const { verdict } = compareRuns({ base: runsOf(base), candidate: runsOf(candidate) });
		counts[verdict] = (counts[verdict] ?? 0) + 1;
	}
	return counts;
}
