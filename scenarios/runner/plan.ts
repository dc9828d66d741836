/** What a run was asked for, checked as a whole: every problem is told at once. */
import type { AnyStory } from '../scenario.ts';
import { seedProblem } from './seed.ts';
import type { Wanted } from './select.ts';
import { selectStories } from './select.ts';

export interface RunOptions extends Wanted {
	/** Without it, a sandbox is started for the run. */
	target?: string | undefined;
	/** The folder of the results; `reports/out/<run id>/` when it is left out. */
	out?: string | undefined;
	/** One more copy of a report, at a place of its own. */
	reportJunit?: string | undefined;
	reportHtml?: string | undefined;
	reportJson?: string | undefined;
	seed: number;
	/** How many stories are replayed at the same time. */
	jobs: number;
	/** How often each story is replayed; a mixture of results makes it flaky. */
	repeat: number;
	/** Leave the rest out after the first story that failed. */
	bail: boolean;
	/** The command that repeats this run. */
	command: string;
}

export function planRun(
	all: readonly AnyStory[],
	options: RunOptions,
): { stories: readonly AnyStory[]; problems: string[] } {
	const { stories, problems } = selectStories(all, options);
	return {
		stories,
		problems: [...problems, ...targetProblems(options), ...numberProblems(options)],
	};
}

function targetProblems({ target }: RunOptions): string[] {
	if (target === undefined) return [];
	const url = URL.canParse(target) ? new URL(target) : undefined;
	if (!url || !['http:', 'https:'].includes(url.protocol)) {
		return [`--target "${target}" is no http or https address such as http://127.0.0.1:8080.`];
	}
	if (url.username || url.password) {
		return ['--target carries credentials, which would end up in reports: leave them out.'];
	}
	if (url.search || url.hash) return ['--target must end with the path of the service.'];
	return [];
}

function numberProblems({ seed, jobs, repeat }: RunOptions): string[] {
	const problems: string[] = [];
	const wrong = seedProblem(seed);
	if (wrong) problems.push(`${wrong.field} ${wrong.rule} ${wrong.fix}`);
	if (!Number.isInteger(jobs) || jobs < 1) problems.push('--jobs must be a whole number above 0.');
	if (!Number.isInteger(repeat) || repeat < 1) {
		problems.push('--repeat must be a whole number above 0.');
	}
	return problems;
}
