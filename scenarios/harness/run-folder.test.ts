import { expect, test } from 'vitest';
import { createRunId } from './run-folder.ts';

test('a run id sorts by time and differs for two runs in one second', () => {
	const now = new Date('2026-11-21T10:47:21.512Z');
	expect(createRunId(now)).toMatch(/^20261121T104721-[0-9a-f]{6}$/);
	expect(createRunId(now)).not.toBe(createRunId(now));
});
