/** The kinds of refusals: calls with one kind are refused for the same mistake. Pure. */
import type { JournalEntry } from './journal.ts';
import { valueAt } from './json.ts';

/**
 * The call, status, code and param of a refused call. Its `detail` may quote a value of the request, such as an id: it
 * differs in calls with the same mistake.
 */
export function refusalKindOf({ method, path, status, problem, response }: JournalEntry): string {
	const param = valueAt(response, ['param']);
	return `${method} ${path} → ${status} ${problem}${typeof param === 'string' ? ` (${param})` : ''}`;
}

/** Groups refused calls by their kind, in the order of the first call of each. */
export function groupByRefusal(refused: readonly JournalEntry[]): (readonly JournalEntry[])[] {
	const groups = new Map<string, JournalEntry[]>();
	for (const entry of refused) {
		const kind = refusalKindOf(entry);
		const group = groups.get(kind);
		if (group) group.push(entry);
		else groups.set(kind, [entry]);
	}
	return [...groups.values()];
}
