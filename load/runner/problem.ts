/** What is wrong with what was asked for; all of it is told at once, and nothing runs. */
export interface Problem {
	field: string;
	rule: string;
	fix: string;
}

export class LoadUsageError extends Error {
	override name = 'LoadUsageError';
	problems: readonly Problem[];

	constructor(problems: readonly Problem[]) {
		super(problems.map(({ field, rule, fix }) => `${field} ${rule} ${fix}`).join('\n'));
		this.problems = problems;
	}
}
