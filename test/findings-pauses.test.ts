/** The pause before a retry: it begins when the call ended for the application, however it ended. */
import { expect, test } from 'vitest';
import { leaveDuringPaymentOptions, options } from './support/calls.ts';
import { withRules } from './support/faults.ts';

test.each([
	['that hangs', { kind: 'hang' }],
	['with a slow answer', { kind: 'delay', law: { fixed: '60s' } }],
] as const)('a client that leaves a call %s and retries at once makes no pause', async (...row) => {
	const [, fault] = row;
	const sandbox = await withRules([{ fault, times: 1 }]);
	await leaveDuringPaymentOptions(sandbox);
	await options(sandbox);
	const retries = async () => {
		const { findings } = await sandbox.findings({ code: 'retried_without_pause' });
		return findings.flatMap(({ occurrences }) => occurrences);
	};
	await expect.poll(retries).toEqual([[1, 2]]);
});
