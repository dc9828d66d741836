import { expect, test } from 'vitest';
import { createReferences, createRunId } from './reference.ts';

test('a run id sorts by time and keeps two runs of one second apart', () => {
	const now = new Date('2026-11-21T10:47:21.512Z');
	expect(createRunId(now)).toMatch(/^20261121T104721-[0-9a-f]{6}$/);
	expect(createRunId(now)).not.toBe(createRunId(now));
});

test('references count per story', () => {
	const next = createReferences('s1');
	const references = [next('card/approved'), next('bank/approved'), next('card/approved')];
	expect(references).toEqual(['card-approved-s1-1', 'bank-approved-s1-1', 'card-approved-s1-2']);
});
