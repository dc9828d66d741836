/** Just enough XML to write JUnit files that every reader accepts. */

/** Everything XML 1.0 cannot carry in any spelling: control characters, lone surrogates, two non-characters. */
const unwritable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const entities: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&apos;',
	// A reader would otherwise fold these into spaces inside an attribute.
	'\n': '&#10;',
	'\r': '&#13;',
	'\t': '&#9;',
};

export function xmlText(text: string): string {
	return text
		.replace(unwritable, '')
		.replace(/[&<>\r]/g, (character) => entities[character] ?? character);
}

function xmlAttribute(text: string): string {
	return text
		.replace(unwritable, '')
		.replace(/[&<>"'\n\r\t]/g, (character) => entities[character] ?? character);
}

/** One element; the children are XML already. Names are ours, never data. */
export function element(
	name: string,
	attributes: Readonly<Record<string, string | number>>,
	children: readonly string[] = [],
): string {
	const written = Object.entries(attributes)
		.map(([key, value]) => ` ${key}="${xmlAttribute(String(value))}"`)
		.join('');
	if (children.length === 0) return `<${name}${written}/>`;
	return `<${name}${written}>${children.join('')}</${name}>`;
}
