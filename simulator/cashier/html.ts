/** HTML templates that escape every value except the markup of other templates. */

export class Markup {
	readonly text: string;
	constructor(text: string) {
		this.text = text;
	}
}

type Part = Markup | string | number | null | false | readonly Part[];

export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
	const pieces = strings.flatMap((piece, index) => {
		return index < parts.length ? [piece, render(parts[index] as Part)] : [piece];
	});
	return new Markup(pieces.join(''));
}

function render(part: Part): string {
	if (part === null || part === false) return '';
	if (part instanceof Markup) return part.text;
	if (Array.isArray(part)) return part.map(render).join('');
	return escapeText(String(part));
}

const entities: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

function escapeText(text: string): string {
	return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
