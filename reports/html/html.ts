/** HTML that is safe by construction: what stands in a template is markup, what is put into it is text. */

/** Only this file makes one, so no value from a report can pass for markup. */
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
	return new Markup(String.raw({ raw: strings }, ...values.map(written)));
}

/** Text of our own that must not be escaped: the style sheet. Never a value from a report. */
export function trusted(text: string): Html {
	return new Markup(text);
}

function written(value: Value): string {
	if (value === null || value === undefined || value === false) return '';
	if (value instanceof Markup) return value.toString();
	if (Array.isArray(value)) return value.map(written).join('');
	return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
