/** `npm run bench -- --quick`, `--only flow`, and so on. */
import { parseArgs } from 'node:util';
import type { Row } from './row.ts';
import { rows } from './rows.ts';
import type { Scale, Sizes } from './sizes.ts';
import { sizesOf } from './sizes.ts';

const usage = `Usage: npm run bench -- [--quick | --long] [--rounds N] [--only ROW]… [--out DIR]
Rows: ${rows.map(({ id, isLong }) => (isLong ? `${id} (--long)` : id)).join(', ')}`;

export interface BenchOptions {
	scale: Scale;
	sizes: Sizes;
	rows: readonly Row[];
	/** Folder of the result; null for the usual one. */
	out: string | null;
}

/** Throws with what is wrong and how it is used. */
export function readBenchOptions(args: readonly string[]): BenchOptions {
	const { quick, long, rounds, only = [], out = null } = parse(args);
	if (quick && long) throw wrong('--quick and --long exclude each other.');
	const scale = quick ? 'quick' : long ? 'long' : 'normal';
	const sizes = sizesOf[scale];
	return {
		scale,
		sizes: rounds === undefined ? sizes : { ...sizes, rounds: roundsOf(rounds) },
		rows: wantedRows(only, long),
		out,
	};
}

function wantedRows(only: readonly string[], long: boolean): Row[] {
	const unknown = only.find((id) => !rows.some((row) => row.id === id));
	if (unknown !== undefined) throw wrong(`There is no row "${unknown}".`);
	const wanted = rows.filter(({ id }) => only.length === 0 || only.includes(id));
	const tooLong = wanted.find(({ isLong }) => isLong && !long);
	if (only.length > 0 && tooLong) throw wrong(`The row "${tooLong.id}" needs --long.`);
	return wanted.filter(({ isLong }) => long || !isLong);
}

function roundsOf(text: string): number {
	const number = Number(text);
	if (/^\d+$/.test(text) && number >= 1 && number <= 100) return number;
	throw wrong(`--rounds "${text}" must be a whole number from 1 to 100.`);
}

const wrong = (words: string) => new Error(`${words} ${usage}`);

function parse(args: readonly string[]) {
	const text = { type: 'string' } as const;
	const flag = { type: 'boolean', default: false } as const;
	try {
		const only = { ...text, multiple: true } as const;
		const options = { quick: flag, long: flag, rounds: text, only, out: text };
		return parseArgs({ args: [...args], options }).values;
	} catch (error) {
		throw wrong(error instanceof Error ? error.message : String(error));
	}
}
