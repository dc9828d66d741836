/** The rows of the bench. Each compares a server with its reference. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { servicePaths } from '../../simulator/contract/routes.ts';
import type { ComparedServer, Measurement } from './bench.ts';
import {
	bare,
	expressZod,
	fullLoad,
	inNewProcesses,
	postJson,
	rateRatios,
	sandbox,
	serveArguments,
	startServer,
	takeTurns,
} from './bench.ts';
import { everythingOnMeasurement } from './everything-on.ts';
import type { WorkKind } from './generator.ts';
import { atLeast, atMost } from './judge.ts';
import { measureFixedLatency, measureLognormalLatency } from './latency.ts';
import { memoryMeasurement, soakMeasurement } from './memory.ts';
import { readServerUrl, startProcess, stopProcess } from './processes.ts';
import { median } from './statistics.ts';

/** Measures the rate under full load. The servers in `compared` run too, but are not judged. */
const throughput = (
	name: string,
	{ work, limit, reference, contestant, compared = [] }: Comparison,
): Measurement => ({
	names: [name],
	async measure(bench) {
		const base = await startServer(bench, reference);
		const server = await startServer(bench, contestant);
		const others = await Promise.all(compared.map((other) => startServer(bench, other)));
		const servers = [base, server, ...others];
		const { turnMs: ms, turns } = bench.sizes;
		await inNewProcesses(bench, servers, bench.sizes.rounds, (rounds) =>
			takeTurns(bench, servers, { ...fullLoad, work, ms }, { rounds, turns }),
		);
		return [[atLeast(limit, 'x', `the rate of ${base.name}`, rateRatios(server, base))]];
	},
});

interface Comparison {
	work: WorkKind;
	/** The lowest share of the reference's rate that is accepted. */
	limit: number;
	reference: ComparedServer;
	contestant: ComparedServer;
	compared?: readonly ComparedServer[];
}

/** How long an empty Node program takes where the limits of the starts are 400 ms and 1 s, in milliseconds. */
const usualEmptyMs = 80;

/**
 * Measures from the start of the process to its first response, as a multiple of the time of an empty Node program: the
 * start of a process differs between machines by a factor of three. The process may use every core, because V8 and tsx
 * have threads.
 */
const startTime = (name: string, command: readonly string[], limitMs: number): Measurement => ({
	names: [name],
	async measure({ sizes, progress }) {
		const ratios: number[] = [];
		const tookMs: number[] = [];
		for (let start = 1; start <= sizes.starts; start += 1) {
			const emptyStartMs = performance.now();
			await once(startProcess(['--eval', '0']), 'exit');
			const startMs = performance.now();
			const emptyMs = startMs - emptyStartMs;
			const child = startProcess([...command, ...serveArguments]);
			await postJson(
				(await readServerUrl(child)) + servicePaths.paymentOptions,
				paymentOptionsExample,
			);
			const took = performance.now() - startMs;
			tookMs.push(took);
			ratios.push(took / emptyMs);
			await stopProcess(child);
			progress(`start ${start} of ${sizes.starts}`);
		}
		const what = `the time of an empty Node program; first response after ${Math.round(median(tookMs))} ms`;
		return [[atMost(limitMs / usualEmptyMs, 'x', what, ratios)]];
	},
});

const packageJson = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
/** The arguments of the `start` script, such as `node … serve`. */
const startScript: string[] = JSON.parse(packageJson).scripts.start.split(' ');

const reference = bare();
const options = { work: 'payment-options', reference } as const;
const countersOnly = sandbox({ 'journal.mode': 'counters' });
const compared = [expressZod];

export const benchMeasurements: readonly Measurement[] = [
	throughput('payment-options', { ...options, contestant: sandbox(), limit: 0.6, compared }),
	throughput('journal-counters', { ...options, contestant: countersOnly, limit: 0.72 }),
	throughput('flow', { work: 'flow', reference, contestant: sandbox(), limit: 0.6 }),
	everythingOnMeasurement,
	measureFixedLatency('fixed-latency', () => 0),
	measureFixedLatency('pending-answers', ({ pending }) => pending),
	measureLognormalLatency,
	memoryMeasurement,
	startTime('start-built', ['dist/cli.js'], 400),
	startTime('start-source', startScript.slice(1, -1), 1_000),
	soakMeasurement,
];
export const rows = benchMeasurements.flatMap(({ names }) => names);
/** The rows that run only with `--long`. */
export const longRowNames = ['pending-answers', 'resident', 'soak'];
