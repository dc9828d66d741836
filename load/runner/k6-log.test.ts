import { expect, test } from 'vitest';
import { emptyLog, readLogLine } from './k6-log.ts';

function read(lines: readonly unknown[], secrets: readonly string[] = []) {
	const log = emptyLog();
	for (const line of lines)
		readLogLine(log, typeof line === 'string' ? line : JSON.stringify(line), secrets);
	return log;
}

test('an exception of an iteration is counted, although k6 exits with success', () => {
	const msg = 'Uncaught (in promise) TypeError: oops';
	const line = { executor: 'constant-arrival-rate', level: 'error', msg, scenario: 'hold' };
	expect(read([line, line])).toMatchObject({ exceptions: 2, firstException: msg, errors: [] });
});

test('failures of flows are counted by reason', () => {
	const msg = JSON.stringify({ failedFlow: 'card/approved', because: 'act: client_error' });
	const line = { level: 'warning', msg, source: 'console' };
	const { failures, exceptions } = read([line, line]);
	expect([...failures]).toEqual([['card/approved: act: client_error', 2]]);
	expect(exceptions).toBe(0);
});

test('a secret is masked in a text of a text too, where JSON escapes its quotes', () => {
	const secret = 'a "quoted" secret';
	const msg = JSON.stringify({ failedFlow: 'card/approved', because: `got ${secret}` });
	const log = read([{ level: 'warning', msg, source: 'console' }], [secret]);
	expect([...log.failures.keys()]).toEqual(['card/approved: got $TOKEN']);
	expect(log.text).not.toContain('quoted');
	const key = 'sk-live-4111111111111111-abcdef';
	expect(read([{ level: 'error', msg: `got ${key}`, [key]: 1 }], [key]).text).not.toMatch(
		/sk-live/,
	);
});

test('any other error of k6 is kept, and a line that is not JSON does no harm', () => {
	const log = read([{ level: 'error', msg: 'the disk is full' }, 'panic: oh']);
	expect(log.errors).toEqual(['the disk is full']);
	expect(log.text).toContain('panic: oh');
});

test('card data in an address is masked', () => {
	const address = 'http://shop.example/return/4000000003000009?order=7&cvc=123';
	const because = `Get "${address}": EOF`;
	const msg = JSON.stringify({ failedFlow: 'merchant/card', because });
	// k6 writes some characters as escapes.
	const line = JSON.stringify({ level: 'warning', msg, source: 'console' });
	const { text, failures } = read([line.replaceAll('&', '\\u0026'), `panic: ${address} is gone`]);
	expect(text).not.toMatch(/4000000003000009|123/);
	expect(text).toMatch(/panic: \S+0009\?order=7&cvc=… is gone\n$/);
	expect([...failures.keys()]).toEqual([
		expect.stringMatching(/return\/\S+0009\?order=7&cvc=…": EOF$/),
	]);
});

test('a card number that is a number in JSON is masked', () => {
	const msg = JSON.stringify({ card: 4_000_000_003_000_009, count: 7 });
	const { text } = read([{ level: 'info', number: 4_000_000_003_000_009, msg }]);
	expect(text).not.toContain('4000000003000009');
	expect(text).toContain('\\"count\\":7');
});

test('crossed thresholds of k6 are not errors', () => {
	const msg = "thresholds on metrics 'checks, http_req_failed{phase:hold}' have been crossed";
	const log = read([{ level: 'error', msg }]);
	expect(log.errors).toEqual([]);
	expect(log.text).toContain('have been crossed');
});

test('the number of different reasons is bounded', () => {
	const lines = Array.from({ length: 500 }, (_, index) => ({
		level: 'warning',
		source: 'console',
		msg: JSON.stringify({ failedFlow: 'a', because: String(index) }),
	}));
	expect(read(lines).failures.size).toBe(20);
});
