import { expect, test } from 'vitest';
import { startTestShop } from './merchants/test-shop.ts';
import { run, startedSandbox } from './support/merchant-run.ts';

test('a shop whose paid orders fail when another of their payments is cancelled is found', async () => {
	const names = ['merchant/second-tab-paid', 'merchant/first-tab-cancelled'];
	const statusesOf = async (lastReportDecides: boolean) => {
		const { url: target } = await startedSandbox();
		const report = await run(await startTestShop({ sandbox: target, lastReportDecides }), names, {
			target,
		});
		return report.scenarios.map(({ status }) => status);
	};
	const [right, wrong] = await Promise.all([statusesOf(false), statusesOf(true)]);
	expect(right).toEqual(['passed', 'passed']);
	expect(wrong).toEqual(['passed', 'failed']);
});
