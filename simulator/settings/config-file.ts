/** The configuration file: found, read as a whole, and never echoed. */
import { closeSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { readJsonText } from './json-text.ts';
import { defaultConfigFile } from './serve-options.ts';
import type { Source } from './sources.ts';
import { fromObject } from './sources.ts';

interface Asked {
	flags: Readonly<Record<string, unknown>>;
	env: Readonly<Record<string, string | undefined>>;
	/** Absolute: where a relative path counts from. */
	cwd: string;
}

export type ConfigRead =
	/** Without a file the path is null. */
	{ ok: true; path: string | null; source: Source } | { ok: false; problem: string };

export function readConfigFile({ flags, env, cwd }: Asked): ConfigRead {
	// An empty variable is one that is not set.
	const named = flags.config ?? (env.PAYIN_SANDBOX_CONFIG || undefined);
	if (named === false) return nothing;
	const name = named === undefined ? defaultConfigFile : String(named);
	const wrong = (rule: string) => ({ ok: false, problem: `${name} ${rule}` }) as const;
	const path = resolve(cwd, name);
	const read = readText(path);
	if ('code' in read) {
		if (read.code === 'ENOENT' && named === undefined) return nothing;
		return wrong(failures[read.code] ?? `cannot be read (${read.code})`);
	}
	const parsed = readJsonText(read.text);
	if (!parsed.ok) return wrong(parsed.rule);
	const { value } = parsed;
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		return wrong('must hold an object such as {"port": 8080}');
	}
	return { ok: true, path, source: fromObject({ ...value }, `${name}: `) };
}

const nothing: ConfigRead = { ok: true, path: null, source: fromObject({}) };

const failures: Record<string, string> = {
	ENOENT: 'is not there: no such file',
	ENOTDIR: 'is not there: no such file',
	EISDIR: 'is a folder: name a file',
	EACCES: 'may not be read by this user',
	EPERM: 'may not be read by this user',
	TOO_LARGE: 'is larger than 1 MB: that is no configuration',
	NOT_TEXT: 'is not text in UTF-8',
};

const mostBytes = 1_000_000;

/** A pipe or a device tells no size: it is read to the limit, and not beyond. */
function readText(path: string): { text: string } | { code: string } {
	let file: number | undefined;
	try {
		file = openSync(path, 'r');
		const bytes = Buffer.alloc(mostBytes + 1);
		let length = 0;
		for (let more = -1; more !== 0 && length < bytes.length; length += more) {
			more = readSync(file, bytes, length, bytes.length - length, null);
		}
		if (length > mostBytes) return { code: 'TOO_LARGE' };
		return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length)) };
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? String(error.code) : '';
		return { code: code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'NOT_TEXT' : code };
	} finally {
		if (file !== undefined) closeSync(file);
	}
}
