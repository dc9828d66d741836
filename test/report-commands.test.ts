import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderJson } from '../reports/render.ts';
import { temporaryFolder } from './support/command.ts';
import { sampleLoad } from './support/reports.ts';
import { runWarmCommand } from './support/warm-command.ts';

test('report renders again; compare and merge are commands of their own beside it', async () => {
	const cwd = temporaryFolder();
	const names = ['a', 'b', 'c', 'd', 'e', 'f'];
	for (const name of names) {
		mkdirSync(join(cwd, name));
		writeFileSync(join(cwd, name, 'report.json'), renderJson(sampleLoad()));
	}
	const report = (...args: string[]) => runWarmCommand(['report', ...args], {}, cwd);
	expect((await report('a')).code).toBe(0);
	expect(existsSync(join(cwd, 'a', 'report.html'))).toBe(true);
	const compared = await report('compare', 'a', 'b', 'c', '--with', 'd', 'e', 'f', '--out', 'out');
	expect(compared).toMatchObject({ code: 0, stdout: expect.stringMatching(/\nSAME {2}No p50 /) });
	expect(existsSync(join(cwd, 'out', 'compare.json'))).toBe(true);
	expect(await report('compare', 'a', 'b', 'c', '--with', 'd', 'e', './a')).toMatchObject({
		...{ code: 2, stderr: expect.stringContaining('./a is named twice') },
	});
	expect(await report('merge', 'a', '--out', 'merged')).toMatchObject({
		...{ code: 2, stderr: expect.stringContaining('is not the report of one part') },
	});
	expect(existsSync(join(cwd, 'merged'))).toBe(false);
});
