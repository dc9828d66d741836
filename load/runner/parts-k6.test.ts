/** Parts, and paired runs, with real k6. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mergeCommand } from '../../reports/merge-command.ts';
import type { PaymentView } from '../../simulator/contract/control.ts';
import { controlPaths } from '../../simulator/contract/routes.ts';
import { full, noteFigure } from '../../test/support/campaign.ts';
import { temporaryFolder } from '../../test/support/command.ts';
import type { Histograms } from '../../test/support/comparisons.ts';
import { verdictsOf } from '../../test/support/comparisons.ts';
import { findBuiltK6 } from '../../test/support/k6.ts';
import { send, startSandbox } from '../../test/support/sandbox.ts';
import { runLoad } from '../run.ts';
import type { LoadOptions } from './options.ts';
import { runPaired } from './paired.ts';

const k6 = full ? await findBuiltK6() : null;

function setup() {
	const cwd = temporaryFolder();
	const output: string[] = [];
	const io = {
		out: (text: string) => void output.push(text),
		err: () => {},
		isTerminal: false,
		env: { K6_BIN: k6 ?? '' },
		cwd,
		signal: new AbortController().signal,
	};
	return { cwd, io, output };
}

const common = { profile: 'average', seed: 3, permission: false, allowHosts: [], command: 'load' };

const sandboxWith = (ms: number) =>
	startSandbox({ settings: { latency: { default: { fixed: ms } } } });

async function references(url: string): Promise<string[]> {
	const found: string[] = [];
	let next: string | null = '';
	while (next !== null) {
		const query: string = next && `&cursor=${next}`;
		const { body } = await send('GET', `${url}${controlPaths.payments}?limit=1000${query}`);
		found.push(...body.payments.map((payment: PaymentView) => payment.paymentReference));
		next = body.next;
	}
	return found;
}

test.skipIf(!k6)(
	'four parts merged equal one run of the same plan',
	async () => {
		const { cwd, io } = setup();
		const { url } = await sandboxWith(200);
		const plan = { ...common, rate: 24, duration: '60s', target: url };
		const play = (name: string, changes: Partial<LoadOptions>) =>
			runLoad({ ...plan, ...changes, out: join(cwd, name) }, io);
		const startAt = new Date(Date.now() + 30_000).toISOString();
		const parts = [1, 2, 3, 4].map((number) =>
			play(`part-${number}`, { part: `${number}/4`, startAt }),
		);
		const reports = await Promise.all(parts);
		const all = await references(url);
		expect(new Set(all).size).toBe(all.length);
		const folders = reports.map((_, index) => join(cwd, `part-${index + 1}`));
		const merge = async (names: readonly string[]) => {
			const result = await mergeCommand(names, { out: join(cwd, 'merged') });
			if ('problems' in result) throw new Error(result.problems.join('\n'));
			return result.report;
		};
		const merged = await merge(folders);
		const whole = await play('whole', {});
		expect(merged.reasons.filter(({ severity }) => severity !== 'note')).toEqual([]);
		expect(merged.verdict).toBe('GO');
		expect(all.length).toBe(
			reports.reduce((sum, { series }) => {
				return sum + series.reduce((started, second) => started + second.flowsStarted, 0);
			}, 0),
		);
		expect(Math.abs(merged.flows.started - whole.flows.started)).toBeLessThanOrEqual(4);
		for (const [story, { started }] of Object.entries(whole.flowsByStory)) {
			expect(Math.abs((merged.flowsByStory[story]?.started ?? 0) - started)).toBeLessThanOrEqual(4);
		}
		for (const [name, step] of Object.entries(whole.steps)) {
			noteFigure(`${name}: p95 ${step.p95} ms, of the merged parts ${merged.steps[name]?.p95} ms`);
			expect(Object.keys(merged.steps[name] ?? {})).toEqual(Object.keys(step));
			// The histogram's own error is 1 %, and the machine differs a little from run to run.
			expect((merged.steps[name]?.p50 ?? 0) / (step.p50 ?? 1)).toBeCloseTo(1, 1.7);
		}
		expect(await merge(folders.slice(1))).toMatchObject({ verdict: 'INCONCLUSIVE', exitCode: 4 });
	},
	300_000,
);

test.skipIf(!k6)('with --k6-api, k6 waits for the client that starts it', async () => {
	const { cwd, io } = setup();
	const { url } = await sandboxWith(5);
	const port = 6000 + (process.pid % 2000);
	const run = runLoad(
		{
			...common,
			rate: 20,
			duration: '3s',
			target: url,
			k6Api: `127.0.0.1:${port}`,
			out: join(cwd, 'api'),
		},
		io,
	);
	const api = `http://127.0.0.1:${port}/v1/status`;
	const attributes = { paused: false };
	const body = JSON.stringify({ data: { type: 'status', id: 'default', attributes } });
	await expect
		.poll(
			() =>
				fetch(api).then(
					({ status }) => status,
					() => 0,
				),
			{ timeout: 60_000 },
		)
		.toBe(200);
	expect(await references(url)).toEqual([]);
	expect((await fetch(api, { method: 'PATCH', body })).status).toBe(200);
	expect((await run).flows.ok).toBeGreaterThan(50);
});

test.skipIf(!k6)(
	'a slower host is found in paired runs',
	async () => {
		const { cwd, io, output } = setup();
		const [base, slower] = [await sandboxWith(200), await sandboxWith(250)];
		const options = { ...common, rate: 30, duration: '15s', pairs: 3, out: join(cwd, 'paired') };
		expect(await runPaired({ ...options, hosts: [base.url, slower.url] }, io)).toBe(1);
		expect(output.join('')).toMatch(/run 2 of 6: candidate,[\s\S]*run 3 of 6: candidate,/);
		expect(output.join('')).toMatch(/WORSE {2}Worse: payment-options\.p50 \+2\d/);
	},
	300_000,
);

/** Ten runs of one sandbox, one after the other. Log-normal response times, as of a service. */
async function tenRuns(): Promise<Histograms[]> {
	const { io } = setup();
	const lognormal = (median: number) => ({ lognormal: { median, sigma: 0.35 } });
	const latency = { paymentOptions: lognormal(120), default: lognormal(80) };
	const { url } = await startSandbox({ settings: { latency } });
	const runs: Histograms[] = [];
	while (runs.length < 10) {
		const out = `run-${runs.length}`;
		const { histograms } = await runLoad(
			{ ...common, rate: 60, duration: '20s', target: url, out },
			io,
		);
		runs.push(histograms);
	}
	return runs;
}

test.skipIf(!k6)(
	'real runs compare as the same, and a planted slow-down of 20 % is found',
	async () => {
		const runs = await tenRuns();
		const comparisons = Array.from({ length: 100 }, () => runs);
		const [same, slower] = [verdictsOf(comparisons, 1), verdictsOf(comparisons, 1.2)];
		noteFigure(`the same thing: ${JSON.stringify(same)}; 20 % slower: ${JSON.stringify(slower)}`);
		expect(same.same).toBeGreaterThanOrEqual(95);
		expect(slower.worse).toBeGreaterThanOrEqual(95);
	},
	600_000,
);
