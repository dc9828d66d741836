/** Makes one measurement: writes the files for k6, checks the plan, runs k6 and adds up its output. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { formatDuration } from '../../reports/figures.ts';
import type { TargetCollapse } from '../../reports/verdict-rules.ts';
import { execute } from '../../scenarios/harness/child-process.ts';
import { CannotRunError } from '../../scenarios/harness/errors.ts';
import type { RunIo } from '../../scenarios/harness/run-io.ts';
import type { Market } from '../../simulator/contract/market-samples.ts';
import { marketSamples } from '../../simulator/contract/market-samples.ts';
import { createCustomers } from '../../simulator/customers/customers.ts';
import type { LoadJob, MerchantJob, Plan } from '../plan.ts';
import { stories } from '../stories.ts';
import { findCollapse } from './abort-guard.ts';
import type { K6Binary } from './k6-binary.ts';
import type { K6Log } from './k6-log.ts';
import { emptyLog, readLogLine } from './k6-log.ts';
import type { K6Exit, K6Files } from './k6-process.ts';
import { inspectArguments, k6Environment, runArguments, runK6 } from './k6-process.ts';
import { startNullServer } from './null-server.ts';
import type { PlanPart } from './part.ts';
import { createUsersLeadMs, k6SegmentArguments } from './part.ts';
import { planDifferences } from './plan-check.ts';
import { createProgress } from './progress.ts';
import { createSampleReader } from './samples.ts';
import type { FlowIdSets } from './shared-ids.ts';
import type { Tally } from './tally.ts';
import { createTally } from './tally.ts';

export interface MeasureOptions {
	plan: Plan;
	k6: K6Binary;
	/** The k6 script: `main.ts` in a clone, `main.js` in the installed package. */
	main: string;
	target: string;
	isSandbox: boolean;
	/** The headers for the control API of the target. */
	controlHeaders?: Record<string, string>;
	seed: number;
	referencePrefix: string;
	part?: PlanPart | undefined;
	startAtMs?: number | undefined;
	k6Api?: string | undefined;
	merchant?: MerchantJob | undefined;
	/** Masked in k6's log. */
	secrets?: readonly string[];
	/** The ids that flows of this run have received so far. */
	ids?: FlowIdSets;
	io: RunIo;
}

export interface K6Summary {
	text: string;
	/** The statistics of each metric, by their names. */
	metrics: Record<string, { values?: Record<string, number> } | undefined>;
}

export interface Measurement {
	tally: Tally;
	log: K6Log;
	exit: K6Exit;
	/** Why k6 was stopped before the end of its plan; undefined if it was not. */
	collapse: TargetCollapse | undefined;
	/** k6's own summary; undefined when k6 wrote none, or only a part of it. */
	summary: K6Summary | undefined;
}

/** The time limit of `k6 inspect`. Only a script that k6 cannot parse takes longer, even on a busy machine. */
const inspectTimeoutMs = 60_000;
const graceMs = 60_000;
/** With `--k6-api`, k6 waits for a start call for at most this time, in milliseconds. */
const longestPauseMs = 1_800_000;
/** The time that k6 needs to create a virtual user before the plan begins, in milliseconds, on a busy machine. */
const userMs = 20;

export async function measureWithK6(options: MeasureOptions): Promise<Measurement> {
	const folder = await mkdtemp(join(tmpdir(), 'payin-load-'));
	const nullServer = await startNullServer();
	try {
		const files = await writeK6Files(folder, { ...options, canaryUrl: nullServer.url });
		await checkPlan(files, options);
		return await runPlan(files, options);
	} finally {
		await nullServer.stop();
		await rm(folder, { recursive: true, force: true });
	}
}

interface MeasurementFiles extends K6Files {
	summary: string;
}

async function writeK6Files(
	folder: string,
	options: MeasureOptions & { canaryUrl: string },
): Promise<MeasurementFiles> {
	const { plan, target, isSandbox, seed, referencePrefix, merchant, startAtMs, main } = options;
	const { canaryUrl, controlHeaders = {} } = options;
	const files = {
		main,
		job: join(folder, 'job.json'),
		config: join(folder, 'config.json'),
		summary: join(folder, 'summary.json'),
	};
	const customersFiles = await writeCustomers(folder, seed);
	const markets = marketSamples;
	const summaryFile = files.summary;
	const job: LoadJob = {
		...{ plan, target, isSandbox, controlHeaders, seed, referencePrefix, markets, merchant },
		storyModules: storyModules(plan, main),
		...{ canaryUrl, customersFiles, summaryFile, startAtMs },
	};
	await writeFile(files.job, JSON.stringify(job));
	await writeFile(files.config, '{}');
	return files;
}

