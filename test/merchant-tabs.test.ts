import { expect, test } from 'vitest';
import { startTestShop } from './merchants/test-shop.ts';
import { run, startedSandbox } from './support/merchant-run.ts';

test('a shop whose paid orders fail when another of their payments ends unpaid is found', async () => {
	const tabs = ['second-tab-paid', 'first-tab-paid', 'first-tab-cancelled', 'first-tab-expired'];
	const names = tabs.map((name) => `merchant/${name}`);
	const statusesOf = async (lastReportDecides: boolean) => {
		const { url: target } = await startedSandbox();
		const report = await run(await startTestShop({ sandbox: target, lastReportDecides }), names, {
			target,
		});
		return report.scenarios.map(({ status }) => status);
	};
	const [right, wrong] = await Promise.all([statusesOf(false), statusesOf(true)]);
	expect(right).toEqual(['passed', 'passed', 'passed', 'passed']);
	expect(wrong).toEqual(['passed', 'failed', 'failed', 'failed']);
});

const paidAgain = [
	[{ chargesPaid: true }, 'expect the payment after the second checkout of the paid order '],
	[{ paidPage: 'status 409' }, undefined],
	[{ paidPage: 'paid page' }, undefined],
	[{ keepsAddress: 'always' }, undefined],
] as const;

test.each(paidAgain)('a paid order is checked out again: %j', async (shop, failedStep) => {
	const { url: target } = await startedSandbox();
	const merchant = await startTestShop({ sandbox: target, ...shop });
	const report = await run(merchant, ['merchant/paid-order-again'], { target });
	const steps = report.scenarios.map(({ failure }) => failure?.step);
	expect(steps).toEqual([failedStep && expect.stringContaining(failedStep)]);
});
