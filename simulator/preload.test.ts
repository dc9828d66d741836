import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

test('every module that a request loads later is loaded before, by an idle server', () => {
	const folder = import.meta.dirname;
	const importsOf = (path: string) =>
		[...readFileSync(join(folder, path), 'utf8').matchAll(/\bimport\('(\.[^']+)'\)/g)].map(
			([, name = '']) => relative(folder, join(folder, dirname(path), name)),
		);
	const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
	const sources = names.filter((path) => path.endsWith('.ts'));
	const loadedLater = sources.filter((path) => path !== 'preload.ts').flatMap(importsOf);
	// Loaded at the start.
	const byRequests = new Set(loadedLater.filter((path) => path !== 'open-durable.ts'));
	expect(importsOf('preload.ts').toSorted()).toEqual([...byRequests].toSorted());
});
