/** CSV as RFC 4180 describes it, with a header line. */

type Cell = string | number | null;

export function csvOf<Column extends string>(
	columns: readonly Column[],
	rows: readonly Readonly<Record<Column, Cell>>[],
): string {
	const lines = rows.map((row) => columns.map((column) => cellText(row[column])));
	return [columns, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

/** A spreadsheet takes a text that begins like this for a formula, also after blanks (OWASP, CSV injection). */
const formula = /^[\s\p{DI}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** A text that a spreadsheet would run gets an apostrophe in front: the spreadsheet then shows it as text. */
function cellText(cell: Cell): string {
	if (cell === null) return '';
	if (typeof cell === 'number') return String(cell);
	const text = formula.test(cell) ? `'${cell}` : cell;
	return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
