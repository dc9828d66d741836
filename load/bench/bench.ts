/** Takes the wanted rows, one measurement after the other. */
import { availableParallelism } from 'node:os';
import { doubtOfMachine } from './busy.ts';
import type { Cores } from './cores.ts';
import { startGenerator } from './generator.ts';
import type { RowResult } from './judge.ts';
import { judgeRow } from './judge.ts';
import type { Context, Measurement, Outcome, Row } from './row.ts';
import { measurements } from './rows.ts';
import type { Sizes } from './sizes.ts';

export interface Wanted {
	sizes: Sizes;
	cores: Cores | null;
	rows: readonly Row[];
}

export async function takeRows(
	{ sizes, cores, rows }: Wanted,
	progress: (words: string) => void,
): Promise<RowResult[]> {
	const results: RowResult[] = [];
	const doubts = [...doubtOfCores(), ...(await doubtOfMachine())];
	const generator = startGenerator(cores?.generator ?? null);
	const say = (words: string) => progress(`  ${words}`);
	try {
		for (const measurement of measurements) {
			const wanted = measurement.rows.filter((row) => rows.includes(row));
			if (wanted.length === 0) continue;
			progress(`${wanted.map(({ id }) => id).join(', ')}:`);
			const context = { sizes, cores, generator, progress: say };
			results.push(...(await take(measurement, wanted, context, doubts)));
		}
		return results;
	} finally {
		await generator.stop();
	}
}

async function take(
	measurement: Measurement,
	wanted: readonly Row[],
	context: Context,
	doubts: readonly string[],
): Promise<RowResult[]> {
	const outcomes = await measurement.measure(context, wanted).catch((error: Error) => error);
	return wanted.map((row) => {
		const outcome = outcomes instanceof Error ? outcomes : outcomes.get(row.id);
		return judgeRow(row, withDoubts(outcome ?? new Error('nobody measured it'), doubts));
	});
}

function withDoubts(outcome: Outcome | Error, doubts: readonly string[]): Outcome | Error {
	return outcome instanceof Error
		? outcome
		: { ...outcome, doubts: [...doubts, ...outcome.doubts] };
}

function doubtOfCores(): string[] {
	return availableParallelism() > 1
		? []
		: ['this process may use one core only: server and generator took it from each other'];
}
