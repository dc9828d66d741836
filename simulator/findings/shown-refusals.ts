/** Shows why calls were refused: by kind, bounded, and without card data. */
import { cutText } from '../contract/cut-text.ts';
import type { ShownRefusal } from '../contract/findings.ts';
import { maxRefusals, maxRefusalText } from '../contract/findings.ts';
import type { JournalEntry } from '../contract/journal.ts';
import { groupByRefusal } from '../contract/refusals.ts';
import { maskShownText } from '../domain/card-data.ts';
import { textAt } from './request-content.ts';

/** The latest kinds of refusals of these calls, the latest one last. */
export function shownRefusalsOf(calls: readonly JournalEntry[]): ShownRefusal[] {
	return groupByRefusal(calls.filter(({ problem }) => problem !== null))
		.flatMap(showRefusal)
		.toSorted((one, other) => latestOf(one) - latestOf(other))
		.slice(-maxRefusals);
}

const latestOf = ({ entries }: ShownRefusal) => entries.at(-1) ?? 0;

function showRefusal(group: readonly JournalEntry[]): ShownRefusal[] {
	const latest = group.at(-1);
	if (!latest || latest.problem === null) return [];
	const { method, path, status, problem: code, response } = latest;
	const text = (name: string) => {
		const whole = textAt(response, name);
		return whole === null ? null : cutText(maskShownText(whole), maxRefusalText);
	};
	const texts = { param: text('param'), detail: text('detail'), fix: text('fix') };
	return [
		{ call: `${method} ${path}`, status, code, ...texts, entries: group.map(({ id }) => id) },
	];
}
