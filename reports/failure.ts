/**
 * How all reports describe the result of a story: the word for its status, its reason in one line, and the details of a
 * failure.
 */
import type {
	ScenarioReport,
	ScenarioResult,
	ScenarioStep,
} from '../simulator/contract/run-report.ts';

/** The status of a story as reports show it: one that an interruption ended differs from one that did not run. */
export type ShownStatus = ScenarioResult['status'] | 'interrupted';
type Failure = NonNullable<ScenarioResult['failure']>;

const commonWords = { flaky: 'flaky', interrupted: 'interrupted' };
const statusWords: Record<'service' | 'merchant', Record<ShownStatus, string>> = {
	service: { ...commonWords, failed: 'failed', skipped: 'skipped', passed: 'passed' },
	merchant: { ...commonWords, failed: 'not handled', skipped: 'not tried', passed: 'handled' },
};

export const shownStatusOf = ({
	status,
	interrupted,
}: Pick<ScenarioResult, 'status' | 'interrupted'>): ShownStatus =>
	interrupted ? 'interrupted' : status;

/** The words for the statuses of a run: with a merchant, a shop handles a story or it does not. */
export const statusWordsOf = ({
	mode,
}: Pick<ScenarioReport, 'mode'>): Record<ShownStatus, string> => statusWords[mode ?? 'service'];

/** The note that the run tested the sandbox, not the reader's shop; undefined in merchant mode. */
export function modeSentence({ mode }: Pick<ScenarioReport, 'mode'>): string | undefined {
	if (mode === 'merchant') return undefined;
	return 'These stories test the service as documented. They do not test your shop: run with --merchant.';
}

/** Sorts steps by their start times. A step that contains others is recorded after them. */
export function sortStepsByStart(steps: readonly ScenarioStep[]): ScenarioStep[] {
	if (steps.some(({ atMs }) => atMs === undefined)) return [...steps];
	return steps.toSorted((one, other) => (one.atMs ?? 0) - (other.atMs ?? 0));
}

/** The lines of a failure. The first is a sentence with the step: "expected order X to be open: the shop returns …". */
export function failureLines({ step, message }: Failure): [first: string, ...more: string[]] {
	const [first = '', ...more] = message.trim().split(/\r?\n/);
	// The messages of `expect.equal` and `expect.ok` have their own verb: "state: expected 1, got 2".
	const hasVerb = /^(expected|this) /.test(first);
	return [`${step.replace(/^expect /, hasVerb ? '' : 'expected ')}: ${first}`, ...more];
}

/** Whether another story has already explained this failure. */
export const isRepeatedFailure = ({ failure }: ScenarioResult): boolean =>
	failure?.sameAs !== undefined;

/** The results with a status. Failures that another story already explains come last. */
export function resultsWithStatus<T extends ScenarioResult>(
	results: readonly T[],
	status: ShownStatus,
): T[] {
	return results
		.filter((result) => shownStatusOf(result) === status)
		.toSorted((one, other) => Number(isRepeatedFailure(one)) - Number(isRepeatedFailure(other)));
}

/** Why the story failed, was skipped or was interrupted, in one line. Empty for a story that passed. */
export function reasonLineOf({ failure, skipReason }: ScenarioResult): string {
	if (!failure) return skipReason ?? '';
	const [first, second] = failureLines(failure);
	// The first line is a heading of a list: add the first item, because the heading alone says nothing.
	return first.endsWith(':') && second ? `${first} ${second.trim()}` : first;
}

/** The reason of a repeated failure: its refusal or its finding, and the story that explains it. */
export function repeatedFailureReason({ message, refusal, sameAs }: Failure): string {
	const [finding = ''] = message.split(': ', 1);
	const head = refusal === undefined ? finding : `refused ${refusal}`;
	return `${head}, as in ${sameAs}.`;
}

/**
 * The lines of a failure's message that do not repeat its difference or its deviations, which reports show separately.
 */
export function messageWithoutDetails({ failure, deviations = [] }: ScenarioResult): string {
	if (!failure) return '';
	const { message, expected, actual } = failure;
	if (failure.sameAs) return repeatedFailureReason(failure);
	if (deviations.length > 0 && deviations.every(({ path }) => message.includes(path))) return '';
	const difference = `expected ${expected}, got ${actual}`;
	return message.startsWith(difference) ? message.slice(difference.length).trim() : message;
}

type FailureDetail = readonly [
	name: 'cost' | 'advice' | 'expected' | 'actual' | 'request' | 'rerun' | 'seed',
	text: string,
];

/**
 * The named details of a failure, for reports in text form. Empty for a story without a failure. A cost and an advice
 * that the message contains are left out.
 */
export function failureDetails(result: ScenarioResult, seed: number): FailureDetail[] {
	const { failure, cost, advice, rerun } = result;
	if (!failure) return [];
	const { message, expected, actual, curl } = failure;
	const ifNew = (text: string | undefined) => (text && message.includes(text) ? undefined : text);
	const details = Object.entries({
		...{ cost: ifNew(cost), advice: ifNew(advice), expected, actual },
		...{ request: curl, rerun, seed: String(seed) },
	});
	return details.filter((detail): detail is [FailureDetail[0], string] => detail[1] !== undefined);
}
