import { expect, test } from 'vitest';
import { joinIds, readFlowIds, writeIds } from './flow-ids.ts';

test('the ids of all answers of a flow are read again, each once', () => {
	const answers = [writeIds('s-1', 't-1'), writeIds('s-2', 't-1'), writeIds('s-2', 't-2')];
	const { sessions, transactions } = readFlowIds(answers.reduce(joinIds, ''));
	expect([...sessions]).toEqual(['s-1', 's-2']);
	expect([...transactions]).toEqual(['t-1', 't-2']);
});

test('the checkout of a shop has a session only', () => {
	const { sessions, transactions } = readFlowIds(joinIds('', writeIds('a session')));
	expect([...sessions]).toEqual(['a session']);
	expect([...transactions]).toEqual([]);
});

test('a flow that failed before its first answer has no ids', () => {
	for (const text of [undefined, '']) {
		const { sessions, transactions } = readFlowIds(text);
		expect(sessions.size + transactions.size).toBe(0);
	}
});
