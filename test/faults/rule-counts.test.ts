/** The counts of fault rules last as long as their workspaces, regardless of how many others there are. */
import { expect, test } from 'vitest';
import { controlPaths, servicePaths } from '../../simulator/contract/routes.ts';
import { failing } from '../support/faults.ts';
import { post, startSandbox } from '../support/sandbox.ts';

const workers = 16;
/** More workspaces than `rule-counts.ts` remembers, at most 2,034, while `limits.maxWorkspaces` allows 17. */
const many = 2_100;

/** A sandbox whose workspaces begin with a rule that breaks one call after its commit. */
async function setup(maxWorkspaces: number) {
	const faults = [{ fault: failing, phase: 'after' as const, times: 1 }];
	const sandbox = await startSandbox({ settings: { faults } });
	await sandbox.configure({ limits: { maxWorkspaces } });
	const request = { country: 'CO', currency: 'COP', amount: 150_000, customer: { name: 'Ana' } };
	const body = { ...request, redirectUrl: 'https://shop.example/return' };
	const call = async (name: string) =>
		(await post(`${sandbox.url}/w/${name}${servicePaths.paymentOptions}`, body)).status;
	return { sandbox, call };
}

async function runMany(run: (index: number, worker: number) => Promise<unknown>): Promise<void> {
	const left = Array.from({ length: many }, (_, index) => index);
	const work = async (worker: number) => {
		for (let next = left.pop(); next !== undefined; next = left.pop()) await run(next, worker);
	};
	await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
}

test('a used-up rule stays used up when many more workspaces are allowed and exist', async () => {
	const { call } = await setup(many + 1);
	expect([await call('first'), await call('first')]).toEqual([503, 200]);
	await runMany((index) => call(`shop-${index}`));
	expect(await call('first')).toBe(200);
});

test('a used-up rule stays used up when many workspaces ended', async () => {
	const { sandbox, call } = await setup(1 + workers);
	expect([await call('default'), await call('default')]).toEqual([503, 200]);
	await runMany(async (_, worker) => {
		await call(`shop-${worker}`);
		await post(`${sandbox.url}/w/shop-${worker}${controlPaths.reset}`);
	});
	expect(await call('default')).toBe(200);
});
