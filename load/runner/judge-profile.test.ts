/** What a profile judges beyond its limits: a shop whose calls lose answers, a spike with a shop, repeats without payments. */

import { expect, test } from 'vitest';
import type { MeasuredLoad } from '../../reports/verdict-rules.ts';
import { startSandbox } from '../../test/support/sandbox.ts';
import { shopFlowFacts } from '../merchant-orders.ts';
import { repeatPlan, repeatStoryName, spikePlan } from '../open-plans.ts';
import type { Plan } from '../plan.ts';
import { averagePlan } from '../profiles.ts';
import type { JudgeOptions } from './judge-profile.ts';
import { judgeProfile } from './judge-profile.ts';
import { measuredFields } from './report.ts';
import { createSampleCounter } from './samples.ts';
import { createSpanReader } from './series.ts';
import { createTally } from './tally.ts';

const story = 'merchant/card';
const settings = { ratePerSecond: 5, holdMs: 20_000, mix: { [story]: 1 } };
const paced = { ...settings, stories: shopFlowFacts(true) };
const { signal } = new AbortController();

interface Planted {
	/** Of the flow with this number. */
	fails?: (flow: number) => boolean;
	merchant?: Partial<NonNullable<MeasuredLoad['merchant']>>;
	changes?: Partial<MeasuredLoad>;
	stories?: readonly string[];
	sandbox?: JudgeOptions['sandbox'];
	/** The results of repeated calls, of the first kind of repeat. */
	repeats?: readonly string[];
}

/** Every flow ends after 50 ms. */
async function judge(plan: Plan, planted: Planted = {}) {
	const { fails = () => false, changes = {}, stories = [story], sandbox = null } = planted;
	const tally = createTally();
	const add = createSampleCounter(tally);
	let flow = 0;
	for (const scenario of plan.scenarios) {
		if (scenario.executor !== 'constant-arrival-rate') continue;
		const { phase, startMs, ratePerSecond, durationMs } = scenario;
		for (let due = 0; due < (durationMs / 1000) * ratePerSecond; due += 1) {
			const atMs = startMs + (due * 1000) / ratePerSecond;
			const tags = { phase, story: stories[flow % stories.length] };
			add('payin_flow_started', { atMs, value: 1, tags });
			add('payin_flow_ok', { atMs: atMs + 50, value: fails(flow) ? 0 : 1, tags });
			flow += 1;
		}
	}
	for (const result of planted.repeats ?? []) {
		const tags = { phase: 'hold', kind: plan.repeat?.[0], result };
		add('payin_repeat', { atMs: 0, value: 1, tags });
	}
	const parts = measuredFields(tally, plan);
	const { started } = parts.flows;
	const load: MeasuredLoad = {
		readSpan: createSpanReader(tally),
		...{ plan, ...parts, iterationExceptions: 0, summaryMissing: false, interrupted: false },
		limits: {
			...{ schemaVersion: 2, steps: {} },
			flow: { maxFailureRatio: 0.1, minAchievedRatio: 0.9 },
		},
		generator: {
			...{ startLagP99Ms: 1, dropped: 0, cpu: 0.2, k6Version: '2.2.0', k6ExitCode: 0 },
			canary: { p95Ms: 1 },
		},
		merchant: {
			...{ file: 'merchant.jsonc', command: null, orders: started, payments: started },
			...{ confirmed: started, orphans: 0, doublePaid: 0, withoutOrder: 0, examples: [] },
			...planted.merchant,
		},
		...changes,
	};
	const options: JudgeOptions = {
		...{ plan, load, tally, resources: [], sandbox, referencePrefix: 'load', signal },
	};
	const verdict = await judgeProfile(options);
	return { ...verdict, ids: verdict.reasons.map(({ id }) => id) };
}

const lostAnswers: Plan = {
	...averagePlan(paced),
	...{ profile: 'idempotency', judgesLatency: false, shopper: 'http' },
};
const nothing = { orders: 0, payments: 0, confirmed: 0 };

test('a shop may fail some of the flows whose answers are lost', async () => {
	const third = (flow: number) => flow % 3 === 0;
	expect(await judge(lostAnswers, { fails: third })).toMatchObject({
		...{ verdict: 'GO', ids: ['lost-answers'] },
	});
});

test.each<[string, Planted]>([
	['no flow', { fails: () => true, merchant: nothing }],
	['no flow after the first lost answers', { fails: (flow) => flow > 20 }],
])('a shop that serves %s has collapsed', async (_name, planted) => {
	const { verdict, ids } = await judge(lostAnswers, planted);
	expect(verdict).toBe('NO-GO');
	expect(ids).toContain('collapse');
});

