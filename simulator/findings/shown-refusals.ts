/** Shows why calls were refused: by reason, bounded, and without card data. */
import type { ShownRefusal } from '../contract/findings.ts';
import { maxRefusals, maxRefusalText } from '../contract/findings.ts';
import type { JournalEntry } from '../contract/journal.ts';
import { maskShownText } from '../domain/card-data.ts';
import { textAt } from './request-content.ts';

/** The latest reasons for which these calls were refused, the latest one last. */
export function shownRefusalsOf(refused: readonly JournalEntry[]): ShownRefusal[] {
	const byReason = new Map<string, ShownRefusal>();
	for (const { id, method, path, status, problem, response } of refused) {
		if (problem === null) continue;
		const text = (name: string) => {
			const whole = textAt(response, name);
			return whole === null ? null : shorten(maskShownText(whole));
		};
		const texts = { param: text('param'), detail: text('detail'), fix: text('fix') };
		const reason = { call: `${method} ${path}`, status, code: problem, ...texts };
		const key = JSON.stringify(reason);
		const known = byReason.get(key);
		// Insert the reason again: its latest call decides its place.
		byReason.delete(key);
		byReason.set(key, { ...reason, entries: [...(known?.entries ?? []), id] });
	}
	return [...byReason.values()].slice(-maxRefusals);
}

function shorten(text: string): string {
	return text.length > maxRefusalText ? `${text.slice(0, maxRefusalText)}…` : text;
}
