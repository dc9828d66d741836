/** `payin-sandbox load --paired BASE CANDIDATE`: loads two hosts in turn with the same plan, then compares them. */
import { join } from 'node:path';
import { compareCommand, compareFiles } from '../../reports/compare-command.ts';
import { compareSummary } from '../../reports/compare-text.ts';
import { UsageError } from '../../scenarios/harness/errors.ts';
import {
	createRunId,
	outFolder,
	outFolderProblems,
	removeEarlierResults,
} from '../../scenarios/harness/run-folder.ts';
import type { RunIo } from '../../scenarios/harness/run-io.ts';
import type { ExitCode } from '../../simulator/contract/exit-codes.ts';
import { exitCodes } from '../../simulator/contract/exit-codes.ts';
import type { ProfileName } from '../profiles.ts';
import { runLoad } from '../run.ts';
import type { LoadOptions } from './options.ts';
import { checkOptions } from './options.ts';
import { flagName } from './profile-options.ts';
import { loadFiles } from './result-files.ts';

export interface PairedOptions extends LoadOptions {
	/** The addresses of the base and the candidate. */
	hosts: readonly string[];
	pairs?: number | undefined;
}

type Side = 'base' | 'candidate';

const defaultPairs = 5;
const maxPairs = 50;

/** Why the runs of a profile cannot be compared. */
const unsuitableProfiles: Partial<Record<ProfileName, string>> = {
	smoke: 'makes too few calls to compare speed',
	idempotency: 'compares payments with orders, not speed',
	spike: 'has a peak that is too short to compare',
	breakpoint: 'finds another rate in each run',
};

/** The order of the runs: A B B A A B B A …, so that a machine that gets slower or faster favours no side. */
export const pairedRunOrder = (pairs: number): readonly Side[] =>
	Array.from({ length: pairs }, (_, pair): Side[] =>
		pair % 2 === 0 ? ['base', 'candidate'] : ['candidate', 'base'],
	).flat();

/** Returns the exit code of the comparison, of an interruption, or of the first run that measured nothing. */
export async function runPaired(options: PairedOptions, io: RunIo): Promise<ExitCode> {
	const { hosts, pairs = defaultPairs, ...load } = options;
	const problems = pairedProblems(options, pairs);
	if (problems.length > 0) throw new UsageError(problems);
	const [base = '', candidate = ''] = hosts;
	const targets: Record<Side, string> = { base, candidate };
	const out = outFolder(options.out, `paired-${createRunId(new Date())}`, io.cwd);
	const unusable = await outFolderProblems(out, '--out', { isDefault: options.out === undefined });
	if (unusable.length > 0) throw new UsageError(unusable);
	const runsOf = (count: number) =>
		pairedRunOrder(count).map((side, index) => {
			const number = String(index + 1).padStart(2, '0');
			return { side, folder: join(out, `${number}-${side}`) };
		});
	await removeEarlierResults(out, compareFiles);
	// Also those of more pairs than now.
	for (const { folder } of runsOf(maxPairs)) await removeEarlierResults(folder, loadFiles);
	const runs = runsOf(pairs);
	const folders: Record<Side, string[]> = { base: [], candidate: [] };
	for (const [index, { side, folder }] of runs.entries()) {
		io.out(`run ${index + 1} of ${runs.length}: ${side}, ${targets[side]}\n`);
		const report = await runLoad({ ...load, target: targets[side], out: folder }, io);
		if (io.signal.aborted) return exitCodes.interrupted;
		if (report.verdict === 'ERROR') return report.exitCode as ExitCode;
		folders[side].push(folder);
	}
	const compared = await compareCommand(folders, { out });
	if ('problems' in compared) {
		io.err(`${compared.problems.join('\n')}\n`);
		return exitCodes.couldNotRun;
	}
	io.out(`\n${compareSummary(compared.compare)}`);
	for (const path of compared.paths) io.out(`  ${path}\n`);
	return compared.compare.exitCode as ExitCode;
}

function pairedProblems({ hosts, ...options }: PairedOptions, pairs: number): string[] {
	const problems: string[] = [];
	if (hosts.length !== 2) {
		problems.push('--paired needs two addresses: that of the base, and that of the candidate.');
	}
	if (!Number.isInteger(pairs) || pairs < 1 || pairs > maxPairs) {
		problems.push(`--pairs must be a whole number from 1 to ${maxPairs}. Give one such as 5.`);
	}
	const why = unsuitableProfiles[options.profile as ProfileName];
	if (why !== undefined) {
		problems.push(`--profile ${options.profile} ${why}. Choose --profile average.`);
	}
	for (const name of ['target', 'part', 'startAt', 'k6Api'] as const) {
		if (options[name] !== undefined) {
			problems.push(
				`${flagName(name)} has no meaning with --paired, which names both hosts. Leave it out.`,
			);
		}
	}
	if (problems.length > 0) return problems;
	return [
		...new Set(
			hosts.flatMap((target) => {
				const checked = checkOptions({ ...options, target });
				return 'problems' in checked ? checked.problems : [];
			}),
		),
	];
}
