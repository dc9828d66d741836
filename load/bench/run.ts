/** `npm run bench`: measures each server next to its reference, and judges the results. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { exitCodes } from '../../simulator/contract/exit-codes.ts';
import type { Bench, Measurement } from './bench.ts';
import { figuresOfServer, recordResponses, sandbox, startServer } from './bench.ts';
import { exitCodeOfRows, generatorProblems, judgeRow } from './judge.ts';
import type { BenchOptions } from './options.ts';
import { benchUsage, readOptions } from './options.ts';
import { chooseCores, startGenerator, stopAllProcesses } from './processes.ts';
import { benchMeasurements } from './rows.ts';
import { benchTable } from './table.ts';

const progress = (text: string) => void process.stderr.write(`${text}\n`);

async function measure({ measure }: Measurement, bench: Bench) {
	const measured = await measure(bench).catch((error: Error) => error);
	await stopAllProcesses();
	const played = bench.servers.filter(({ rounds }) => rounds.length > 0);
	const problems = played.flatMap(({ name, rounds }) => generatorProblems(name, rounds.flat()));
	if (availableParallelism() === 1) problems.push('servers and generator share one core');
	return { measured, problems, figures: played.map(figuresOfServer) };
}

async function run({ names, sizes, out }: BenchOptions): Promise<void> {
	const startedAt = new Date().toISOString();
	const cores = chooseCores();
	const start = (responses: string): Bench => {
		const generate = startGenerator(cores.generator);
		return { sizes, responses, generate, cores, servers: [], progress };
	};
	const { url } = await startServer(start(''), sandbox());
	const responses = `[${await recordResponses(url)}]`;
	await stopAllProcesses();
	const rows = [];
	for (const measurement of benchMeasurements) {
		const wanted = measurement.names.filter((name) => names.includes(name));
		if (wanted.length === 0) continue;
		progress(`${wanted.join(', ')}:`);
		const { measured, problems, figures } = await measure(measurement, start(responses));
		for (const name of wanted) {
			const checks =
				measured instanceof Error ? measured : measured[measurement.names.indexOf(name)];
			rows.push({ ...judgeRow(name, checks ?? [], problems), figures });
		}
	}

	const exitCode = exitCodeOfRows(rows);
	const machine = { node: process.versions.node, cpu: cpus()[0]?.model.trim(), cores };
	const result = { schemaVersion: 4, kind: 'bench', startedAt, ...machine, sizes, exitCode, rows };
	const id = `bench-${startedAt.replace(/[-:]|\.\d+Z$/g, '')}`;
	const folder = resolve(out ?? join('reports/out', id));
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, 'bench.json'), `${JSON.stringify(result, null, '\t')}\n`);
	const isColoured = process.stdout.isTTY && !process.env.NO_COLOR;
	const took = `took ${Math.round((Date.now() - Date.parse(startedAt)) / 1000)} s`;
	const heading = `Node ${machine.node}, ${machine.cpu}; ${took}`;
	const lines = [heading, '', ...benchTable(rows, isColoured), '', join(folder, 'bench.json')];
	process.stdout.write(`${lines.join('\n')}\n`);
	process.exitCode = exitCode;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.once(signal, () => process.exit(exitCodes.interrupted));
}
let options: BenchOptions;
try {
	options = readOptions(process.argv.slice(2));
} catch (error) {
	progress(`bench: ${(error as Error).message}\n${benchUsage}`);
	process.exit(exitCodes.usage);
}
await run(options);
