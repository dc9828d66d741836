import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../simulator/runtime/package.ts';

/** The rows of the table in a page of `docs` whose first column has this title: the cells by column. */
export function docsTable(page: string, firstColumn: string): Record<string, string>[] {
	const lines = readFileSync(join(packageRoot, 'docs', page), 'utf8').split(/\r?\n/);
	const start = lines.findIndex((line) => line.startsWith(`| ${firstColumn} |`));
	if (start === -1) throw new Error(`docs/${page} has no table with the column "${firstColumn}".`);
	const columns = cellsOf(lines[start] ?? '');
	const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'));
	return lines.slice(start + 2, end).map((line) => {
		const cells = cellsOf(line);
		if (cells.length !== columns.length || cells.includes('')) {
			throw new Error(
				`docs/${page}: this row must have ${columns.length} cells with text: ${line}`,
			);
		}
		return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
	});
}

const cellsOf = (line: string) =>
	line
		.split('|')
		.slice(1, -1)
		.map((cell) => cell.trim());