test('a flow that never works is a NO-GO, also where answers are lost, and from 10 failures on', async () => {
	// Four of ten flows, within what lost answers explain of all.
	const stories = [story, story, story, 'merchant/bank', 'merchant/bank'];
	const fails = (flow: number) => flow % 5 > 2;
	const { verdict, reasons } = await judge(lostAnswers, { stories, fails });
	expect(verdict).toBe('NO-GO');
	expect(reasons[0]).toMatchObject({
		...{ id: 'flow-collapse', severity: 'no-go' },
		text: '40 of 40 flows of merchant/bank failed (100 %). This flow does not work, even if the limits of all flows together are kept.',
	});
	const short = { ...lostAnswers, ...averagePlan({ ...paced, holdMs: 4_000 }) };
	const plan: Plan = { ...short, profile: 'idempotency', judgesLatency: false };
	const few = await judge(plan, { stories, fails });
	expect([few.verdict, few.ids]).toEqual(['INCONCLUSIVE', ['flow-collapse', 'lost-answers']]);
});

test.each([3, 2])(
	'with few flows, %i failed ones of 5 leave the run undecided',
	async (failing) => {
		const short = { ...lostAnswers, ...averagePlan({ ...paced, holdMs: 2_000 }) };
		const plan: Plan = { ...short, profile: 'idempotency', judgesLatency: false };
		expect(await judge(plan, { fails: (flow) => flow % 5 < failing })).toMatchObject({
			...{ verdict: 'INCONCLUSIVE', ids: ['lost-answers'] },
		});
	},
);

test('without a confirmed payment, nothing is known about second ones', async () => {
	const unpaid = { merchant: { confirmed: 0 } };
	const known = { verdict: 'INCONCLUSIVE', ids: ['no-payments'] };
	expect(await judge(lostAnswers, unpaid)).toMatchObject(known);
	expect(await judge({ ...lostAnswers, shopper: 'none' }, unpaid)).toMatchObject({ verdict: 'GO' });
});

test('what a shop did to its orders says nothing about the recovery from a peak', async () => {
	const plan = spikePlan(paced, { peakRatePerSecond: 10, peakMs: 10_000, recoverMs: 10_000 });
	const counted = { count: 1, examples: [] };
	const { verdict, ids, recovery } = await judge(plan, {
		merchant: { verified: 100, wrongState: 1, doublePaid: 1 },
		changes: { duplicatePayments: counted, sharedSessions: counted },
	});
	expect(verdict).toBe('NO-GO');
	expect(ids.slice(0, 3)).toEqual(['wrong-session', 'two-payments', 'order-state']);
	expect(ids).not.toContain('not-recovered');
	expect(recovery).toMatchObject({ recoveredAtSecond: recovery?.peakEndSecond });
});

test('accepted orders without a payment are not reconciled', async () => {
	const controlToken = 'token-of-this-test';
	const sandbox = await startSandbox({ controlToken });
	const plan = repeatPlan(settings, ['later', 'lost']);
	const planted = {
		...{
			stories: [repeatStoryName('later'), repeatStoryName('lost')],
			sandbox: { url: sandbox.url, controlToken },
		},
		changes: { duplicatePayments: { count: 0, examples: [] } },
	};
	const { verdict, reasons } = await judge(plan, planted);
	expect(verdict).toBe('INCONCLUSIVE');
	expect(reasons).toMatchObject([
		{ id: 'not-reconciled', text: expect.stringMatching(/^100 of 100 accepted orders had no /) },
		// Nothing says that a call was repeated.
		{ id: 'repeats-missing', text: expect.stringContaining('in the way later, lost.') },
	]);
});

test('the old transaction in another session is a second payment', async () => {
	const plan = repeatPlan(settings, ['later']);
	const stories = [repeatStoryName('later')];
	const right = await judge(plan, { stories, repeats: ['same', 'refused'] });
	expect(right).toMatchObject({ verdict: 'GO', ids: ['not-reconciled'] });
	const { verdict, reasons, idempotency } = await judge(plan, {
		...{ stories, repeats: ['same', 'second_session', 'second_session'] },
	});
	expect(verdict).toBe('NO-GO');
	expect(reasons).toMatchObject([
		{ id: 'two-payments', severity: 'no-go' },
		{
			id: 'second-session',
			text: expect.stringMatching(/^Of 2 orders, a repeated call got the same transactionId /),
		},
		{ id: 'not-reconciled' },
	]);
	expect(idempotency).toMatchObject({
		duplicates: 2,
		kinds: { later: { secondPayments: 2, secondSessions: 2 } },
	});
});

test('another transaction of a repeated call is a second payment, also where the sandbox has one', async () => {
	const { url } = await startSandbox();
	const plan = repeatPlan(settings, ['later']);
	const { verdict, idempotency } = await judge(plan, {
		...{ stories: [repeatStoryName('later')], sandbox: { url, controlToken: undefined } },
		repeats: ['same', 'second'],
	});
	expect([verdict, idempotency?.duplicates]).toEqual(['NO-GO', 1]);
});
