/** The pause before a retry: it begins when the call ended for the application, however it ended. */
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { servicePaths } from '../simulator/contract/routes.ts';
import { leaveDuringPaymentOptions, options } from './support/calls.ts';
import { withRules } from './support/faults.ts';
import { openConnection, postText } from './support/raw.ts';
import type { Sandbox } from './support/sandbox.ts';

const retriesIn = async (sandbox: Sandbox) => {
	const { findings } = await sandbox.findings({ code: 'retried_without_pause' });
	return findings.flatMap(({ occurrences }) => occurrences);
};

test.each([
	['that hangs', { kind: 'hang' }],
	['with a slow answer', { kind: 'delay', law: { fixed: '60s' } }],
] as const)('a client that leaves a call %s and retries at once makes no pause', async (...row) => {
	const [, fault] = row;
	const sandbox = await withRules([{ fault, times: 1 }]);
	await leaveDuringPaymentOptions(sandbox);
	await options(sandbox);
	await expect.poll(() => retriesIn(sandbox)).toEqual([[1, 2]]);
});

test('the pause begins at the end of the last call that the HTTP client sent again by itself', async () => {
	const sandbox = await withRules([{ fault: { kind: 'hang', for: '150ms' }, skip: 1, times: 1 }]);
	const text = postText(servicePaths.paymentOptions, paymentOptionsExample);
	const reused = openConnection(sandbox.url);
	reused.send(text);
	await reused.answers(1);
	reused.send(text);
	await reused.closed;
	const resend = openConnection(sandbox.url);
	resend.send(text);
	await resend.closed;
	await options(sandbox);
	const { entries } = await sandbox.journal();
	expect(entries.map(({ resent }) => resent).toReversed()).toEqual([false, false, true, false]);
	expect(await retriesIn(sandbox)).toEqual([[2, 4]]);
});
