/** Describes the failed calls of a load run. */
import type { LoadReason } from '../simulator/contract/run-report.ts';
import { formatCount, formatDuration, pluralize } from './figures.ts';
import type { MeasuredLoad } from './verdict-rules.ts';

const alwaysWrong: readonly string[] = ['wrong_session', 'wrong_order', 'service_page'];
/** Whether a shopper got something of another one, or was asked to pay again: wrong at every rate and in every phase. */
export const isAlwaysWrong = (outcome: string): boolean => alwaysWrong.includes(outcome);

export const at = (second: number) => formatDuration(second * 1000);

export function describeFailure(failure: MeasuredLoad['failures'][number]): string {
	const { step, outcome, problem, status, count, firstSecond, lastSecond, example } = failure;
	const head = [step, outcome, ...(status === null ? [] : [`status ${status}`])].join(', ');
	const what = problem ? `${head}: ${problem}` : head;
	const text = `${formatCount(count)} × ${what}; from ${at(firstSecond)} to ${at(lastSecond)}`;
	return example && !problem ? `${text}; for example ${example}` : text;
}

/** A note with the kinds of failed calls, the most frequent first. */
export function failureKindsNote(failures: MeasuredLoad['failures']): LoadReason[] {
	if (failures.length === 0) return [];
	const count = failures.reduce((total, failure) => total + failure.count, 0);
	const ways = pluralize(failures.length, 'way');
	const text = `${pluralize(count, 'call or expectation', 'calls or expectations')} failed in ${ways}.`;
	const evidence = listFailures(failures);
	return [{ id: 'failures', group: 'target', severity: 'note', text, evidence }];
}

/** The most cases that the evidence of a reason lists. */
export const maxListed = 5;
export const listFailures = (failures: MeasuredLoad['failures']) =>
	failures.slice(0, maxListed).map(describeFailure);
