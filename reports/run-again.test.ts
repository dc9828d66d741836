import { expect, test } from 'vitest';
import { runAgain } from './run-again.ts';

test.each([
	[['load', '--seed', '7'], true, 'npm run load -- --seed 7'],
	[['scenarios'], true, 'npm run scenarios'],
	[['load', '--seed', '7'], false, 'npx payin-sandbox load --seed 7'],
	[['scenarios', '--out', 'my results'], true, "npm run scenarios -- --out 'my results'"],
	[['load', '--mix', "it's"], false, `npx payin-sandbox load --mix 'it'\\''s'`],
	[['load', '--out', ''], false, "npx payin-sandbox load --out ''"],
])('%j (in a clone: %s) is repeated by %s', (words, isClone, command) => {
	expect(runAgain(words, isClone)).toBe(command);
});
