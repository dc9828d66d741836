/** The counts of fault rules last as long as their workspaces, regardless of how many others there are. */
import { expect, test } from 'vitest';
import { options } from '../support/calls.ts';
import { failing } from '../support/faults.ts';
import { startSandbox } from '../support/sandbox.ts';

test('a used-up rule stays used up when many more workspaces are allowed and exist', async () => {
	const faults = [{ fault: failing, phase: 'after' as const, times: 1 }];
	const { url, configure } = await startSandbox({ settings: { faults } });
	/** More workspaces than the default of `limits.maxWorkspaces` allows. */
	const many = 2_100;
	await configure({ limits: { maxWorkspaces: many + 2 } });
	const call = async (name: string) => (await options({ url: `${url}/w/${name}` })).status;
	expect([await call('first'), await call('first')]).toEqual([503, 200]);
	for (let index = 0; index < many; index += 20) {
		await Promise.all(Array.from({ length: 20 }, (_, other) => call(`shop-${index + other}`)));
	}
	expect(await call('first')).toBe(200);
});
