/** The profiles with real k6, against sandboxes whose truth is planted. The long ones only with PAYIN_SANDBOX_TEST=full. */
import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadReportSchema } from '../simulator/contract/run-report.ts';
import type { SomeSettings } from '../simulator/contract/settings.ts';
import { createSandbox } from '../simulator/sandbox.ts';
import { full } from '../test/support/campaign.ts';
import { temporaryFolder } from '../test/support/command.ts';
import { findBuiltK6 } from '../test/support/k6.ts';
import { startPlantedService } from '../test/support/planted-service.ts';
import { runLoad } from './run.ts';
import type { LoadOptions } from './runner/options.ts';

const k6 = await findBuiltK6();
const minutes = 60_000;

const step = { p95Ms: 250, maxFailureRatio: 0.01 };
const limits = {
	schemaVersion: 2,
	steps: { 'payment-options': step, 'hybrid-payment': step },
	flow: { maxFailureRatio: 0.02, minAchievedRatio: 0.95 },
};

/** Loads a sandbox with these settings; a target of null is left to the run. */
async function load(options: Partial<LoadOptions>, settings: SomeSettings | null, declared = {}) {
	const cwd = temporaryFolder();
	let target: string | undefined;
	if (settings) {
		const sandbox = await createSandbox({ port: 0, log: 'off', settings });
		onTestFinished(() => sandbox.close());
		target = sandbox.url;
	}
	writeFileSync(join(cwd, 'limits.json'), JSON.stringify({ ...limits, ...declared }));
	const usual = { profile: 'average', seed: 1, permission: false, allowHosts: [], out: 'results' };
	const signal = new AbortController().signal;
	const env = { ...process.env, K6_BIN: k6 ?? '' };
	const io = { out: () => {}, err: () => {}, isTerminal: false, env, cwd, signal };
	const report = await runLoad(
		{ ...usual, command: 'load', limits: 'limits.json', target, ...options },
		io,
	);
	expect(loadReportSchema.parse(report)).toEqual(report);
	return { report, cwd };
}

test.skipIf(!k6 || !full)(
	'a sandbox that reads the key has one payment for each order',
	async () => {
		const { report } = await load(
			{ profile: 'idempotency', rate: 20, duration: '3s' },
			{ idempotency: { header: 'Idempotency-Key' } },
		);
		expect(report).toMatchObject({
			verdict: 'GO',
			idempotency: { duplicates: 0, kinds: { later: { refused: 0 }, lost: { refused: 0 } } },
		});
		const { later, parallel, lost, changed } = report.idempotency?.kinds ?? {};
		// k6 may start one flow more at the end.
		for (const kind of [later, parallel, lost, changed]) expect(kind?.flows).toBeGreaterThan(14);
		expect(parallel?.repeats).toBe(2 * (parallel?.flows ?? 0));
		expect(lost?.repeats).toBe(lost?.flows);
		expect(changed?.refused).toBe(changed?.flows);
	},
);

test.skipIf(!k6)('a sandbox that ignores the key is a NO-GO with two payments', async () => {
	const { report } = await load({ profile: 'idempotency', rate: 8, duration: '2s' }, {});
	expect(report).toMatchObject({
		verdict: 'NO-GO',
		reasons: [{ id: 'two-payments' }, { id: 'idempotency-setting' }],
		idempotency: { duplicates: report.flows.started },
	});
	const { lost } = report.idempotency?.kinds ?? {};
	expect(lost?.secondPayments).toBe(lost?.flows);
	expect(report.idempotency?.examples).toHaveLength(10);
});

/** What is wrong with one transactionId for all payments, and a session of its own for each repeat. */
const foundIn: [profile: string, reasons: string[]][] = [
	['average', ['wrong-session']],
	['idempotency', ['wrong-session', 'two-payments', 'not-reconciled', 'second-session']],
];

test.skipIf(!k6 || !full).each(foundIn)(
	'%s: a service with one transactionId for all payments is a NO-GO',
	async (profile, expected) => {
		const transactionId = randomUUID();
		const target = await startPlantedService({ ids: (own) => ({ ...own, transactionId }) });
		const { report } = await load({ profile, rate: 10, duration: '2s', target }, null);
		const reasons = report.reasons.filter(({ id }) => expected.includes(id));
		expect(report.verdict).toBe('NO-GO');
		expect(reasons.map(({ id }) => id).sort()).toEqual(expected.toSorted());
		expect(reasons[0]?.text).toMatch(/^1 transaction id belonged to more than one flow: /);
		expect(reasons[0]?.evidence).toEqual([`transaction ${transactionId}`]);
		for (const { flows, secondSessions } of Object.values(report.idempotency?.kinds ?? {}))
			expect(secondSessions).toBe(flows);
	},
);

