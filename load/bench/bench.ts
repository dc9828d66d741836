/** Shared code of the bench rows: the compared servers, and the rounds in which they take turns. */
import type { ChildProcess } from 'node:child_process';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { servicePaths } from '../../simulator/contract/routes.ts';
import { cpuSecondsOf } from '../runner/process-usage.ts';
import type { GeneratorJob, GeneratorResult, WorkKind } from './generator.ts';
import type { BenchCheck } from './judge.ts';
import type { BenchSizes } from './options.ts';
import type { Cores } from './processes.ts';
import { readServerUrl, requestFromChild, startProcess, stopProcess } from './processes.ts';
import { median, quantile } from './statistics.ts';

export interface ComparedServer {
	name: string;
	/**
	 * Returns the arguments for Node. `responses` is a JSON list of recorded sandbox responses, which the reference servers
	 * send.
	 */
	args(responses: string): readonly string[];
}

const reference = (name: string, file: string, ...delaysMs: readonly number[]): ComparedServer => {
	const program = ['--import', 'tsx', `load/bench/servers/${file}`];
	return { name, args: (responses) => [...program, responses, ...delaysMs.map(String)] };
};
/** The reference server, on bare `node:http`. It delays its responses by the given times. */
export const bare = (delayMs = 0, hybridPaymentDelayMs = delayMs) =>
	reference('bare node:http', 'bare.ts', delayMs, hybridPaymentDelayMs);
export const expressZod = reference('Express + zod', 'express-zod.ts');

export const serveArguments = ['serve', '--no-config', '--host', '127.0.0.1', '--port', '0'];
const memoryReport = ['--expose-gc', '--import', './load/bench/servers/sandbox-memory.mjs'];

/** The sandbox as users start it: with the built command. */
export function sandbox(
	settings: Record<string, unknown> = {},
	name = 'payin-sandbox',
): ComparedServer {
	const set = Object.entries(settings).flatMap(([path, value]) => {
		return ['--set', `${path}=${JSON.stringify(value)}`];
	});
	return { name, args: () => [...memoryReport, 'dist/cli.js', ...serveArguments, ...set] };
}

export interface Server extends ComparedServer {
	/** The URL and the process; `inNewProcesses` replaces both. */
	url: string;
	child: ChildProcess;
	/** The results of the server's turns, one list for each round. */
	rounds: GeneratorResult[][];
	/** The CPU time of all turns, in seconds; NaN if the system does not report it. */
	cpuSeconds: number;
}

export interface Bench {
	sizes: BenchSizes;
	cores: Cores;
	responses: string;
	servers: Server[];
	generate(job: GeneratorJob): Promise<GeneratorResult>;
	progress(text: string): void;
}

/** Bench rows that are measured on the same servers. */
export interface Measurement {
	names: readonly string[];
	/** Runs the measurement. Returns one list of checks for each row. */
	measure(bench: Bench): Promise<readonly (readonly BenchCheck[])[]>;
}

type StartOptions = Pick<Bench, 'cores' | 'responses' | 'servers'>;

export async function startServer(
	{ servers, ...options }: StartOptions,
	compared: ComparedServer,
): Promise<Server> {
	const started = await startServerProcess(options, compared);
	const server = { ...compared, ...started, rounds: [], cpuSeconds: 0 };
	servers.push(server);
	return server;
}

async function startServerProcess(
	{ cores, responses }: Omit<StartOptions, 'servers'>,
	{ args }: ComparedServer,
): Promise<Pick<Server, 'child' | 'url'>> {
	const child = startProcess(args(responses), cores.server);
	return { child, url: await readServerUrl(child) };
}

/** About how many process pairs play the rounds of a row, and the most rounds that one pair plays. */
const processPairs = 4;
const maxRoundsOfProcess = 12;

/**
 * Plays the rounds in parts, with new processes for each part: two processes of one program differ in speed by up to 4 %,
 * for as long as they run.
 */
export async function inNewProcesses(
	bench: Bench,
	servers: readonly Server[],
	rounds: number,
	play: (rounds: number) => Promise<void>,
): Promise<void> {
	const roundsOfProcess = Math.min(maxRoundsOfProcess, Math.ceil(rounds / processPairs));
	for (let left = rounds; left > 0; left -= roundsOfProcess) {
		await play(Math.min(left, roundsOfProcess));
		if (left <= roundsOfProcess) return;
		for (const server of servers) {
			await stopProcess(server.child);
			Object.assign(server, await startServerProcess(bench, server));
		}
		bench.progress(`new processes; ${left - roundsOfProcess} of ${rounds} rounds are left`);
	}
}

