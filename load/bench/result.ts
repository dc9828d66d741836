/** What a run of the bench leaves behind in `bench.json`. */
import type { Cores } from './cores.ts';
import type { RowResult } from './judge.ts';
import type { Sizes } from './sizes.ts';

export interface BenchResult {
	schemaVersion: 3;
	kind: 'bench';
	startedAt: string;
	durationMs: number;
	command: string;
	environment: { version: string; node: string; platform: string; cpu: string };
	cores: Cores | null;
	sizes: Sizes;
	/** What this run did without, in a sentence; empty for the longest one. */
	leftOut: string;
	exitCode: number;
	rows: readonly RowResult[];
}
