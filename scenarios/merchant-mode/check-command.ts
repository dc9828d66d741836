/** `payin-sandbox merchant check`: tries each request of a merchant file once, and shows the shop's answers. */

import { formatShare } from '../../reports/figures.ts';
import { maskOutput } from '../../reports/mask.ts';
import { createPaint } from '../../reports/terminal.ts';
import { exitCodes } from '../../simulator/contract/exit-codes.ts';
import { toVisibleLines } from '../../simulator/contract/visible.ts';
import { CannotRunError, describeRunFailure, seedProblems, UsageError } from '../harness/errors.ts';
import type { RunIo } from '../harness/run-io.ts';
import { rerunCommand } from '../harness/run-io.ts';
import type { Permission, Target } from '../harness/target.ts';
import { checkTarget } from '../harness/target.ts';
import { StepFailure, StoryNotTried } from '../runner/recorder.ts';
import { openStoryWorkspace } from '../runner/story-workspace.ts';
import { story } from '../scenario.ts';
import type { ShopContext } from '../shop.ts';
import type { LoadedMerchant } from './merchant-file.ts';
import {
	merchantFileProblems,
	readMerchantFile,
	secretsInMerchantFile,
	withoutSettle,
} from './merchant-file.ts';
import { openMerchantRuns } from './merchant-runs.ts';
import { changeToFileSettings, createSandboxControl } from './sandbox-control.ts';

export interface CheckMerchantOptions extends Partial<Permission> {
	file: string;
	target?: string;
	seed: number;
}

/** Whether this file is TypeScript, in a clone. In the package it is compiled. */
const isClone = import.meta.url.endsWith('.ts');

/** A story that uses each request once: a payment that is confirmed, from the order to the settlement. */
const eachStep = story({
	name: 'merchant/check',
	title: 'Each step of the merchant file',
	tags: ['merchant'],
	needs: 'merchant',
	async run({ merchant, shopper, network, expect }: ShopContext) {
		for (const flow of merchant.flows) {
			const order = await merchant.newOrder({ flow });
			await expect.orderIs(order, 'open');
			const page = await merchant.checkOut(order);
			await expect.orderIs(order, 'open');
			await shopper.pay(page);
			await shopper.returnToShop(page);
			await expect.orderIsNotPaid(order);
			await network.settles(page, 'confirmed');
			if (merchant.canSettle) await expect.orderIs(order, 'paid');
		}
	},
});

/**
 * Tests the sandbox settings for load runs. It uses its own workspace, so that the sandbox of a target keeps its
 * settings.
 */
async function tryLoadSettings({ file, path }: LoadedMerchant, target: Target): Promise<void> {
	const { url, close } = await openStoryWorkspace(target, 'merchant-check-load', 1);
	try {
		const control = createSandboxControl({ target: url, controlToken: target.controlToken });
		await changeToFileSettings(control, 'load.sandbox', file.load.sandbox, path);
	} finally {
		await close();
	}
}

/** Throws a UsageError if the file or an option is wrong. */
export async function checkMerchant(
	options: CheckMerchantOptions,
	unmasked: RunIo,
): Promise<number> {
	const { file, target, seed, permission = false, allowHosts = [] } = options;
	const checked =
		target === undefined ? undefined : checkTarget(target, { permission, allowHosts });
	const problems = [
		...(checked && 'problems' in checked ? checked.problems : []),
		...seedProblems(seed),
	];
	if (problems.length > 0) throw new UsageError(problems);
	const merchant = readMerchantFile(file, unmasked.cwd);
	problems.push(...merchantFileProblems(merchant, options));
	if (problems.length > 0) throw new UsageError(problems);
	const io = maskOutput(unmasked, secretsInMerchantFile(merchant.file));
	const paint = createPaint(io);
	const { env, signal } = io;
	let runs: Awaited<ReturnType<typeof openMerchantRuns>> | undefined;
	try {
		const onAssumption = () => {};
		runs = await openMerchantRuns({
			...{ merchant, url: target, seed, jobs: 1, env, signal, onAssumption },
			warn: (line) => io.err(`${line}\n`),
		});
		const { command, markets, flows, settle, load } = merchant.file;
		io.out(`${file}: markets ${markets.join(', ')}; flows ${flows.join(', ')}\n`);
		io.out(`sandbox: ${runs.target.url}\n`);
		if (command) io.out(`shop: ${command.join(' ')}, ready\n`);
		// The check has no time limit.
		const run = await runs.open(eachStep, 0, new AbortController().signal);
		const errors: unknown[] = [];
		await eachStep.run(run.context as ShopContext).catch((reason) => errors.push(reason));
		// Show the steps even if the sandbox no longer responds to the questions about its calls.
		const judged = await run.finish?.(null).catch((reason) => void errors.push(reason));
		const [error] = errors;
		for (const { name, status, detail, message, accepted = true } of run.steps) {
			const indent = message?.from === 'merchant' ? '    ' : '';
			const text = toVisibleLines(detail ?? '');
			// The step of a call is recorded as passed also if the service refused it.
			const hasPassed = status === 'passed' && accepted;
			const mark = hasPassed ? paint('passed', '✓') : paint('failed', '✗');
			io.out(`${indent}${mark} ${name}${text && `\n${indent}    ${text}`}\n`);
		}
		if (signal.aborted) return exitCodes.interrupted;
		const unjudged = errors.find((one) => one instanceof StoryNotTried);
		if (unjudged) throw new CannotRunError('merchant', unjudged.message);
		if (error !== undefined && !(error instanceof StepFailure)) throw error;
		// The judgement says why the service refused a call of the shop, and which calls were wrong.
		if (judged) io.out(`\n${toVisibleLines(judged.message)}\n`);
		const failedStep = error?.step ?? judged?.step;
		if (failedStep !== undefined) {
			const failure = { step: failedStep, message: '' };
			const evidenceProblem = runs.evidenceProblem([{ failure }]);
			if (evidenceProblem) io.out(`\n${evidenceProblem}\n`);
			io.out(
				`\n${paint('failed', 'FAILED')}  "${failedStep}". Correct the merchant file, or the shop.\n`,
			);
			return exitCodes.failed;
		}
		if (!settle) {
			io.out(`\n${withoutSettle}\n`);
		}
		await tryLoadSettings(merchant, runs.target);
		const { share, within } = load.verify;
		io.out(
			`\nUnder load: times ${load.untimed.length === 0 ? 'prepare and checkout' : load.timed}, reads ${formatShare(share)} of the orders afterwards, within ${within}.\n`,
		);
		const shop = [
			...['--merchant', file, ...(target ? ['--target', target] : [])],
			...(permission ? ['--i-have-permission'] : []),
			...allowHosts.flatMap((host) => ['--allow-host', host]),
		];
		const profile = ['load', '--profile', 'average'];
		io.out(`\n${paint('passed', 'OK')}  Run: ${rerunCommand(['scenarios', ...shop], isClone)}\n`);
		io.out(`    Then: ${rerunCommand([...profile, ...shop], isClone)}\n`);
		return exitCodes.passed;
	} catch (error) {
		const { exitCode, message } = describeRunFailure(error, signal);
		io.err(`${toVisibleLines(message)}\n`);
		return exitCode;
	} finally {
		await runs?.close();
	}
}
