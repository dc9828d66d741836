/** The cashier's style sheets and scripts. They are read once, at the first request. */
import { readFileSync } from 'node:fs';
import { cashierAssetsPath } from '../contract/routes.ts';
import type { ApiError } from '../errors/api-error.ts';
import { projectFile } from '../runtime/package.ts';
import type { Call, Reply } from '../wire/call.ts';

/** The style sheets that every cashier page links, in this order. */
export const styles = [
	'page.css',
	'banner.css',
	'summary.css',
	'cashier.css',
	'kinds.css',
	'status.css',
	'print.css',
] as const;

/** The style sheets of the start page only; it also links some of the cashier's. */
const otherStyles = ['start.css'] as const;

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

/** Modules that other scripts import. */
const modules = ['digits.js'] as const;

const files = new Map(
	[...styles, ...otherStyles, ...scripts, ...modules].map((name) => {
		const text = readFileSync(projectFile(`simulator/cashier/assets/${name}`), 'utf8');
		const type = name.endsWith('.css') ? 'css' : 'javascript';
		return [name as string, { text, contentType: `text/${type}; charset=utf-8` }];
	}),
);

export function serveAsset({ method, path }: Call): Reply | ApiError {
	const file = files.get(path.slice(cashierAssetsPath.length + 1));
	if (!file) return { code: 'path_not_found', method, path, known: [...files.keys()] };
	return { status: 200, ...file, notes: { assumptions: [] } };
}
