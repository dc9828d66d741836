/** How every report tells a result: its word in each mode, the one-line reason, and the details of a failure. */
import type {
	ScenarioReport,
	ScenarioResult,
	ScenarioStep,
} from '../simulator/contract/run-report.ts';

type Status = ScenarioResult['status'];
type Failure = NonNullable<ScenarioResult['failure']>;

const statusWords: Record<'service' | 'merchant', Record<Status, string>> = {
	service: { failed: 'failed', flaky: 'flaky', skipped: 'skipped', passed: 'passed' },
	merchant: { failed: 'not handled', flaky: 'flaky', skipped: 'not tried', passed: 'handled' },
};

/** The words for the results of a run: a shop handles a story, or it does not. */
export const wordsOf = ({ mode }: Pick<ScenarioReport, 'mode'>): Record<Status, string> =>
	statusWords[mode ?? 'service'];

/** The sentence of a run that proves nothing about the shop of its reader; none in merchant mode. */
export function modeSentence({ mode }: Pick<ScenarioReport, 'mode'>): string | undefined {
	if (mode === 'merchant') return undefined;
	return 'These stories test the service as documented. They do not test your shop: run with --merchant.';
}

/** The name of a step in a sentence: an expectation is named after its value. */
export const stepLabel = (step: string): string => step.replace(/^expect /, '');

/** In the order of their starts: a step that contains others is recorded after them. */
export function stepsInOrder(steps: readonly ScenarioStep[]): ScenarioStep[] {
	if (steps.some(({ atMs }) => atMs === undefined)) return [...steps];
	return steps.toSorted((one, other) => (one.atMs ?? 0) - (other.atMs ?? 0));
}

/** The lines of a failure; the first names the step. */
export function failureLines({ step, message }: Failure): [first: string, ...more: string[]] {
	const [first = '', ...more] = message.trim().split(/\r?\n/);
	return [`${stepLabel(step)}: ${first}`, ...more];
}

/** A failure that another story has explained says nothing new. */
export const isRepeated = ({ failure }: ScenarioResult): boolean => failure?.sameAs !== undefined;

/** The results with a status. Those that say something new come first. */
export function resultsWith<T extends ScenarioResult>(results: readonly T[], status: Status): T[] {
	return results
		.filter((result) => result.status === status)
		.toSorted((one, other) => Number(isRepeated(one)) - Number(isRepeated(other)));
}

/** One line: why the story failed or was skipped. Empty for a story that passed. */
export function reasonOf({ failure, skipReason }: ScenarioResult): string {
	if (!failure) return skipReason ?? '';
	const [first, second] = failureLines(failure);
	// The heading of a list says nothing without its first item.
	return first.endsWith(':') && second ? `${first} ${second.trim()}` : first;
}

/** The finding of a repeated failure, and the story that explains it. */
export function repeatedReason({ message, sameAs }: Failure): string {
	const [head = ''] = message.split(': ', 1);
	return `${head}, as in ${sameAs}.`;
}

/** What the message says beyond the difference and the deviations, which have places of their own. */
export function messageBeyond({ failure, deviations = [] }: ScenarioResult): string {
	if (!failure) return '';
	const { message, expected, actual } = failure;
	if (failure.sameAs) return repeatedReason(failure);
	if (deviations.length > 0 && deviations.every(({ path }) => message.includes(path))) return '';
	const difference = `expected ${expected}, got ${actual}`;
	return message.startsWith(difference) ? message.slice(difference.length).trim() : message;
}

type FailureDetail = readonly [
	name: 'cost' | 'advice' | 'expected' | 'actual' | 'request' | 'rerun' | 'seed',
	text: string,
];

/** The details of a failure for texts, each with its name. Empty for a story without a failure. */
export function failureDetails(result: ScenarioResult, seed: number): FailureDetail[] {
	const { failure, cost, advice, rerun } = result;
	if (!failure) return [];
	const { expected, actual, curl } = failure;
	const details = Object.entries({
		...{ cost, advice, expected, actual },
		...{ request: curl, rerun, seed: String(seed) },
	});
	return details.filter((detail): detail is [FailureDetail[0], string] => detail[1] !== undefined);
}
