/** Finds and reads the configuration file. Messages never quote its text, which may contain secrets. */
import { closeSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { readJsonText } from './json-text.ts';
import { defaultConfigFile } from './serve-options.ts';
import type { Source } from './sources.ts';
import { sourceFromObject } from './sources.ts';

interface ReadConfigFileOptions {
	flags: Readonly<Record<string, unknown>>;
	env: Readonly<Record<string, string | undefined>>;
	/** The current folder, as an absolute path. Relative paths start here. */
	cwd: string;
}

export type ReadConfigFileResult =
	/** The result of reading; `path` is null if there is no file. */
	{ ok: true; path: string | null; source: Source } | { ok: false; problem: string };

export function readConfigFile({ flags, env, cwd }: ReadConfigFileOptions): ReadConfigFileResult {
	// An empty variable counts as not set.
	const named = flags.config ?? (env.PAYIN_SANDBOX_CONFIG || undefined);
	if (named === false) return noFile;
	const name = named === undefined ? defaultConfigFile : String(named);
	const refuse = (rule: string) => ({ ok: false, problem: `${name} ${rule}` }) as const;
	const path = resolve(cwd, name);
	const read = readText(path);
	if ('code' in read) {
		if (read.code === 'ENOENT' && named === undefined) return noFile;
		return refuse(failures[read.code] ?? `cannot be read (${read.code})`);
	}
	const parsed = readJsonText(read.text);
	if (!parsed.ok) return refuse(parsed.rule);
	const { value } = parsed;
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		return refuse('must hold an object such as {"port": 8080}');
	}
	return { ok: true, path, source: sourceFromObject({ ...value }, `${name}: `) };
}

const noFile: ReadConfigFileResult = { ok: true, path: null, source: sourceFromObject({}) };

const failures: Record<string, string> = {
	ENOENT: 'is not there: no such file',
	ENOTDIR: 'is not there: no such file',
	EISDIR: 'is a folder: name a file',
	EACCES: 'may not be read by this user',
	EPERM: 'may not be read by this user',
	TOO_LARGE: 'is larger than 1 MB: that is no configuration',
	NOT_TEXT: 'is not text in UTF-8',
};

const maxBytes = 1_000_000;

/** Reads at most `maxBytes`, because the size of a pipe or a device is not known before. */
function readText(path: string): { text: string } | { code: string } {
	let file: number | undefined;
	try {
		file = openSync(path, 'r');
		const bytes = Buffer.alloc(maxBytes + 1);
		let length = 0;
		for (let more = -1; more !== 0 && length < bytes.length; length += more) {
			more = readSync(file, bytes, length, bytes.length - length, null);
		}
		if (length > maxBytes) return { code: 'TOO_LARGE' };
		return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length)) };
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? String(error.code) : '';
		return { code: code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'NOT_TEXT' : code };
	} finally {
		if (file !== undefined) closeSync(file);
	}
}
