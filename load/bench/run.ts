/** `npm run bench`: every target beside its reference, in turn, so that a noisy machine is noisy for both. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { exitCodes } from '../../simulator/contract/exit-codes.ts';
import { takeRows } from './bench.ts';
import { ensureBuilt } from './build.ts';
import { projectPath } from './child.ts';
import { chooseCores } from './cores.ts';
import { exitCodeOf } from './judge.ts';
import type { BenchOptions } from './options.ts';
import { readBenchOptions } from './options.ts';
import { renderBench } from './page/page.ts';
import type { BenchResult } from './result.ts';
import { leftOut } from './sizes.ts';
import { table } from './table.ts';

const args = process.argv.slice(2);
const say = (words: string) => void process.stderr.write(`${words}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	// The children are ended on the way out.
	process.once(signal, () => process.exit(exitCodes.interrupted));
}

async function measure({ scale, sizes, rows }: BenchOptions): Promise<BenchResult> {
	const startedAt = new Date().toISOString();
	const begunMs = performance.now();
	const cores = chooseCores();
	const results = await takeRows({ sizes, cores, rows }, say);
	const { version } = JSON.parse(await readFile(projectPath('package.json'), 'utf8')) as {
		version: string;
	};
	return {
		schemaVersion: 3,
		kind: 'bench',
		startedAt,
		durationMs: performance.now() - begunMs,
		command: ['npm run bench', ...(args.length > 0 ? ['--', ...args] : [])].join(' '),
		environment: {
			version,
			node: process.versions.node,
			platform: `${process.platform} ${process.arch}`,
			cpu: cpus()[0]?.model.trim() ?? 'unknown processor',
		},
		cores,
		sizes,
		leftOut: leftOut[scale],
		exitCode: exitCodeOf(results),
		rows: results,
	};
}

/** The paths that were written. */
async function write(result: BenchResult, out: string | null): Promise<string[]> {
	const id = `bench-${result.startedAt.replace(/[-:]|\.\d+Z$/g, '')}`;
	const folder = resolve(out ?? join('reports', 'out', id));
	await mkdir(folder, { recursive: true });
	const files = {
		'bench.json': `${JSON.stringify(result, null, '\t')}\n`,
		'bench.html': renderBench(result),
	};
	const paths = Object.entries(files).map(([name, text]) => ({ path: join(folder, name), text }));
	for (const { path, text } of paths) await writeFile(path, text);
	return paths.map(({ path }) => path);
}

function optionsOrNothing(): BenchOptions | null {
	try {
		return readBenchOptions(args);
	} catch (error) {
		say(`bench: ${error instanceof Error ? error.message : String(error)}`);
		process.exitCode = exitCodes.usage;
		return null;
	}
}

const options = optionsOrNothing();
if (options) {
	await ensureBuilt(say);
	const result = await measure(options);
	const colour = process.stdout.isTTY === true && !process.env.NO_COLOR;
	const paths = await write(result, options.out);
	process.stdout.write(`${table(result, colour)}\n\n${paths.join('\n')}\n`);
	process.exitCode = result.exitCode;
}