/** The modules of the plan's stories. k6 loads them from the folder of its script. */
export function storyModules({ mix }: Plan, main: string): LoadJob['storyModules'] {
	const named = stories.filter(({ name }) => mix[name] !== undefined);
	const folder = pathToFileURL(join(dirname(main), '../scenarios'));
	return Object.fromEntries(
		named.map(({ name }) => [name, `${folder.href}/${name}${extname(main)}`]),
	);
}

/** Flows that run at the same time get different customers from this many. */
const customersPerMarket = 200;

type CustomersByMarket = Readonly<Record<string, readonly string[]>>;

let latest: { seed: number; customers: CustomersByMarket } | undefined;

/**
 * The customers of each market, as the JSON texts that k6 sends. The latest are kept: they take a third of a second, and
 * a load on a shop needs them again to compare its orders.
 */
export function customersByMarket(seed: number): CustomersByMarket {
	if (latest?.seed === seed) return latest.customers;
	const markets = Object.keys(marketSamples) as Market[];
	const customers = Object.fromEntries(
		markets.map((market) => [
			market,
			createCustomers({ market, count: customersPerMarket, seed }).map((customer) =>
				JSON.stringify(customer),
			),
		]),
	);
	latest = { seed, customers };
	return customers;
}

/**
 * Writes a file with the customers of each market, because k6 cannot generate them. k6 reads a file again for each list
 * that its virtual users share: with one file for all markets, its start would take much longer.
 */
export async function writeCustomers(
	folder: string,
	seed: number,
): Promise<LoadJob['customersFiles']> {
	const files: Record<string, string> = {};
	for (const [market, customers] of Object.entries(customersByMarket(seed))) {
		files[market] = join(folder, `customers-${market}.json`);
		await writeFile(files[market], JSON.stringify(customers));
	}
	return files;
}

async function checkPlan(files: K6Files, { k6, plan, io }: MeasureOptions) {
	const inspected = await execute(k6.path, inspectArguments(files), {
		timeoutMs: inspectTimeoutMs,
		env: k6Environment(io.env),
		signal: io.signal,
	});
	if (io.signal.aborted) return;
	const differences = planDifferences(plan, inspected);
	if (differences.length > 0) throw new CannotRunError('plan', differences.join(' '));
}

async function runPlan(files: MeasurementFiles, options: MeasureOptions): Promise<Measurement> {
	const { plan, k6, part, startAtMs, k6Api, io, secrets = [] } = options;
	const { scenarios, phases } = plan;
	await waitUntil(startAtMs === undefined ? 0 : startAtMs - createUsersLeadMs(plan), io);
	const pauseMs =
		(startAtMs === undefined ? 0 : createUsersLeadMs(plan)) + (k6Api ? longestPauseMs : 0);
	const tally = createTally(options.ids);
	const log = emptyLog();
	const progress = createProgress(plan, tally, io);
	let collapse: TargetCollapse | undefined;
	const exit = await runK6({
		k6: k6.path,
		args: [
			...runArguments(files),
			...(part ? k6SegmentArguments(part) : []),
			...(k6Api ? ['--paused', '--address', k6Api] : []),
		],
		env: io.env,
		signal: io.signal,
		limitMs: plan.longestMs + graceMs + pauseMs + plan.maxVUs * userMs,
		onSample: createSampleReader(tally, { scenarios, phases, startAtMs, parts: part?.of }),
		onLog: (line) => readLogLine(log, line, secrets),
		onTick() {
			progress.tick();
			collapse ??= findCollapse(plan, tally);
			return collapse !== undefined;
		},
		hasStarted: () => tally.everything.started > 0,
	}).finally(() => progress.end());
	return { tally, log, exit, collapse, summary: await readSummary(files.summary) };
}

async function waitUntil(atMs: number, { err, signal }: RunIo): Promise<void> {
	const waitMs = atMs - Date.now();
	if (waitMs <= 0) return;
	err(`waiting ${formatDuration(waitMs)} for the common start\n`);
	await setTimeout(waitMs, undefined, { signal });
}

async function readSummary(path: string): Promise<K6Summary | undefined> {
	try {
		const text = await readFile(path, 'utf8');
		const { metrics } = JSON.parse(text);
		return typeof metrics === 'object' && metrics !== null ? { text, metrics } : undefined;
	} catch {
		// The verdict reports the missing summary.
		return undefined;
	}
}
