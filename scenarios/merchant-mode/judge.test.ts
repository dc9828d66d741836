import { expect, test } from 'vitest';
import type { FaultHit } from '../../simulator/contract/faults.ts';
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

function evidenceOf(calls: readonly object[], changes: Partial<StoryEvidence> = {}) {
	const none = { findings: [], mixedOrders: [], earlyRetries: [], earlierSessions: new Map() };
	const evidence = { story: { name: 'own/story' }, calls, ...none, orderOf: () => 'order-1' };
	return { ...evidence, ...changes } as unknown as StoryEvidence;
}

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
	const evidence = evidenceOf(calls, {
		findings: [finding as unknown as FindingGroup],
		orderOf: ({ id }: JournalEntry) => orders[id - 1],
	});
	const judgement = judgeStory(evidence, null);
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

test('an answer that one of two faults replaced is no refusal of the shop, in either order', () => {
	const [delay, garbage] = (['delay', 'garbage'] as const).map(
		(kind): FaultHit => ({ id: kind, kind, phase: 'before' }),
	);
	const hasRefusal = (...faults: (FaultHit | undefined)[]) => {
		const refused = { ...call, id: 1, status: 400, problem: 'invalid_body' };
		const all = faults.length > 1 ? { faults } : {};
		const entry = { ...refused, fault: faults.at(-1) ?? null, ...all };
		const failed = {
			failure: { step: 'x', message: 'y' },
			isFirstCheckout: true,
			isWithoutCashier: true,
		};
		return judgeStory(evidenceOf([entry]), failed)?.failure.message.includes('Refused: #1');
	};
	expect(hasRefusal()).toBe(true);
	expect(hasRefusal(delay)).toBe(true);
	expect(hasRefusal(delay, delay)).toBe(true);
	expect(hasRefusal(garbage)).toBe(false);
	expect(hasRefusal(delay, garbage)).toBe(false);
	expect(hasRefusal(garbage, delay)).toBe(false);
});

test('a refusal that a finding explains groups the stories too, and a finding about another call does not', () => {
	const failed = {
		failure: { step: 'x', message: 'y' },
		...{ isFirstCheckout: true, isWithoutCashier: true },
	};
	const refused = { ...call, id: 2, status: 400, problem: 'suboption_uuid_sent' };
	const refusalWith = (entries: readonly number[]) => {
		const finding = { code: 'suboption_uuid_sent', severity: 'wrong', entries, text: '', fix: '' };
		const findings = [finding as unknown as FindingGroup];
		const evidence = evidenceOf([{ ...call, id: 1 }, refused], { findings });
		return judgeStory(evidence, failed)?.failure.refusal;
	};
	expect(refusalWith([2])).toBe('POST /v2/payment-options → 400 suboption_uuid_sent');
	expect(refusalWith([1])).toBeUndefined();
});