/** Returns the memory of a server after a forced garbage collection; see `sandbox-memory.mjs`. */
export const memoryOf = ({ child }: Server) =>
	requestFromChild<{ heapBytes: number; residentBytes: number; descriptors: number }>(
		child,
		'memory',
	);

export async function postJson(url: string, body: unknown = {}): Promise<string> {
	const headers = { 'Content-Type': 'application/json' };
	const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
	if (!response.ok) throw new Error(`${url} answered ${response.status}`);
	return response.text();
}

/** Makes a payment and returns the bodies of its three responses. */
export async function recordResponses(url: string): Promise<string[]> {
	const options = await postJson(url + servicePaths.paymentOptions, paymentOptionsExample);
	const { sessionId, paymentOptions } = JSON.parse(options);
	const ids = { sessionId, paymentOptionId: paymentOptions[0].paymentOptionId };
	const suboptions = await postJson(url + servicePaths.paymentSuboptions, ids);
	const optionId = JSON.parse(suboptions).result.options[0].id;
	return [
		options,
		suboptions,
		await postJson(url + servicePaths.hybridPayment, { ...ids, optionId }),
	];
}

/**
 * Full load: a server with fewer connections is idle for part of the time, because a virtual machine wakes its second
 * core slowly, and the ratios then show that and not the servers.
 */
export const fullLoad = { connections: 64, warmUpMs: 20 };

/** The number of calls of one work. */
const callsOf: Record<WorkKind, number> = { 'payment-options': 1, flow: 3 };

type Rounds = { rounds: number; turns?: number; beforeRound?: () => Promise<void> };

/**
 * Every second turn has the reverse order (A B B A), so a machine that slows down favours no server. Turns are short: the
 * speed of a shared machine changes within fractions of a second.
 */
export async function takeTurns(
	bench: Bench,
	servers: readonly Server[],
	job: Omit<GeneratorJob, 'url'>,
	{ rounds, turns = 1, beforeRound = async () => {} }: Rounds,
): Promise<void> {
	// Warm up with many connections: with an injected latency, one connection makes only a few calls.
	const count = Math.ceil(bench.sizes.warmUpCalls / callsOf[job.work]);
	const warmUp = { ...job, perSecond: 0, connections: 256, warmUpMs: 0, count, ms: 120_000 };
	for (const { name, url } of servers) {
		const { completed } = await bench.generate({ ...warmUp, url });
		if (completed < count)
			throw new Error(`${name}: ${completed} of ${count} calls of the warm-up`);
	}
	for (let turn = 0; turn < rounds * turns; turn += 1) {
		if (turn % turns === 0) {
			await beforeRound();
			for (const server of servers) server.rounds.push([]);
		}
		for (const server of turn % 2 === 0 ? servers : servers.toReversed()) {
			const cpuBefore = cpuOf(server);
			server.rounds.at(-1)?.push(await bench.generate({ ...job, url: server.url }));
			server.cpuSeconds += cpuOf(server) - cpuBefore;
		}
		if ((turn + 1) % turns === 0) bench.progress(`round ${(turn + 1) / turns} of ${rounds}`);
	}
}

const cpuOf = ({ child }: Server) => cpuSecondsOf(child.pid ?? 0) ?? Number.NaN;

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

const rate = (turns: readonly GeneratorResult[] = []) =>
	sum(turns.map(({ completed }) => completed)) / sum(turns.map(({ seconds }) => seconds));

/** One ratio for each round, because only neighbouring turns are comparable. */
export const rateRatios = (server: Server, reference: Server) =>
	server.rounds.map((round, index) => rate(round) / rate(reference.rounds[index]));

const timesOf = (turns: readonly GeneratorResult[]) => turns.flatMap(({ tookMs }) => tookMs);

export const quantiles = ({ rounds }: Server, share: number) =>
	rounds.map((round) => quantile(timesOf(round), share));

/** Figures over all rounds that the table prints without judging them. */
export function figuresOfServer({ name, rounds, cpuSeconds }: Server) {
	const turns = rounds.flat();
	const times = timesOf(turns);
	const [p50Ms, p99Ms] = [quantile(times, 0.5), quantile(times, 0.99)];
	const generatorCpu = median(turns.map(({ cpuShare }) => cpuShare));
	const cpuUs = (cpuSeconds * 1e6) / sum(turns.map(({ total }) => total));
	return { contestant: name, perSecond: rate(turns), p50Ms, p99Ms, cpuUs, generatorCpu };
}
