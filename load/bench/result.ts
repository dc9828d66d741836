/** What a run of the bench leaves behind in `bench.json`. */
import type { Contestant } from './contestants.ts';
import type { Cores } from './cores.ts';
import type { Round } from './round.ts';
import type { Spread } from './statistics.ts';
import { spreadOf } from './statistics.ts';

export interface BenchSettings {
	rounds: number;
	warmUpMs: number;
	measureMs: number;
	connections: number;
}

export interface Standing {
	name: string;
	perSecond: Spread;
	/** To the first contestant, each round to the round beside it. */
	ratio: Spread;
	p50Ms: number;
	p99Ms: number;
	answerBytes: number;
	failed: number;
	generatorCpu: number;
	rounds: readonly Round[];
}

export interface BenchResult {
	schemaVersion: 1;
	kind: 'bench';
	startedAt: string;
	environment: { node: string; platform: string; cpu: string };
	cores: Cores | null;
	settings: BenchSettings;
	results: readonly Standing[];
}

/** Only rounds that lie side by side are comparable: a machine is not equally fast from minute to minute. */
export function standingOf(
	{ name }: Contestant,
	rounds: readonly Round[],
	reference: readonly Round[],
): Standing {
	const ratios = rounds.map(
		({ perSecond }, index) => perSecond / (reference[index]?.perSecond ?? Number.NaN),
	);
	const median = (of: (round: Round) => number) => spreadOf(rounds.map(of)).median;
	return {
		name,
		perSecond: spreadOf(rounds.map(({ perSecond }) => perSecond)),
		ratio: spreadOf(ratios),
		p50Ms: median(({ p50Ms }) => p50Ms),
		p99Ms: median(({ p99Ms }) => p99Ms),
		answerBytes: median(({ answerBytes }) => answerBytes),
		failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
		generatorCpu: Math.max(...rounds.map(({ generatorCpu }) => generatorCpu)),
		rounds,
	};
}
