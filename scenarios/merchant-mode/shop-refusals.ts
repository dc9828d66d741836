/** Describes the calls of the shop that the service refused. Pure. */
import { keepsAnswer } from '../../simulator/contract/faults.ts';
import type { JournalEntry } from '../../simulator/contract/journal.ts';
import { faultsOf } from '../../simulator/contract/journal.ts';
import { groupByRefusal, refusalKindOf } from '../../simulator/contract/refusals.ts';
import { describeErrorResponse } from '../harness/http.ts';

const maxRefusals = 3;

/** A refusal of the service itself: an answer that a fault of the story replaced or cut is no mistake of the shop. */
const isRefusal = (call: JournalEntry) =>
	call.problem !== null && faultsOf(call).every(keepsAnswer);

/** The reasons for which the service refused calls: for each kind of refusal, that of the latest call. */
export function refusalTexts(calls: readonly JournalEntry[]): string[] {
	return groupByRefusal(calls.filter(isRefusal))
		.slice(0, maxRefusals)
		.flatMap((group) => {
			const latest = group.at(-1);
			if (!latest) return [];
			const { method, path, status, response } = latest;
			const reason = describeErrorResponse(status, JSON.stringify(response ?? ''));
			const ids = group.map(({ id }) => `#${id}`).join(', ');
			return [`Refused: ${ids} ${method} ${path} → ${reason}`];
		});
}

/** The kinds of refusals of a story. */
export const refusalKinds = (calls: readonly JournalEntry[]): string[] => [
	...new Set(calls.filter(isRefusal).map(refusalKindOf)),
];

/** The one refusal with which the calls of a story end; undefined if they end otherwise, or have several kinds. */
export function onlyRefusalOf(calls: readonly JournalEntry[]): string | undefined {
	const last = calls.at(-1);
	const [kind, ...others] = refusalKinds(calls);
	return last && isRefusal(last) && others.length === 0 ? kind : undefined;
}
