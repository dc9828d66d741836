import { expect, test } from 'vitest';
import { sampleMeasured } from '../test/support/reports.ts';
import { judgeLoad } from './verdict.ts';

const failure = {
	...{ step: 'merchant-checkout', outcome: 'server_error', status: 500 },
	...{ count: 6, firstSecond: 17, lastSecond: 31 },
};

/** Judges 2,400 flows of which these are by bank. The limit of failures of all flows is 1 %. */
function judge(ok: number, failed: number) {
	const bank = { started: ok + failed, ok, failed, rate: 1 };
	const all = { started: 2400, ok: 2400 - failed, failed, rate: 20 };
	const card = { started: 2400 - ok - failed, ok: 2400 - ok - failed, failed: 0, rate: 19 };
	return judgeLoad(
		sampleMeasured({
			...{ flows: all, flowsByStory: { 'merchant/card': card, 'merchant/bank': bank } },
			failures: [
				{ ...failure, example: 'merchant/bank: merchant-checkout: server_error: status 500' },
				{ ...failure, example: 'merchant/card: merchant-checkout: server_error: status 500' },
			],
		}),
	);
}

test('a rare flow that never succeeds is a NO-GO within the limits of all flows', () => {
	const { verdict, reasons, slo } = judge(0, 6);
	expect(slo.map(({ state }) => state)).not.toContain('broken');
	expect([verdict, reasons]).toEqual([
		'NO-GO',
		[
			{
				...{ id: 'flow-collapse', group: 'target', severity: 'no-go' },
				text: '6 of 6 flows of merchant/bank failed (100 %). This flow does not work, even if the limits of all flows together are kept.',
				evidence: [
					'6 × merchant-checkout, server_error, status 500; from 17 s to 31 s; for example merchant/bank: merchant-checkout: server_error: status 500',
				],
			},
		],
	]);
});

test.each([
	[0, 4, 'NO-GO'],
	[0, 3, 'INCONCLUSIVE'],
	[0, 1, 'INCONCLUSIVE'],
	[1, 9, 'NO-GO'],
	[1, 3, 'INCONCLUSIVE'],
	[2, 8, 'INCONCLUSIVE'],
	[6, 6, 'GO'],
	[0, 0, 'GO'],
])('a flow with %i successes and %i failures is %s', (ok, failed, verdict) => {
	expect(judge(ok, failed).verdict).toBe(verdict);
});

test('a collapse of all flows is named once', () => {
	const flows = { started: 40, ok: 10, failed: 30, rate: 1 };
	const flowsByStory = { 'merchant/bank': { started: 30, ok: 0, failed: 30, rate: 0 } };
	const ids = judgeLoad(sampleMeasured({ flows, flowsByStory })).reasons.map(({ id }) => id);
	expect(ids).toContain('collapse');
	expect(ids).not.toContain('flow-collapse');
});
