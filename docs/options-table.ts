/** What `serve` can be told, by flag, variable and key of the file: a table of the README. */
import { listOptions } from '../simulator/settings/options.ts';
import { serveCommandSchema } from '../simulator/settings/serve-options.ts';

const code = (text: string | null) => (text === null ? '' : `\`${text}\``);

export function optionsTable(): string {
	const rows = listOptions(serveCommandSchema).map((option) => {
		const { flag, placeholder, variable, key, fallback, description } = option;
		const cells = [
			code(`${flag} ${placeholder}`.trim()),
			code(variable),
			code(key),
			code(fallback),
			description,
		];
		return `| ${cells.join(' | ')} |`;
	});
	const head = '| flag | variable | key | default | meaning |\n|---|---|---|---|---|';
	return [head, ...rows].join('\n');
}
