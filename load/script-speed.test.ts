import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { execute } from '../scenarios/harness/child-process.ts';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { marketSamples } from '../simulator/contract/market-samples.ts';
import { servicePaths } from '../simulator/contract/routes.ts';
import { full, noteFigure } from '../test/support/campaign.ts';
import { startServe, temporaryFolder } from '../test/support/command.ts';
import { findBuiltK6 } from '../test/support/k6.ts';
import { bare, recordResponses, startServer } from './bench/bench.ts';
import { chooseCores, stopProcess } from './bench/processes.ts';
import { median } from './bench/statistics.ts';
import type { Plan } from './plan.ts';
import { smokePlan } from './profiles.ts';
import { k6Environment, runArguments } from './runner/k6-process.ts';
import { storyModules, writeCustomers } from './runner/measure.ts';
import { flowStories, stories } from './stories.ts';

const k6 = await findBuiltK6();
const cores = chooseCores();
const virtualUsers = 50;
const flows = 5000;
const rounds = 5;

/** The same three calls, with nothing else: no check, no metric of its own. */
const bareScript = (target: string, summaryFile: string) => `
import http from 'k6/http';
const body = ${JSON.stringify(JSON.stringify(paymentOptionsExample))};
const params = { headers: { 'Content-Type': 'application/json' }, responseType: 'text' };
export const options = {
	discardResponseBodies: true,
	scenarios: { hold: { executor: 'shared-iterations', vus: ${virtualUsers}, iterations: ${flows} } },
};
export default function () {
	const options = http.post('${target}${servicePaths.paymentOptions}', body, params);
	const sessionId = options.json('sessionId');
	const paymentOptionId = options.json('paymentOptions.0.paymentOptionId');
	const banks = http.post('${target}${servicePaths.paymentSuboptions}', JSON.stringify({ sessionId, paymentOptionId }), params);
	const optionId = banks.json('result.options.0.id');
	http.post('${target}${servicePaths.hybridPayment}', JSON.stringify({ sessionId, paymentOptionId, optionId }), params);
}
export const handleSummary = (summary) => ({ ${JSON.stringify(summaryFile)}: JSON.stringify(summary) });
`;

/** The plan of the load script with as many flows, as fast as it can. */
function fastPlan(): Plan {
	const plan = smokePlan(stories.filter(({ name }) => name === flowStories.bank));
	const scenarios = plan.scenarios.map((one) =>
		one.executor === 'shared-iterations' ? { ...one, vus: virtualUsers, iterations: flows } : one,
	);
	return { ...plan, scenarios, iterations: flows, maxVUs: virtualUsers };
}

/** Requests a second of k6 on a core of its own. */
async function speedOf(files: { main: string; job: string; config: string; summary: string }) {
	const args = runArguments(files);
	// The reader of the samples would take time from the server.
	args[args.indexOf('--out') + 1] = 'json=/dev/null';
	const { code, stderr } = await execute(
		'taskset',
		['-c', `${cores.generator}`, k6 ?? '', ...args],
		{ timeoutMs: 120_000, env: k6Environment(process.env) },
	);
	expect(stderr.slice(0, 500)).toBe('');
	expect(code).toBe(0);
	const { metrics, state } = JSON.parse(readFileSync(files.summary, 'utf8'));
	expect(metrics.http_reqs.values.count).toBe(3 * flows);
	return (metrics.http_reqs.values.count * 1000) / state.testRunDurationMs;
}

test.skipIf(!full || !k6 || cores.generator === undefined)(
	'the checks of the script cost no more than they did',
	async () => {
		const sandbox = await startServe();
		const responses = (await recordResponses(sandbox.url)).map((text) => JSON.parse(text));
		sandbox.child.kill();
		const server = await startServer(
			{ cores, responses: JSON.stringify(responses), servers: [] },
			bare(),
		);
		onTestFinished(() => stopProcess(server.child));
		const folder = temporaryFolder();
		const at = (name: string) => join(folder, name);
		writeFileSync(at('config.json'), '{}');
		writeFileSync(at('bare.js'), bareScript(server.url, at('bare-summary.json')));
		const main = fileURLToPath(new URL('./main.ts', import.meta.url));
		const plan = fastPlan();
		const job = {
			...{
				plan,
				storyModules: storyModules(plan, main),
				target: server.url,
				seed: 1,
				referencePrefix: 'speed',
			},
			...{
				markets: marketSamples,
				customersFiles: await writeCustomers(folder, 1),
				canaryUrl: server.url,
			},
			summaryFile: at('summary.json'),
		};
		writeFileSync(at('job.json'), JSON.stringify(job));
		const common = { job: at('job.json'), config: at('config.json') };
		const ratios: number[] = [];
		for (let round = 0; round < rounds; round += 1) {
			const ours = await speedOf({ ...common, main, summary: at('summary.json') });
			const reference = { main: at('bare.js'), summary: at('bare-summary.json') };
			const theirs = await speedOf({ ...common, ...reference });
			console.log(`script ${ours.toFixed(0)}, bare ${theirs.toFixed(0)} requests/s`);
			ratios.push(ours / theirs);
		}
		noteFigure(`${median(ratios).toFixed(2)} of the requests a second of a bare script`);
		// Most of the rest is the story itself, in k6's engine.
		expect(median(ratios)).toBeGreaterThanOrEqual(0.3);
	},
	600_000,
);
