/** The order of calls in findings, when they come faster than the clock of the machine ticks. */
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { servicePaths } from '../simulator/contract/routes.ts';
import { withReference } from './support/calls.ts';
import { answersIn, exchange } from './support/raw.ts';
import { startSandbox } from './support/sandbox.ts';

const orders = 100;

const optionsText = (changes: object, isLast = false) => {
	const body = JSON.stringify({ ...paymentOptionsExample, ...changes });
	const connection = isLast ? 'close' : 'keep-alive';
	return `POST ${servicePaths.paymentOptions} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: ${connection}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};

test.each([
	['a refusal after an accepted call is ignored', [1, -1], orders],
	['a refusal before an accepted call is corrected', [-1, 1], 0],
])('%s, in each order', async (_, amounts, count) => {
	const sandbox = await startSandbox();
	const calls = Array.from({ length: orders }, (_order, index) =>
		amounts.map((amount) => ({ ...withReference(`order-${index}`), amount })),
	).flat();
	const texts = calls.map((changes, index) => optionsText(changes, index === calls.length - 1));
	const answers = answersIn(await exchange(sandbox.url, texts.join('')));
	expect(answers).toHaveLength(calls.length);
	const { findings } = await sandbox.findings({ code: 'refusal_ignored' });
	expect(findings.map((finding) => finding.count)).toEqual(count > 0 ? [count] : []);
});
