import { expect, test } from 'vitest';
import type { RepeatKind } from './plan.ts';
import type { Answer } from './repeated-answers.ts';
import { compareAnswers } from './repeated-answers.ts';

const noIds = { transactionId: '', sessionId: '' };
const named: Record<string, Answer> = {
	a: { outcome: 'accepted', status: 200, transactionId: 't-1', sessionId: 's-1' },
	b: { outcome: 'accepted', status: 200, transactionId: 't-2', sessionId: 's-2' },
	s: { outcome: 'accepted', status: 200, transactionId: 't-1', sessionId: 's-2' },
	'409': { outcome: 'client_error', status: 409, ...noIds },
	'429': { outcome: 'rate_limited', status: 429, ...noIds },
	'503': { outcome: 'server_error', status: 503, ...noIds },
};

test.each<[RepeatKind, string, string, boolean]>([
	['later', 'a a', 'original same', true],
	['later', 'a b', 'original second', true],
	['later', 'a s', 'original second_session', true],
	['later', 'a 409', 'original refused', true],
	['later', 'a 429', 'original refused', true],
	['later', 'a 503', 'original failed', false],
	// The first call is no repeat. Its repeat created the only payment.
	['later', '409 a', 'refused original', false],
	['changed', '429 a', 'refused original', false],
	['changed', '503 a', 'failed original', false],
	['later', '409 409', 'original refused', false],
	['lost', '409 a', 'refused original', true],
	['parallel', '409 a 409', 'refused original refused', true],
	['parallel', '409 a b', 'refused original second', true],
	['parallel', '409 409 409', 'original refused refused', false],
])('%s: the answers %s are %s, and all fine: %s', (kind, answers, results, areFine) => {
	const compared = compareAnswers(
		kind,
		answers.split(' ').map((name) => named[name] as Answer),
	);
	expect(compared.map(({ result }) => result).join(' ')).toBe(results);
	expect(compared.every(({ isFine }) => isFine)).toBe(areFine);
});
