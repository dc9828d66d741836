/** `npm run bench`: the sandbox beside bare `node:http`, in turn, so that a noisy machine is noisy for both. */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { exitCodes } from '../../simulator/contract/exit-codes.ts';
import { stopChild } from './child.ts';
import type { Running } from './contestants.ts';
import { contestants, startContestant } from './contestants.ts';
import type { Cores } from './cores.ts';
import { chooseCores } from './cores.ts';
import type { BenchOptions } from './options.ts';
import { readBenchOptions } from './options.ts';
import type { BenchResult } from './result.ts';
import { standingOf } from './result.ts';
import type { Round } from './round.ts';
import { playRound } from './round.ts';
import { table } from './table.ts';

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	// The children are ended on the way out.
	process.once(signal, () => process.exit(exitCodes.interrupted));
}

async function measure(options: BenchOptions, cores: Cores | null): Promise<BenchResult> {
	const { out, ...settings } = options;
	const startedAt = new Date().toISOString();
	const running: Running[] = [];
	try {
		for (const contestant of contestants) {
			running.push(await startContestant(contestant, cores?.server ?? null));
		}
		process.stderr.write('every server is up: warming up\n');
		const rounds = new Map<string, Round[]>(running.map(({ name }) => [name, []]));
		const plan = { ...settings, core: cores?.generator ?? null };
		// Compilers warm up over several thousand calls: the first turn counts for nobody.
		for (let turn = 0; turn <= settings.rounds; turn += 1) {
			for (const { name, url } of running) {
				const round = await playRound(url, plan);
				if (turn > 0) rounds.get(name)?.push(round);
			}
			if (turn > 0) process.stderr.write(`round ${turn} of ${settings.rounds}\n`);
		}
		const of = (name: string) => rounds.get(name) ?? [];
		const [reference] = contestants;
		return {
			schemaVersion: 1,
			kind: 'bench',
			startedAt,
			environment: {
				node: process.versions.node,
				platform: `${process.platform} ${process.arch}`,
				cpu: cpus()[0]?.model.trim() ?? 'unknown processor',
			},
			cores,
			settings,
			results: contestants.map((one) => standingOf(one, of(one.name), of(reference.name))),
		};
	} finally {
		await Promise.all(running.map(({ child }) => stopChild(child)));
	}
}

async function write(result: BenchResult, out: string | null): Promise<string> {
	const id = `bench-${result.startedAt.replace(/[-:]|\.\d+Z$/g, '')}`;
	const folder = resolve(out ?? join('reports', 'out', id));
	await mkdir(folder, { recursive: true });
	const path = join(folder, 'bench.json');
	await writeFile(path, `${JSON.stringify(result, null, '\t')}\n`);
	return path;
}

function optionsOrNothing(): BenchOptions | null {
	try {
		return readBenchOptions(process.argv.slice(2));
	} catch (error) {
		process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
		process.exitCode = exitCodes.usage;
		return null;
	}
}

const options = optionsOrNothing();
if (options) {
	const result = await measure(options, chooseCores());
	const colour = process.stdout.isTTY === true && !process.env.NO_COLOR;
	process.stdout.write(`${table(result, colour)}\n${await write(result, options.out)}\n`);
	if (result.results.some(({ failed }) => failed > 0)) process.exitCode = exitCodes.inconclusive;
}
