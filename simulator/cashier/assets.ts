/** The cashier's styles and scripts, read once. */
import { readFileSync } from 'node:fs';
import type { ApiError } from '../errors/api-error.ts';
import { projectFile } from '../runtime/package.ts';
import type { Call, Reply } from '../wire/call.ts';
import { styles } from './styles.ts';

const contentTypes = {
	css: 'text/css; charset=utf-8',
	js: 'text/javascript; charset=utf-8',
} as const;

const scripts = [
	'card-form.js',
	'copy.js',
	'countdown.js',
	'document-kind.js',
	'forms.js',
	'return.js',
	'status.js',
] as const;

export type Script = (typeof scripts)[number];

/** What scripts import. */
const shared = ['digits.js'] as const;

const files = new Map(
	[...styles, ...scripts, ...shared].map((name) => {
		const text = readFileSync(projectFile(`simulator/cashier/assets/${name}`), 'utf8');
		const ending = name.endsWith('.css') ? 'css' : 'js';
		return [name as string, { text, contentType: contentTypes[ending] }];
	}),
);

export function showAsset({ method, path, params }: Call): Reply | ApiError {
	const file = files.get(params.name ?? '');
	if (!file) return { code: 'path_not_found', method, path, known: [...files.keys()] };
	return { status: 200, ...file, notes: { assumptions: [] } };
}
