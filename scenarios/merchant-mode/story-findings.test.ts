import { expect, test } from 'vitest';
import type { FindingGroup } from '../../simulator/contract/findings.ts';
import type { JournalEntry } from '../../simulator/contract/journal.ts';
import type { StoryEvidence } from './story-findings.ts';
import { findingsOfStory } from './story-findings.ts';

/** The codes of the findings after a refusal and another call of the same order, which the service answers so. */
function codesAfter(status: number, problem: string | null = null): string[] {
	const refusal = { code: 'refusal_ignored', count: 1, occurrences: [[1]] };
	const calls = [
		{ id: 1, status: 409, problem: 'suboption_unavailable' },
		{ id: 2, status, problem },
	];
	const evidence = {
		story: { name: 'own/story' },
		calls: calls as JournalEntry[],
		findings: [refusal as unknown as FindingGroup],
		orderOf: () => 'order-1',
	};
	return findingsOfStory(evidence as unknown as StoryEvidence).map(({ code }) => code);
}

test.each([200, 201, 299])(
	'a refusal is not ignored if a call with status %i follows',
	(status) => {
		expect(codesAfter(status)).toEqual([]);
	},
);

test.each([
	[302, null],
	[503, null],
	[200, 'invalid_request'],
])('a refusal is ignored if the next call has status %i and problem %s', (status, problem) => {
	expect(codesAfter(status, problem)).toEqual(['refusal_ignored']);
});
