import { expect, test } from 'vitest';
import { emptyLog, readLogLine } from './k6-log.ts';

function read(lines: readonly unknown[]) {
	const log = emptyLog();
	for (const line of lines)
		readLogLine(log, typeof line === 'string' ? line : JSON.stringify(line));
	return log;
}

test('an exception of an iteration is counted, k6 itself calls the run a success', () => {
	const msg = 'Uncaught (in promise) TypeError: oops';
	const line = { executor: 'constant-arrival-rate', level: 'error', msg, scenario: 'hold' };
	expect(read([line, line])).toMatchObject({ exceptions: 2, firstException: msg, errors: [] });
});

test('why flows failed is gathered by reason', () => {
	const msg = JSON.stringify({ failedFlow: 'card/approved', because: 'act: client_error' });
	const line = { level: 'warning', msg, source: 'console' };
	const { failures, exceptions } = read([line, line]);
	expect([...failures]).toEqual([['card/approved: act: client_error', 2]]);
	expect(exceptions).toBe(0);
});

test('any other error of k6 is kept, and a line that is no JSON is no accident', () => {
	const log = read([{ level: 'error', msg: 'the disk is full' }, 'panic: oh']);
	expect(log.errors).toEqual(['the disk is full']);
	expect(log.text).toContain('panic: oh');
});

test('thresholds of k6 that were crossed are left to the verdict', () => {
	const msg = "thresholds on metrics 'checks, http_req_failed{phase:hold}' have been crossed";
	const log = read([{ level: 'error', msg }]);
	expect(log.errors).toEqual([]);
	expect(log.text).toContain('have been crossed');
});

test('a flood of different reasons stays bounded', () => {
	const lines = Array.from({ length: 500 }, (_, index) => ({
		level: 'warning',
		source: 'console',
		msg: JSON.stringify({ failedFlow: 'a', because: String(index) }),
	}));
	expect(read(lines).failures.size).toBe(20);
});
