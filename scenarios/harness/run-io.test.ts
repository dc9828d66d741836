import { expect, test } from 'vitest';
import { createRunId } from './run-folder.ts';
import { rerunCommand } from './run-io.ts';

test.each([
	[['load', '--seed', '7'], true, 'npm run load -- --seed 7'],
	[['scenarios'], true, 'npm run scenarios'],
	[['load', '--seed', '7'], false, 'npx payin-sandbox load --seed 7'],
	[['scenarios', '--out', 'my results'], true, "npm run scenarios -- --out 'my results'"],
	[['load', '--mix', "it's"], false, `npx payin-sandbox load --mix 'it'\\''s'`],
	[['load', '--out', ''], false, "npx payin-sandbox load --out ''"],
])('%j (in a clone: %s) is repeated by %s', (words, isClone, command) => {
	expect(rerunCommand(words, isClone)).toBe(command);
});

test('a run id sorts by time and differs for two runs in one second', () => {
	const now = new Date('2026-11-21T10:47:21.512Z');
	expect(createRunId(now)).toMatch(/^20261121T104721-[0-9a-f]{6}$/);
	expect(createRunId(now)).not.toBe(createRunId(now));
});
