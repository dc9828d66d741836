/** The service levels, read from a file that a person has written. */
import { readFile } from 'node:fs/promises';
import type { Problem } from './problem.ts';

/** What the reports make of it: the levels, or what is wrong with them. */
export type ReadLevels<T> = (content: unknown) => { levels: T } | { wrong: string };

const field = '--slo';

export async function readSlo<T>(
	path: string,
	readLevels: ReadLevels<T>,
): Promise<{ levels: T } | { problems: Problem[] }> {
	let content: unknown;
	try {
		content = JSON.parse(await readFile(path, 'utf8'));
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error);
		const fix = 'Give a JSON file such as load/slo/default.json.';
		return { problems: [{ field, rule: `${path} cannot be read: ${why}.`, fix }] };
	}
	const result = readLevels(content);
	if ('levels' in result) return result;
	const rule = `${path} is no file of service levels: ${result.wrong}`;
	return { problems: [{ field, rule, fix: 'Compare it with load/slo/default.json.' }] };
}
