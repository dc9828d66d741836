/** Lists of outcomes are bounded, and so is what is kept of them. */
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { servicePaths } from '../simulator/contract/routes.ts';
import { highestMaxAttempts } from '../simulator/contract/test-values.ts';
import { post, reachCashier, startSandbox } from './support/sandbox.ts';

test('a list longer than any payment has attempts is refused, and the longest leaves a short cause', async () => {
	const sandbox = await startSandbox();
	await sandbox.configure({ cashier: { maxAttempts: highestMaxAttempts } });
	const { sessionId } = await reachCashier(sandbox.url, 'card');
	const act = `${sandbox.url}/_sandbox/payments/${sessionId}/act`;
	const tooMany = {
		status: 400,
		body: { code: 'too_many_outcomes', detail: expect.stringContaining(`${highestMaxAttempts}`) },
	};
	for (const many of [highestMaxAttempts + 1, 14_000]) {
		const list = Array.from({ length: many }, () => 'HOLD');
		const texts = [list, list.join(',')];
		for (const outcome of texts) {
			expect(await post(act, { action: 'steer', outcome })).toMatchObject(tooMany);
		}
	}
	const options = sandbox.url + servicePaths.paymentOptions;
	const header = { 'X-Sandbox-Outcome': 'HOLD,'.repeat(1_500) };
	expect(await post(options, paymentOptionsExample, header)).toMatchObject(tooMany);

	const outcome = Array.from({ length: highestMaxAttempts }, () => 'DECLINE');
	await sandbox.act(sessionId, { action: 'steer', outcome });
	await sandbox.act(sessionId, { action: 'submit' });
	const page = await fetch(`${sandbox.url}/pay?sessionId=${sessionId}`);
	const cause = decodeURI(page.headers.get('x-sandbox-cause') ?? '');
	expect(cause).toMatch(/^steer = DECLINE,.* and 90 more$/);
	expect(await sandbox.payment(sessionId)).toMatchObject({ fate: { cause } });
});
