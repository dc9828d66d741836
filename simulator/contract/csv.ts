/** Writes CSV (RFC 4180). This file imports nothing. */

export type CsvCell = string | number | null;

/** Returns lines that end in CRLF, the header first. A null is an empty cell. */
export function csvOf(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
	return [header, ...rows].map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('');
}

/** Spreadsheets treat a text that begins like this as a formula, also after blanks (OWASP, CSV injection). */
const formula = /^[\s\p{DI}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** Puts an apostrophe in front of a text that a spreadsheet would run, so that the spreadsheet shows the text. */
function cellText(cell: CsvCell): string {
	if (cell === null) return '';
	if (typeof cell === 'number') return String(cell);
	const text = formula.test(cell) ? `'${cell}` : cell;
	return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
