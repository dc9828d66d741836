/** A table as Markdown has it. */

export const code = (text: string) => (text === '' ? '' : `\`${text}\``);

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]) =>
		`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
	return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}
