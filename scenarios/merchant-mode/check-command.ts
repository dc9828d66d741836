/** `payin-sandbox merchant check`: tries each step of a merchant file once, and shows what the shop answers. */

import { createPaint } from '../../reports/terminal.ts';
import { exitCodes } from '../../simulator/contract/exit-codes.ts';
import { visibleLines } from '../../simulator/contract/visible.ts';
import { runFailure, seedProblems, UsageError } from '../harness/errors.ts';
import type { RunIo } from '../harness/run-io.ts';
import { rerunCommand } from '../harness/run-io.ts';
import { checkTarget } from '../harness/target.ts';
import { StepFailure } from '../runner/recorder.ts';
import { story } from '../scenario.ts';
import type { ShopContext } from '../shop.ts';
import { readMerchantFile } from './merchant-file.ts';
import { merchantProblems, openMerchantRuns } from './merchant-runs.ts';

export interface CheckMerchantOptions {
	file: string;
	target?: string;
	seed: number;
}

/** In the package, this file is compiled. */
const isClone = import.meta.url.endsWith('.ts');

/** Each step once: a payment that is confirmed, from the order to the settlement. */
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
			await network.settles(page, 'confirmed');
			if (merchant.canSettle) await expect.orderIs(order, 'paid');
		}
	},
});

/** Throws a UsageError when the file or an option is wrong. */
export async function checkMerchant(options: CheckMerchantOptions, io: RunIo): Promise<number> {
	const { file, target, seed } = options;
	const checked = target === undefined ? undefined : checkTarget(target);
	const problems = [
		...(checked && 'problems' in checked ? checked.problems : []),
		...seedProblems(seed),
	];
	if (problems.length > 0) throw new UsageError(problems);
	const merchant = readMerchantFile(file, io.cwd);
	problems.push(...merchantProblems(merchant, target));
	if (problems.length > 0) throw new UsageError(problems);
	const paint = createPaint(io);
	const { env, signal } = io;
	let runs: Awaited<ReturnType<typeof openMerchantRuns>> | undefined;
	try {
		const onAssumption = () => {};
		runs = await openMerchantRuns({
			...{ merchant, url: target, seed, jobs: 1, env, signal, onAssumption },
			warn: (line) => io.err(`${line}\n`),
		});
		const { command, markets, settle } = merchant.file;
		io.out(`${file}: markets ${markets.join(', ')}\n`);
		io.out(`sandbox: ${runs.target.url}\n`);
		if (command) io.out(`shop: ${command.join(' ')}, ready\n`);
		const run = await runs.open(eachStep, 0);
		const errors: unknown[] = [];
		await eachStep.run(run.context as ShopContext).catch((reason) => errors.push(reason));
		// The steps are also of use when the sandbox no longer answers for its calls.
		const judged = await run.finish?.(null).catch((reason) => void errors.push(reason));
		const [error] = errors;
		for (const { name, status, detail, message } of run.steps) {
			const indent = message?.from === 'merchant' ? '    ' : '';
			const mark = status === 'passed' ? paint('passed', '✓') : paint('failed', '✗');
			const text = visibleLines(detail ?? '');
			io.out(`${indent}${mark} ${name}${text && `\n${indent}    ${text}`}\n`);
		}
		if (signal.aborted) return exitCodes.interrupted;
		if (error !== undefined && !(error instanceof StepFailure)) throw error;
		if (error !== undefined) {
			// Why the service refused a call of the shop.
			if (judged) io.out(`\n${visibleLines(judged.message)}\n`);
			io.out(
				`\n${paint('failed', 'FAILED')}  "${error.step}". Correct the merchant file, or the shop.\n`,
			);
			return exitCodes.failed;
		}
		if (!settle) {
			io.out('\nWithout "settle", stories that expect a paid order are not tried.\n');
		}
		const words = ['scenarios', '--merchant', file, ...(target ? ['--target', target] : [])];
		io.out(`\n${paint('passed', 'OK')}  Run: ${rerunCommand(words, isClone)}\n`);
		return exitCodes.passed;
	} catch (error) {
		const { exitCode, message } = runFailure(error, signal);
		io.err(`${visibleLines(message)}\n`);
		return exitCode;
	} finally {
		await runs?.close();
	}
}
