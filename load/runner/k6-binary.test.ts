import { expect, test } from 'vitest';
import type { Execute } from '../../scenarios/harness/child-process.ts';
import type { FindK6Options } from './k6-binary.ts';
import { findK6, k6CacheFolder, pinnedK6Version } from './k6-binary.ts';

const cached = '/project/.cache/k6-2.2.0';

/** `programs`: path → the version it prints. */
function search(programs: Record<string, string>, more: Partial<FindK6Options> = {}) {
	const tried: string[] = [];
	const messages: string[] = [];
	const execute: Execute = async (program) => {
		tried.push(program);
		const version = programs[program];
		const stdout = version ? `k6 v${version} (go1.26.8, linux/amd64)\n` : '';
		return { code: version ? 0 : null, stdout, stderr: '', timedOut: false };
	};
	const found = findK6({
		root: '/project',
		pinned: '2.2.0',
		host: { platform: 'linux', env: {}, home: '/home/ana' },
		execute,
		say: (text) => messages.push(text),
		build: async () => undefined,
		...more,
	});
	return { found, tried, messages };
}

const withBin = { platform: 'linux', env: { K6_BIN: '/opt/k6' }, home: '/home/ana' } as const;

test('K6_BIN comes first, and nothing else is tried', async () => {
	const { found, tried } = search({ '/opt/k6': '2.1.0', k6: '2.2.0' }, { host: withBin });
	expect(await found).toEqual({ path: '/opt/k6', version: '2.1.0' });
	expect(tried).toEqual(['/opt/k6']);
});

test.each([{}, { '/opt/k6': '1.8.1' }])(
	'an unsuitable K6_BIN is an error: nothing else is tried',
	async (programs) => {
		const { found } = search({ ...programs, k6: '2.2.0' }, { host: withBin });
		await expect(found).rejects.toThrow(/K6_BIN is \/opt\/k6/);
	},
);

test('then the PATH, then the cache', async () => {
	const both = search({ k6: '2.3.1', [cached]: '2.2.0' });
	expect(await both.found).toEqual({ path: 'k6', version: '2.3.1' });
	const one = search({ [cached]: '2.2.0' });
	expect(await one.found).toEqual({ path: cached, version: '2.2.0' });
	expect(one.tried).toEqual(['k6', cached]);
});

test.each(['1.8.1', '3.0.0', '0.57.0'])(
	'k6 %s on the PATH is skipped with a message',
	async (old) => {
		const { found, messages } = search({ k6: old, [cached]: '2.2.0' });
		expect(await found).toEqual({ path: cached, version: '2.2.0' });
		expect(messages.join('')).toContain(old);
	},
);

test('as the last resort it is built into the cache', async () => {
	const programs: Record<string, string> = {};
	const build = async (output: string) => {
		programs[output] = '2.2.0';
		return output;
	};
	expect(await search(programs, { build }).found).toEqual({ path: cached, version: '2.2.0' });
});

test('without any of them the error lists the ways to get k6, and warns about npm', async () => {
	await expect(search({}).found).rejects.toThrow(/K6_BIN[\s\S]*Go 1\.25[\s\S]*no k6 on npm/);
});

test('a clone keeps its k6, an installed package uses the cache of the user', () => {
	const host = { platform: 'linux', env: {}, home: '/home/ana' } as const;
	const installed = '/app/node_modules/payin-sandbox';
	expect(k6CacheFolder('/project', host)).toBe('/project/.cache');
	expect(k6CacheFolder(installed, host)).toBe('/home/ana/.cache/payin-sandbox');
	expect(k6CacheFolder(installed, { ...host, env: { XDG_CACHE_HOME: '/x' } })).toBe(
		'/x/payin-sandbox',
	);
	expect(k6CacheFolder(installed, { ...host, platform: 'darwin' })).toBe(
		'/home/ana/Library/Caches/payin-sandbox',
	);
});

test('the version is that of the pinned module', () => {
	expect(pinnedK6Version('require go.k6.io/k6/v2 v2.2.0\n\ntool go.k6.io/k6/v2\n')).toBe('2.2.0');
});