test.skipIf(!k6 || !full)(
	'breakpoint finds a planted capacity within 5 %',
	async () => {
		// Two calls for a card: 4 servers with 50 ms each serve 40 flows a second.
		const capacity = { servers: 4, service: { fixed: 50 } } as const;
		const { report } = await load(
			{
				...{ profile: 'breakpoint', rate: 20, mix: 'card=1', from: '1x', to: '3x', steps: 5 },
				...{ stepDuration: '10s', refine: '4%' },
			},
			{ capacity },
		);
		expect(report.verdict).toBe('GO');
		expect(Math.abs((report.capacity?.rate ?? 0) - 40) / 40).toBeLessThanOrEqual(0.05);
		expect(report.capacity?.brokenBy).toMatch(/payment-options|hybrid-payment|flow/);
	},
	4 * minutes,
);

const spike = {
	...{ profile: 'spike', rate: 40, mix: 'card=1', duration: '12s' },
	...{ peak: '150', peakDuration: '10s', recover: '12s' },
} as const;

test.skipIf(!k6 || !full)(
	'a target that works off the queue of a spike is a GO',
	async () => {
		// 240 calls a second are served, 300 come at the peak: the queue is gone four seconds after it.
		const capacity = { servers: 6, service: { fixed: 25 } } as const;
		const { report } = await load(spike, { capacity });
		expect(report).toMatchObject({ verdict: 'GO', recovery: { peakRatePerSecond: 150 } });
		expect(report.recovery?.recoveredAtSecond).not.toBeNull();
		expect(report.reasons.map(({ id }) => id)).toContain('peak-not-judged');
	},
	4 * minutes,
);

test.skipIf(!k6 || !full)(
	'a target that keeps the queue of a spike has not recovered',
	async () => {
		// 90 calls a second are served, and 80 come after the peak.
		const capacity = { servers: 9, service: { fixed: 100 } } as const;
		const { report } = await load(spike, { capacity });
		expect(report).toMatchObject({
			verdict: 'NO-GO',
			recovery: { recoveredAtSecond: null },
		});
		expect(report.reasons.map(({ id }) => id)).toContain('not-recovered');
	},
	4 * minutes,
);

test.skipIf(!k6 || !full)(
	'a soak tells what the sandbox used',
	async () => {
		const { report } = await load(
			{ profile: 'soak', rate: 50, mix: 'card=1', duration: '20s' },
			{},
		);
		expect(report.plan.ratePerSecond).toBe(40);
		expect(report.resources?.length).toBeGreaterThan(10);
		expect(report.resources?.[0]?.memoryMb).toBeGreaterThan(10);
	},
	2 * minutes,
);

test.skipIf(!k6 || !full)(
	'a rehearsal is one report of all its members',
	async () => {
		const { report, cwd } = await load(
			{
				...{ profile: 'rehearsal', mix: 'card=1', rate: 40, duration: '12s' },
				...{ peakDuration: '12s', recover: '5s', to: '2.5x', steps: 3, stepDuration: '6s' },
				repeat: 'later,lost',
			},
			null,
			{ load: { average: 40, peak: 60, by: 'a test' } },
		);
		expect(report.members?.map(({ name, verdict }) => [name, verdict])).toEqual([
			['scenarios', 'PASSED'],
			['smoke', 'GO'],
			['average', 'GO'],
			['spike', 'GO'],
			['breakpoint', 'GO'],
			['idempotency', 'GO'],
		]);
		expect(report).toMatchObject({
			verdict: 'GO',
			plan: { profile: 'rehearsal', declared: { peak: 60 } },
		});
		expect(report.levels?.length).toBeGreaterThan(0);
		expect(report.notTested?.join(' ')).toContain('Your system');
		for (const { folder } of report.members ?? []) {
			expect(existsSync(join(cwd, 'results', folder ?? '', 'report.html'))).toBe(true);
		}
	},
	8 * minutes,
);

test('load is not run on a target that does not even answer', async () => {
	const { report } = await load({ profile: 'rehearsal', target: 'http://127.0.0.1:1' }, null);
	expect(report).toMatchObject({ verdict: 'ERROR', exitCode: 3 });
	expect(report.members?.map(({ name, verdict }) => [name, verdict])).toEqual([
		['scenarios', 'ERROR'],
		['smoke', 'ERROR'],
		...['average', 'spike', 'breakpoint', 'idempotency'].map((name) => [name, 'NOT RUN']),
	]);
});
