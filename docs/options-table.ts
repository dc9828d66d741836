/** What `serve` can be told, by flag, variable and key of the file: a table of the README. */
import { listOptions } from '../simulator/settings/options.ts';
import { serveCommandSchema } from '../simulator/settings/serve-options.ts';
import { code, table } from './table.ts';

export function optionsTable(): string {
	const rows = listOptions(serveCommandSchema).map((option) => {
		const { flag, placeholder, variable, key, fallback, description } = option;
		return [
			code(`${flag} ${placeholder}`.trim()),
			code(variable ?? ''),
			code(key ?? ''),
			code(fallback ?? ''),
			description,
		];
	});
	return table(['flag', 'variable', 'key', 'default', 'meaning'], rows);
}
