/** One measurement: writes the files for k6, checks the plan, runs k6 and adds up its output. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execute } from '../../scenarios/harness/child-process.ts';
import { CannotRunError } from '../../scenarios/harness/errors.ts';
import type { RunIo } from '../../scenarios/harness/run-io.ts';
import type { Market } from '../../simulator/contract/market-samples.ts';
import { marketSamples } from '../../simulator/contract/market-samples.ts';
import { createCustomers } from '../../simulator/customers/customers.ts';
import type { Job, Plan } from '../plan.ts';
import type { K6 } from './k6-binary.ts';
import type { K6Log } from './k6-log.ts';
import { emptyLog, readLogLine } from './k6-log.ts';
import type { K6Exit, K6Files } from './k6-process.ts';
import { inspectArguments, k6Environment, runArguments, runK6 } from './k6-process.ts';
import { planDifferences } from './plan-check.ts';
import { createProgress } from './progress.ts';
import type { Tally } from './tally.ts';
import { createSampleReader, createTally } from './tally.ts';

export interface MeasureOptions {
	plan: Plan;
	k6: K6;
	/** `main.ts` in a clone, `main.js` in the installed package. */
	main: string;
	target: string;
	seed: number;
	referencePrefix: string;
	io: RunIo;
}

export interface K6Summary {
	text: string;
	/** Metric → statistic → number. */
	metrics: Record<string, { values?: Record<string, number> } | undefined>;
}

export interface Measurement {
	tally: Tally;
	log: K6Log;
	exit: K6Exit;
	/** Undefined when k6 wrote no summary, or only a part of it. */
	summary: K6Summary | undefined;
}

const inspectTimeoutMs = 15_000;
const graceMs = 60_000;

export async function measure(options: MeasureOptions): Promise<Measurement> {
	const folder = await mkdtemp(join(tmpdir(), 'payin-load-'));
	try {
		const files = await writeK6Files(folder, options);
		await checkPlan(files, options);
		return await runPlan(files, options);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

interface MeasurementFiles extends K6Files {
	summary: string;
}

async function writeK6Files(folder: string, options: MeasureOptions): Promise<MeasurementFiles> {
	const { plan, target, seed, referencePrefix, main } = options;
	const files = {
		main,
		job: join(folder, 'job.json'),
		config: join(folder, 'config.json'),
		summary: join(folder, 'summary.json'),
	};
	const customersFile = join(folder, 'customers.json');
	const markets = marketSamples;
	const summaryFile = files.summary;
	const job: Job = { plan, target, seed, referencePrefix, markets, customersFile, summaryFile };
	await writeFile(customersFile, JSON.stringify(customersByMarket(seed)));
	await writeFile(files.job, JSON.stringify(job));
	await writeFile(files.config, '{}');
	return files;
}

/** Enough customers for flows that run at the same time to have different ones. */
const customersPerMarket = 200;

/** k6 cannot generate customers: it reads them from a file. */
export function customersByMarket(seed: number) {
	const markets = Object.keys(marketSamples) as Market[];
	return Object.fromEntries(
		markets.map((market) => [market, createCustomers({ market, count: customersPerMarket, seed })]),
	);
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
	const { plan, k6, io } = options;
	const tally = createTally();
	const log = emptyLog();
	const progress = createProgress(plan, tally, io);
	const exit = await runK6({
		k6: k6.path,
		args: runArguments(files),
		env: io.env,
		signal: io.signal,
		limitMs: plan.longestMs + graceMs,
		onSample: createSampleReader(tally),
		onLog: (line) => readLogLine(log, line),
		onTick: () => progress.tick(),
		hasStarted: () => tally.everything.started > 0,
	}).finally(() => progress.end());
	return { tally, log, exit, summary: await readSummary(files.summary) };
}

async function readSummary(path: string): Promise<K6Summary | undefined> {
	try {
		const text = await readFile(path, 'utf8');
		const { metrics } = JSON.parse(text);
		return typeof metrics === 'object' && metrics !== null ? { text, metrics } : undefined;
	} catch {
		// The verdict reports a missing summary.
		return undefined;
	}
}
