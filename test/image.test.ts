/** The image: its build gets each file that it reads, and its program finds each file where the package has it. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectFile } from '../simulator/runtime/package.ts';

const read = (path: string) => readFileSync(projectFile(path), 'utf8');
/** The files and folders that the build context has. */
const context = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, name = '']) => name);

test('the build context has each file that the build reads', () => {
	const { build } = JSON.parse(read('package.json')).scripts;
	const used = [...build.matchAll(/[\w./-]+\.(?:json|mjs)/g)].map(([path]: [string]) => path);
	expect(used).toContain('finish-build.mjs');
	expect(used.filter((path) => !context.includes(path.split('/')[0] ?? ''))).toEqual([]);
	expect(context.filter((name) => !existsSync(projectFile(name)))).toEqual([]);
});

test('the image of a part runs no command as the user without rights', () => {
	expect(read('Dockerfile')).toContain('\nUSER node\n');
	expect(read('load/k8s/Dockerfile')).not.toMatch(/^RUN /m);
});

test('the image has the files of the load where the program reads them', () => {
	const copied = [...read('Dockerfile').matchAll(/^COPY (load\/.+) (\S+)$/gm)];
	expect(copied.map(([, from]) => from)).toContain('load/limits');
	for (const [, from = '', to = ''] of copied) {
		for (const path of from.split(' ')) {
			expect(to.endsWith('/') ? to + path.split('/').at(-1) : to).toBe(path);
		}
	}
});
