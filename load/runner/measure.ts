/** The measurement itself: files for k6, the plan checked, k6 run, everything it said added up. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execute } from '../../scenarios/harness/child-process.ts';
import { CannotRunError } from '../../scenarios/harness/errors.ts';
import { marketSamples } from '../../simulator/contract/market-samples.ts';
import type { Job, Plan } from '../plan.ts';
import { writeCustomers } from './customers-file.ts';
import type { K6 } from './find-k6.ts';
import { createIngest } from './ingest.ts';
import { differences } from './inspect.ts';
import type { K6Log } from './k6-log.ts';
import { emptyLog, readLogLine } from './k6-log.ts';
import { createProgress } from './progress.ts';
import type { K6Ended, K6Files } from './spawn-k6.ts';
import { inspectArguments, k6Environment, runArguments, spawnK6 } from './spawn-k6.ts';
import type { K6Summary } from './summary-file.ts';
import { readSummary } from './summary-file.ts';
import type { Tally } from './tally.ts';
import { createTally } from './tally.ts';

export interface MeasureOptions {
	plan: Plan;
	k6: K6;
	/** `main.ts` in a clone, `main.js` in the installed package. */
	main: string;
	target: string;
	seed: number;
	referencePrefix: string;
	env: Readonly<Record<string, string | undefined>>;
	signal: AbortSignal;
	output: { err(text: string): void; isTerminal: boolean };
}

export interface Measurement {
	tally: Tally;
	log: K6Log;
	ended: K6Ended;
	summary: K6Summary | undefined;
}

const inspectPatienceMs = 15_000;
const graceMs = 60_000;

export async function measure(options: MeasureOptions): Promise<Measurement> {
	const folder = await mkdtemp(join(tmpdir(), 'payin-load-'));
	try {
		const files = await prepare(folder, options);
		await checkPlan(files, options);
		return await runPlan(files, options);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

interface Files extends K6Files {
	summary: string;
}

async function prepare(folder: string, options: MeasureOptions): Promise<Files> {
	const { plan, target, seed, referencePrefix, main } = options;
	const at = (name: string) => join(folder, name);
	const customersFile = at('customers.json');
	const summaryFile = at('summary.json');
	const told = { plan, target, seed, referencePrefix, customersFile, summaryFile };
	const job: Job = { ...told, markets: marketSamples };
	await writeCustomers(customersFile, seed);
	await writeFile(at('job.json'), JSON.stringify(job));
	await writeFile(at('config.json'), '{}');
	return { main, job: at('job.json'), config: at('config.json'), summary: summaryFile };
}

async function checkPlan(files: Files, { k6, plan, env, signal }: MeasureOptions) {
	const inspected = await execute(k6.path, inspectArguments(files), {
		timeoutMs: inspectPatienceMs,
		env: k6Environment(env),
		signal,
	});
	if (signal.aborted) return;
	const found = differences(plan, inspected);
	if (found.length > 0) throw new CannotRunError('plan', found.join(' '));
}

async function runPlan(files: Files, options: MeasureOptions): Promise<Measurement> {
	const { plan, k6, env, signal, output } = options;
	const tally = createTally();
	const log = emptyLog();
	const progress = createProgress(plan, tally, output);
	const ended = await spawnK6({
		k6: k6.path,
		args: runArguments(files),
		env,
		signal,
		limitMs: plan.longestMs + graceMs,
		onSample: createIngest(tally),
		onLog: (line) => readLogLine(log, line),
		onTick: () => progress.tick(),
		begun: () => tally.everything.started > 0,
	}).finally(() => progress.end());
	return { tally, log, ended, summary: await readSummary(files.summary) };
}
