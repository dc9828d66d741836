/** The options of `payin-sandbox scenarios`, and every problem with them. */
import { seedProblems } from '../harness/errors.ts';
import type { Permission } from '../harness/target.ts';
import { checkTarget } from '../harness/target.ts';
import { headerProblems } from './headers.ts';
import type { Selection } from './selection.ts';

export interface ScenarioOptions extends Selection, Partial<Permission> {
	/** The merchant file of the shop under test. */
	merchant?: string | undefined;
	/** Without a target, the run starts a sandbox. */
	target?: string | undefined;
	/** `Name: value`, sent with the three calls. No report and no log has the values. */
	headers?: readonly string[];
	/** The folder of the results; `reports/out/scenarios-<run id>/` without it. */
	out?: string | undefined;
	/** Paths of additional copies. */
	reportJunit?: string | undefined;
	reportHtml?: string | undefined;
	reportJson?: string | undefined;
	reportTap?: string | undefined;
	reportMarkdown?: string | undefined;
	seed: number;
	/** How many stories run at the same time; one for each core without it. */
	jobs?: number | undefined;
	/** How often each story runs; different results make it flaky. */
	repeat: number;
	/** How often a story that failed is run again; when it then passes, it is flaky. */
	retries?: number;
	/** Skip the remaining stories after the first failure. */
	bail: boolean;
	/** Whether a flaky story fails the run. */
	failOnFlaky?: boolean;
	/** The command that repeats this run. */
	command: string;
	/** The command that repeats one story: its name, or `FILE::NAME` of an own one. */
	rerunOf?(story: string): string;
}

export function optionProblems(options: ScenarioOptions): string[] {
	const { target, seed, jobs, repeat, retries = 0, headers = [] } = options;
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
	];
}
