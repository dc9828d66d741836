/** The counts of fault rules last as long as their workspaces, regardless of how many others there are. */
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { servicePaths } from '../../simulator/contract/routes.ts';
import { options } from '../support/calls.ts';
import { failing } from '../support/faults.ts';
import { postAll } from '../support/raw.ts';
import { startSandbox } from '../support/sandbox.ts';

test('a used-up rule stays used up when many more workspaces are allowed and exist', async () => {
	const faults = [{ fault: failing, phase: 'after' as const, times: 1 }];
	const { url, configure } = await startSandbox({ settings: { faults } });
	/** More workspaces than the default of `limits.maxWorkspaces` allows. */
	const many = 2_100;
	await configure({ limits: { maxWorkspaces: many + 2 } });
	const call = async (name: string) => (await options({ url: `${url}/w/${name}` })).status;
	expect([await call('first'), await call('first')]).toEqual([503, 200]);
	const calls = Array.from({ length: many }, (_, index) => {
		return [`/w/shop-${index}${servicePaths.paymentOptions}`, paymentOptionsExample] as const;
	});
	expect(await postAll(url, calls)).toEqual(Array(many).fill(503));
	expect(await call('first')).toBe(200);
});
