/** The options of `payin-sandbox scenarios`, and every problem with them. */
import { seedProblems } from '../harness/errors.ts';
import { checkTarget } from '../harness/target.ts';
import type { Selection } from './selection.ts';

export interface ScenarioOptions extends Selection {
	/** Without a target, the run starts a sandbox. */
	target?: string | undefined;
	/** The folder of the results; `reports/out/<run id>/` without it. */
	out?: string | undefined;
	/** Paths of additional copies. */
	reportJunit?: string | undefined;
	reportHtml?: string | undefined;
	reportJson?: string | undefined;
	seed: number;
	/** How many stories run at the same time. */
	jobs: number;
	/** How often each story runs; different results make it flaky. */
	repeat: number;
	/** Skip the remaining stories after the first failure. */
	bail: boolean;
	/** The command that repeats this run. */
	command: string;
}

export function optionProblems({ target, seed, jobs, repeat }: ScenarioOptions): string[] {
	const checked = target === undefined ? undefined : checkTarget(target);
	const counts = Object.entries({ jobs, repeat })
		.filter(([, value]) => !Number.isInteger(value) || value < 1)
		.map(([name]) => `--${name} must be a whole number above 0.`);
	return [
		...(checked && 'problems' in checked ? checked.problems : []),
		...seedProblems(seed),
		...counts,
	];
}
