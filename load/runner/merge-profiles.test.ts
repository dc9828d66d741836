/** Parts of a spike and of a soak: the merged report has the verdict of one run. */
import { expect, test } from 'vitest';
import type { LoadReport } from '../../simulator/contract/run-report.ts';
import { fullTest } from '../../test/support/campaign.ts';
import type { Target } from '../../test/support/planted-spans.ts';
import {
	during,
	failed,
	healthy,
	idsOf,
	merged,
	mergedOf,
	partsOf,
	reportOf,
	slow,
	soak,
	spike,
	statesOf,
} from '../../test/support/planted-spans.ts';
import { firstRows } from '../../test/support/sample.ts';
import type { Plan } from '../plan.ts';

const profiles: [name: string, Plan, Target, LoadReport['verdict'], ids: string[]][] = [
	[
		'a soak with a tenth that fails',
		soak,
		{ answer: during(110_000, 130_000, 0.03, failed) },
		'NO-GO',
		['limit-broken'],
	],
	[
		'a spike that does not recover',
		spike,
		{ answer: during(47_000, 200_000, 1, slow) },
		'NO-GO',
		['not-recovered', 'limit-broken'],
	],
	[
		'a peak that breaks its limits',
		spike,
		{ answer: during(50_000, 67_000, 0.1, failed) },
		'NO-GO',
		['limit-broken'],
	],
	['a spike that keeps its limits', spike, healthy, 'GO', []],
	['a soak that keeps its limits', soak, healthy, 'GO', []],
];

test.each(firstRows(profiles))(
	'%s: the merged parts have the verdict of one run',
	async (_name, plan, target, verdict, ids) => {
		const whole = await reportOf(plan, target);
		const all = await mergedOf(plan, target);
		expect(idsOf(whole)).toEqual(ids);
		expect(whole.verdict).toBe(verdict);
		expect({ verdict: all.verdict, ids: idsOf(all), recovery: all.recovery }).toEqual({
			...{ verdict, ids, recovery: whole.recovery },
		});
		expect(statesOf(all)).toEqual(statesOf(whole));
		expect(all.windows).toEqual(whole.windows);
		expect(all.failures).toEqual(whole.failures);
	},
);

test('a load that was stopped in a part is a collapse of all', async () => {
	const target = {
		answer: during(20_000, 400_000, 0.2, failed),
		stoppedAt: [30, undefined, undefined, undefined],
	};
	const all = await mergedOf(soak, target);
	expect(all.verdict).toBe('NO-GO');
	expect(all.reasons.find(({ id }) => id === 'collapse')?.text).toMatch(
		/^part 1\/4: The load was stopped 30 s/,
	);
});

test('a target that collapses in every part is no inconclusive run', async () => {
	const stoppedAt = [60, 60, 60, 60];
	const all = await mergedOf(soak, { answer: during(40_000, 60_000, 0.4, failed), stoppedAt });
	expect(all.verdict).toBe('NO-GO');
	expect(idsOf(all)).toContain('collapse');
});

test('a spike that was stopped before its end has not recovered', async () => {
	const stoppedAt = [60, 60, 60, 60];
	const all = await mergedOf(spike, { answer: during(47_000, 60_000, 1, failed), stoppedAt });
	expect(all).toMatchObject({ verdict: 'NO-GO', recovery: { recoveredAtSecond: null } });
});

const ends: [name: string, Plan, endMs: number, share: number][] = [
	['the last tenth of a soak', soak, soak.warmUpMs + 200_000, 0.08],
	['the load after the recovery', spike, 127_000, 0.1],
];

test.each(firstRows(ends))(
	'calls that fail after the end of the load belong to %s',
	async (_name, plan, endMs, share) => {
		const answer = during(endMs - 9_000, endMs, share, { ms: 12_000, isOk: false });
		for (const report of [await reportOf(plan, { answer }), await mergedOf(plan, { answer })]) {
			expect(report).toMatchObject({ verdict: 'NO-GO' });
		}
	},
);

/** Two seconds in twenty: the p95 of the whole run stays at 1 ms. */
const brieflyStarved = (part: number, atMs: number) =>
	part === 1 && atMs >= 112_000 && atMs < 114_000 ? 300 : 1;

test('a load generator that was starved in a tenth explains it', async () => {
	const answer = during(110_000, 130_000, 0.07, { ms: 700 });
	const whole = await reportOf(soak, { answer, canaryMs: brieflyStarved });
	expect(whole.generator.canary?.p95Ms).toBeLessThan(20);
	expect(whole.reasons[0]).toMatchObject({
		...{ id: 'starved', group: 'generator', severity: 'inconclusive' },
		text: expect.stringMatching(/is past its limit in \d of 10 tenths of the run/),
	});
	expect(whole.verdict).toBe('INCONCLUSIVE');
});

fullTest('one starved part makes its tenth doubtful', async () => {
	const answer = during(110_000, 130_000, 0.07, { ms: 700 });
	expect(await mergedOf(soak, { answer, canaryMs: brieflyStarved })).toMatchObject({
		verdict: 'INCONCLUSIVE',
	});
});

fullTest(
	'a load generator that was starved after the peak proves no missing recovery',
	async () => {
		const target: Target = {
			answer: during(87_000, 200_000, 1, slow),
			canaryMs: (_part, atMs) => (atMs >= 100_000 && atMs < 104_000 ? 300 : 1),
		};
		for (const report of [await reportOf(spike, target), await mergedOf(spike, target)]) {
			expect(report.verdict).toBe('INCONCLUSIVE');
			const starved = report.reasons.filter(({ id }) => id === 'starved');
			expect(starved.map(({ text }) => text)).toEqual([
				expect.stringMatching(/^After the recovery: The load generator was starved/),
			]);
		}
	},
);

test('a silence between two seconds is a stall, in one run and in merged parts', async () => {
	const answer: Target['answer'] = (atMs) => ({
		ms: atMs >= 70_300 && atMs < 72_700 ? 72_750 - atMs : 80,
	});
	for (const report of [await reportOf(soak, { answer }), await mergedOf(soak, { answer })]) {
		expect(report.verdict).toBe('NO-GO');
		expect(report.reasons[0]).toMatchObject({
			...{ id: 'stall', evidence: ['2.4 s from 1 min 10 s on'] },
		});
	}
});

test('a starved generator explains no failures of a tenth', async () => {
	const answer = during(110_000, 130_000, 0.05, failed);
	const whole = await reportOf(soak, { answer, canaryMs: brieflyStarved });
	expect(whole).toMatchObject({ verdict: 'NO-GO' });
});

test('the merged report names what was loaded, and its parts', async () => {
	const all = await merged(await partsOf(spike, healthy));
	expect(all.subject).toBe('target');
	expect(all.parts?.each?.map(({ name }) => name)).toEqual(['1/4', '2/4', '3/4', '4/4']);
	expect(all.parts?.each?.[0]).toMatchObject({
		flows: expect.any(Number),
		canaryP95Ms: expect.closeTo(1, 1),
	});
});
