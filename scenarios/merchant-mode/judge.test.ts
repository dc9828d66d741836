import { expect, test } from 'vitest';
import type { FindingGroup } from '../../simulator/contract/findings.ts';
import type { JournalEntry } from '../../simulator/contract/journal.ts';
import { judgeStory } from './judge.ts';
import type { StoryEvidence } from './story-findings.ts';

const call = {
	method: 'POST',
	path: '/v2/payment-options',
	status: 200,
	problem: null,
	fault: null,
};

test('a reference that two orders share is named apart from an order that was paid twice', () => {
	const orders = ['order-1', 'order-2', 'order-3', 'order-3'];
	const references = ['shared', 'shared', 'own', 'own'];
	const calls = references.map((paymentReference, index) => ({
		...{ ...call, id: index + 1, paymentReference },
	}));
	const finding = {
		...{ code: 'same_reference_confirmed_twice', severity: 'money', entries: [1, 2, 3, 4] },
		...{ text: 'An order was paid twice.', fix: 'Ask first.' },
	};
	const evidence = {
		...{ story: { name: 'own/story' }, calls: calls as JournalEntry[] },
		findings: [finding as unknown as FindingGroup],
		orderOf: ({ id }: JournalEntry) => orders[id - 1],
		...{ mixedOrders: [], earlyRetries: [], earlierSessions: new Map() },
	};
	const judgement = judgeStory(evidence as unknown as StoryEvidence, null);
	const text = '#ID POST /v2/payment-options → 200';
	const named = (id: number) => `${text.replace('ID', String(id))}, of order order-${id}`;
	const lines = judgement?.failure.message.split('\n');
	expect(lines?.filter((line) => !line.startsWith('Fix: '))).toEqual([
		expect.stringMatching(/^Shared reference \(money\): /),
		'paymentReference: shared',
		`Calls: ${named(1)}; ${named(2)}`,
		'Finding same_reference_confirmed_twice (money): An order was paid twice.',
		`Calls: ${text.replace('ID', '3')}; ${text.replace('ID', '4')}`,
	]);
	expect(judgement?.codes).toEqual(['shared reference', 'same_reference_confirmed_twice']);
});
