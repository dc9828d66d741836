/** Checks the options of `payin-sandbox scenarios` and collects all problems. */
import { seedProblems } from '../harness/errors.ts';
import type { Permission } from '../harness/target.ts';
import { checkTarget } from '../harness/target.ts';
import { headerProblems } from './headers.ts';
import type { Selection } from './selection.ts';

export interface ScenarioOptions extends Selection, Partial<Permission> {
	/** The path of the merchant file, which describes the shop under test. */
	merchant?: string | undefined;
	/** The target's address. Without one, the run starts a sandbox. */
	target?: string | undefined;
	/** Headers in the form `Name: value` for the three documented calls. No report and no log contains their values. */
	headers?: readonly string[];
	/** The folder for the results. Default: `reports/out/scenarios-<run id>/`. */
	out?: string | undefined;
	/** The paths of additional report copies. */
	reportJunit?: string | undefined;
	reportHtml?: string | undefined;
	reportJson?: string | undefined;
	reportTap?: string | undefined;
	reportMarkdown?: string | undefined;
	seed: number;
	/** How many stories run at the same time. Default: one for each core. */
	jobs?: number | undefined;
	/** How often each story runs. A story with different results is flaky. */
	repeat: number;
	/** How often a failed story is tried again. If it then passes, it is flaky. */
	retries?: number;
	/** Skip the remaining stories after the first failure. */
	bail: boolean;
	/** Whether a flaky story fails the run. */
	failOnFlaky?: boolean;
	/** The command that repeats this run, for the report. */
	command: string;
	/** Returns the command that repeats one story, by its name or by `FILE::NAME`. */
	rerunOf?(story: string): string;
}

const headersWithMerchant =
	'--header is for the three calls of a story, which your shop makes itself with --merchant. Remove --header, or set `headers` of the requests in the merchant file.';

export function optionProblems(options: ScenarioOptions): string[] {
	const { merchant, target, seed, jobs, repeat, retries = 0, headers = [] } = options;
	const { permission = false, allowHosts = [] } = options;
	const checked =
		target === undefined ? undefined : checkTarget(target, { permission, allowHosts });
	const atLeast = (least: number, counts: Record<string, number>) =>
		Object.entries(counts)
			.filter(([, value]) => !Number.isInteger(value) || value < least)
			.map(([name]) => `--${name} must be a whole number ${least === 1 ? 'above 0' : 'from 0'}.`);
	return [
		...(checked && 'problems' in checked ? checked.problems : []),
		...seedProblems(seed),
		...atLeast(1, { jobs: jobs ?? 1, repeat }),
		...atLeast(0, { retries }),
		...headerProblems(headers),
		...(merchant !== undefined && headers.length > 0 ? [headersWithMerchant] : []),
	];
}
