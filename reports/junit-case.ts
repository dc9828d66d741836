/** One case of a JUnit suite, whatever kind of run it tells of. */
export interface TestCase {
	className: string;
	name: string;
	durationMs: number;
	outcome: 'passed' | 'failed' | 'error' | 'skipped';
	message?: string;
	output?: string;
}
