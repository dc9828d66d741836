/** Describes the calls of the shop that the service refused. Pure. */
import { keepsAnswer } from '../../simulator/contract/faults.ts';
import type { JournalEntry } from '../../simulator/contract/journal.ts';
import { valueAt } from '../../simulator/contract/json.ts';
import { describeErrorResponse } from '../harness/http.ts';

const maxRefusals = 3;

/** A refusal of the service itself: an answer that a fault of the story replaced or cut is no mistake of the shop. */
const isRefusal = ({ problem, fault }: JournalEntry) =>
	problem !== null && (fault === null || keepsAnswer(fault));

/** The reasons for which the service refused calls, without duplicates. */
export function refusalTexts(calls: readonly JournalEntry[]): string[] {
	const byReason = new Map<string, string[]>();
	for (const { id, method, path, status, response } of calls.filter(isRefusal)) {
		const reason = describeErrorResponse(status, JSON.stringify(response ?? ''));
		const refused = `${method} ${path} → ${reason}`;
		byReason.set(refused, [...(byReason.get(refused) ?? []), `#${id}`]);
	}
	const texts = [...byReason].map(([refused, ids]) => `Refused: ${ids.join(', ')} ${refused}`);
	return texts.slice(0, maxRefusals);
}

/** The kinds of refusals of a story: the same call with the same status, code and param is refused for the same mistake. */
export function refusalKinds(calls: readonly JournalEntry[]): string[] {
	const kinds = calls.filter(isRefusal).map(({ method, path, status, problem, response }) => {
		const param = valueAt(response, ['param']);
		return `${method} ${path} → ${status} ${problem}${typeof param === 'string' ? ` (${param})` : ''}`;
	});
	return [...new Set(kinds)];
}

/** The one refusal with which the calls of a story end; undefined if they end otherwise, or have several kinds. */
export function onlyRefusalOf(calls: readonly JournalEntry[]): string | undefined {
	const last = calls.at(-1);
	const [kind, ...others] = refusalKinds(calls);
	return last && isRefusal(last) && others.length === 0 ? kind : undefined;
}
