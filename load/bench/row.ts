/** A row of the target table, and what measuring it says. */
import type { Cores } from './cores.ts';
import type { Generator } from './generator.ts';
import type { Sizes } from './sizes.ts';
import type { Spread } from './statistics.ts';

export type Unit = 'x' | 'ms' | 'µs' | 'distance' | 'bytes' | 'answers/s' | 'flows/s' | 'count';

export interface Limit {
	/** What is compared with it, in a few words. */
	what: string;
	unit: Unit;
	side: 'at least' | 'at most';
	value: number;
}

export const atLeast = (value: number, unit: Unit, what: string): Limit => {
	return { what, unit, side: 'at least', value };
};
export const atMost = (value: number, unit: Unit, what: string): Limit => {
	return { what, unit, side: 'at most', value };
};

export interface Row {
	id: string;
	title: string;
	/** What stands beside it in the same run. */
	reference: string;
	/** Taken with `--long` only. */
	isLong?: true;
}

/** Told beside the checks: nothing of it is judged. */
export interface Figure {
	of: string;
	what: string;
	value: number;
	unit: Unit;
}

export interface Line {
	name: string;
	points: readonly (readonly [number, number])[];
}

export interface Bar {
	name: string;
	value: Spread;
	/** Null for what nobody asks anything of. */
	limit: number | null;
}

export type Plot =
	| { kind: 'bars'; title: string; words: string; bars: readonly Bar[] }
	| { kind: 'distribution'; title: string; words: string; lines: readonly Line[] }
	| {
			kind: 'over-time';
			title: string;
			words: string;
			unit: 'ms' | 'bytes';
			lines: readonly Line[];
	  };

export interface Outcome {
	checks: readonly { limit: Limit; value: Spread }[];
	/** Why the figures are not to be trusted. */
	doubts: readonly string[];
	figures: readonly Figure[];
	plots: readonly Plot[];
}

export interface Context {
	sizes: Sizes;
	cores: Cores | null;
	generator: Generator;
	/** Says what is going on, in a line. */
	progress(words: string): void;
}

/** Rows that are taken together, from the same servers. */
export interface Measurement {
	rows: readonly Row[];
	/** One outcome for each wanted row that could be measured, and the reason for each that could not. */
	measure(context: Context, wanted: readonly Row[]): Promise<Map<string, Outcome | Error>>;
}
