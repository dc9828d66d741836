/** Reads a text as it was before it was escaped in JSON, HTML or an address. */

export interface PlainText {
	/** The text in UTF-8, one character for each byte: `\x00` to `\xFF`. A `+` is a space, as in forms; `\` is left out. */
	bytes: string;
	/** Where the original text has each byte, from its first character or that of its escape … */
	starts: readonly number[];
	/** … to the one after its last. */
	ends: readonly number[];
}

/** More than programs nest: a text in JSON, in an address, in a page. A target may nest any number. */
const maxLayers = 8;

/** The named characters of HTML that are in ASCII, by their names in lower case. */
const entities: Readonly<Record<string, string>> = {
	...{ tab: '\t', newline: '\n', excl: '!', quot: '"', num: '#', dollar: '$', percnt: '%' },
	...{ amp: '&', apos: "'", lpar: '(', rpar: ')', ast: '*', midast: '*', plus: '+' },
	...{ comma: ',', period: '.', sol: '/', colon: ':', semi: ';', lt: '<', equals: '=' },
	...{ gt: '>', quest: '?', commat: '@', lsqb: '[', lbrack: '[', bsol: '\\', rsqb: ']' },
	...{ rbrack: ']', hat: '^', lowbar: '_', underbar: '_', grave: '`', diacriticalgrave: '`' },
	...{ lcub: '{', lbrace: '{', verbar: '|', vert: '|', verticalline: '|', rcub: '}' },
	...{ rbrace: '}', fjlig: 'fj' },
};
/** A number of backslashes may precede: one for JSON, two for JSON in JSON, or those of the text itself. */
const escapes = new RegExp(
	[
		String.raw`\\+u(?<high>d[89ab][\da-f]{2})\\+u(?<low>d[c-f][\da-f]{2})`,
		String.raw`\\+u(?<unit>[\da-f]{4})`,
		String.raw`\\+x(?<byte>[\da-f]{2})`,
		String.raw`%(?<encoded>[\da-f]{2})`,
		String.raw`&#x(?<hexadecimal>[\da-f]{1,6});`,
		String.raw`&#(?<decimal>\d{1,7});`,
		`&(?<entity>${Object.keys(entities).join('|')});`,
		String.raw`\\+(?<tab>t)`,
		String.raw`\\+`,
	].join('|'),
	'gi',
);

const bytesOf = (text: string) => Buffer.from(text).toString('latin1');
const fromHex = (digits: string | undefined) => Number.parseInt(digits ?? '', 16);
const character = (codePoint: number) =>
	codePoint <= 0x10_ff_ff ? bytesOf(String.fromCodePoint(codePoint)) : '';

/** Returns the bytes that an escape stands for; none for a backslash. */
function decode(groups: Readonly<Record<string, string | undefined>>): string {
	const { high, low, unit, byte, encoded, hexadecimal, decimal, entity, tab } = groups;
	if (high !== undefined) return bytesOf(String.fromCharCode(fromHex(high), fromHex(low)));
	if (encoded !== undefined) return String.fromCharCode(fromHex(encoded));
	const hex = unit ?? byte ?? hexadecimal;
	if (hex !== undefined) return character(fromHex(hex));
	if (decimal !== undefined) return character(Number(decimal));
	if (tab !== undefined) return '\t';
	return entities[entity?.toLowerCase() ?? ''] ?? '';
}

function toBytes(text: string): PlainText {
	const starts: number[] = [];
	const ends: number[] = [];
	let position = 0;
	for (const symbol of text) {
		for (let count = Buffer.byteLength(symbol); count > 0; count -= 1) {
			starts.push(position);
			ends.push(position + symbol.length);
		}
		position += symbol.length;
	}
	return { bytes: spacesOf(bytesOf(text)), starts, ends };
}

const spacesOf = (bytes: string) => bytes.replaceAll('+', ' ');

/** Decodes one layer of escapes. */
function decodeLayer(text: PlainText): PlainText {
	const bytes: string[] = [];
	const starts: number[] = [];
	const ends: number[] = [];
	let copied = 0;
	const copyTo = (end: number) => {
		bytes.push(text.bytes.slice(copied, end));
		for (; copied < end; copied += 1) {
			starts.push(text.starts[copied] ?? 0);
			ends.push(text.ends[copied] ?? 0);
		}
	};
	for (const { index, 0: escaped, groups = {} } of text.bytes.matchAll(escapes)) {
		copyTo(index);
		copied += escaped.length;
		const plain = decode(groups);
		bytes.push(plain);
		for (let count = plain.length; count > 0; count -= 1) {
			starts.push(text.starts[index] ?? 0);
			ends.push(text.ends[copied - 1] ?? 0);
		}
	}
	copyTo(text.bytes.length);
	return { bytes: spacesOf(bytes.join('')), starts, ends };
}

export function toPlainText(text: string): PlainText {
	let plain = toBytes(text);
	for (let count = 0; count < maxLayers; count += 1) {
		const next = decodeLayer(plain);
		if (next.bytes.length === plain.bytes.length) break;
		plain = next;
	}
	return plain;
}

/** The mark of a text that was cut, in UTF-8. An escape may have been cut too: its first characters precede the mark. */
const cutMark =
	/(?:u[\da-f]{0,3}|x[\da-f]?|%[\da-f]?|&(?:#x?[\da-f]{0,6}|[a-z]{0,16}))?(?<mark>\xE2\x80\xA6)/dgi;

/** Where a text was cut: the position of the mark in the bytes, and of the cut escape that may precede it. */
export interface Cut {
	atMark: number;
	atEscape: number;
}

export function cutsIn({ bytes }: PlainText): Cut[] {
	return [...bytes.matchAll(cutMark)].map(({ index, indices }) => ({
		atMark: indices?.groups?.mark?.[0] ?? index,
		atEscape: index,
	}));
}
