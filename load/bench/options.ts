/** `npm run bench -- --quick`, or every part by itself. */
import { parseArgs } from 'node:util';
import type { BenchSettings } from './result.ts';

/** Each round measures every server: 50 s in all, or 20 s, with what starting costs. */
const full: BenchSettings = { rounds: 5, warmUpMs: 300, measureMs: 1_500, connections: 32 };
const quick: BenchSettings = { rounds: 3, warmUpMs: 300, measureMs: 1_000, connections: 32 };

const usage = `Usage: npm run bench -- [--quick] [--rounds N] [--measure MS] [--warm-up MS] [--connections N] [--out DIR]`;

export interface BenchOptions extends BenchSettings {
	/** Folder of the result; null for the usual one. */
	out: string | null;
}

export function readBenchOptions(args: readonly string[]): BenchOptions {
	const { values } = parse(args);
	const given = values.quick ? quick : full;
	const whole = (text: string | undefined, otherwise: number, highest: number) => {
		if (text === undefined) return otherwise;
		const number = Number(text);
		if (/^\d+$/.test(text) && number >= 1 && number <= highest) return number;
		throw new Error(`"${text}" must be a whole number from 1 to ${highest}. ${usage}`);
	};
	return {
		rounds: whole(values.rounds, given.rounds, 100),
		measureMs: whole(values.measure, given.measureMs, 60_000),
		warmUpMs: whole(values['warm-up'], given.warmUpMs, 60_000),
		connections: whole(values.connections, given.connections, 1_000),
		out: values.out ?? null,
	};
}

function parse(args: readonly string[]) {
	const text = { type: 'string' } as const;
	try {
		return parseArgs({
			args: [...args],
			options: {
				quick: { type: 'boolean', default: false },
				rounds: text,
				measure: text,
				'warm-up': text,
				connections: text,
				out: text,
			},
		});
	} catch (error) {
		throw new Error(`${error instanceof Error ? error.message : String(error)} ${usage}`);
	}
}
