/** HTML templates that escape every value: only the template's own text is markup. */

import { toVisibleLines } from '../../simulator/contract/visible.ts';

/** Text that is already HTML. Only this file creates it, so a value from a report is never taken for markup. */
class Markup {
	readonly #text: string;

	constructor(text: string) {
		this.#text = text;
	}

	toString(): string {
		return this.#text;
	}
}

export type Html = Markup;
type Value = string | number | Markup | null | undefined | false | readonly Value[];

const entities: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
	return new Markup(String.raw({ raw: strings }, ...values.map(escapeValue)));
}

/** Constant text that must not be escaped: the style sheet. Never a value from a report. */
export function trustedHtml(text: string): Html {
	return new Markup(text);
}

function escapeValue(value: Value): string {
	if (value === null || value === undefined || value === false) return '';
	if (value instanceof Markup) return value.toString();
	if (Array.isArray(value)) return value.map(escapeValue).join('');
	return toVisibleLines(String(value)).replace(
		/[&<>"']/g,
		(character) => entities[character] ?? character,
	);
}
