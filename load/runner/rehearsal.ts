/**
 * A rehearsal: runs all tests that a go-live needs one after another, and makes one report. Its verdict is the worst of
 * theirs.
 */
import { join, relative } from 'node:path';
import { isUndecidedAt } from '../../reports/capacity-search.ts';
import { formatRate, pluralize } from '../../reports/figures.ts';
import { flowCountText } from '../../reports/flow-counts.ts';
import { notTestedSentences } from '../../reports/not-tested.ts';
import { describeRunFailure } from '../../scenarios/harness/errors.ts';
import { removeEarlierResults } from '../../scenarios/harness/run-folder.ts';
import type { RunIo } from '../../scenarios/harness/run-io.ts';
import { inspectTarget, tokenVariableName } from '../../scenarios/harness/target.ts';
import type { LoadedMerchant } from '../../scenarios/merchant-mode/merchant-file.ts';
import { requireStartSettings } from '../../scenarios/merchant-mode/start-settings.ts';
import { runScenarios } from '../../scenarios/run.ts';
import { exitCodes } from '../../simulator/contract/exit-codes.ts';
import type {
	LoadReason,
	LoadReport,
	ScenarioReport,
} from '../../simulator/contract/run-report.ts';
import type { ProfileName } from '../profiles.ts';
import { comparedOrders } from './merchant-shop.ts';
import type { LoadOptions } from './options.ts';
import { exampleLimitsReason } from './plan-text.ts';
import { withoutUnusedOptions } from './profile-options.ts';
import type { ReportContext } from './report.ts';
import { failedReport, reportHeading } from './report.ts';
import { loadFiles } from './result-files.ts';

interface RehearsalRun extends ReportContext {
	io: RunIo;
	/** The folder for the results. */
	out: string;
	/** The shop to load; absent when the load goes to the service directly. */
	merchant?: LoadedMerchant | undefined;
}

type RunLoad = (options: LoadOptions, io: RunIo) => Promise<LoadReport>;
type Member = NonNullable<LoadReport['members']>[number];
type Done = { name: string; folder: string; report: LoadReport | ScenarioReport };

/** These two runs are quick and come first: if one fails, load tests show nothing. */
const functional = ['scenarios', 'smoke'] as const;
const loads = [
	'average',
	'spike',
	'breakpoint',
	'idempotency',
] as const satisfies readonly ProfileName[];

/** Runs the members of a rehearsal. They write their own reports into folders below that of the rehearsal. */
export async function rehearse(run: RehearsalRun, runLoad: RunLoad): Promise<LoadReport> {
	const { io, options } = run;
	const done: Done[] = [];
	const all = [...functional, ...loads];
	for (const name of all) await removeEarlierResults(join(run.out, name), loadFiles);
	const refusal = await targetRefusal(run);
	if (refusal) return failedReport(run, refusal);
	const play = async (name: (typeof all)[number]) => {
		const folder = join(run.out, name);
		io.err(`rehearsal, part ${all.indexOf(name) + 1} of ${all.length}: ${name}\n`);
		const report =
			name === 'scenarios'
				? await playScenarios(options, folder, io)
				: await runLoad({ ...withoutUnusedOptions(options, name), profile: name, out: folder }, io);
		done.push({ name, folder, report });
	};
	for (const name of functional) if (!io.signal.aborted) await play(name);
	const isWorking = done.every(({ report }) => report.exitCode === exitCodes.passed);
	for (const name of loads) if (isWorking && !io.signal.aborted) await play(name);
	return combineMemberReports(run, done);
}

/** Why the scenarios cannot reset the target. No part runs then: the load parts would not show what the user asked for. */
async function targetRefusal({ settings, merchant, io }: RehearsalRun) {
	if (merchant === undefined || settings.target === undefined) return undefined;
	try {
		const target = await inspectTarget(settings.target, io.env[tokenVariableName], io.signal);
		if (target.sandbox) await requireStartSettings(target, merchant, io.signal);
		return undefined;
	} catch (error) {
		return describeRunFailure(error, io.signal);
	}
}

function playScenarios(options: LoadOptions, out: string, io: RunIo): Promise<ScenarioReport> {
	const { merchant, target, permission, allowHosts, seed, command } = options;
	return runScenarios(
		{
			...{ merchant, target, permission, allowHosts, seed, command, out },
			...{ names: [], tags: [], notTags: [], repeat: 1, bail: false, shuffle: false },
		},
		io,
	);
}

const weights = ['GO', 'INCONCLUSIVE', 'NO-GO', 'ERROR'] as const;
type Verdict = (typeof weights)[number];

const memberVerdict = ({ verdict }: LoadReport | ScenarioReport): Verdict => {
	if (verdict === 'PASSED') return 'GO';
	return verdict === 'FAILED' ? 'NO-GO' : verdict;
};

const exitOf: Record<Verdict, LoadReport['exitCode']> = {
	GO: exitCodes.passed,
	INCONCLUSIVE: exitCodes.inconclusive,
	'NO-GO': exitCodes.failed,
	ERROR: exitCodes.couldNotRun,
};

/**
 * Combines the reports of the members. The figures are those of the average load; capacity, recovery and repeats come
 * from the member that measured them.
 */
export function combineMemberReports(run: RehearsalRun, done: readonly Done[]): LoadReport {
	const { io } = run;
	const reports = done.flatMap(({ report }) => (report.kind === 'load' ? [report] : []));
	const of = (profile: ProfileName) => reports.find(({ plan }) => plan.profile === profile);
	const missing = [...functional, ...loads].filter((name) =>
		done.every((one) => one.name !== name),
	);
	const incomplete = incompleteReasons(missing, {
		isInterrupted: io.signal.aborted,
		hasLoad: reports.length > 0,
	});
	const base = of('average') ?? reports.at(-1) ?? failedReport(run, interruptedBeforeLoad);
	const [spike, steps, repeats] = [of('spike'), of('breakpoint'), of('idempotency')];
	const reasons = withOneExampleNote([
		...incomplete,
		...done.flatMap(reasonsOf),
		...capacityReasons(base, steps),
		...undeclaredPeakReasons(spike),
	]);
	const severities = { 'no-go': 'NO-GO', inconclusive: 'INCONCLUSIVE', error: 'ERROR' } as const;
	const all: Verdict[] = [
		...done.map(({ report }) => memberVerdict(report)),
		...reasons.flatMap(({ severity }) => (severity === 'note' ? [] : [severities[severity]])),
	];
	const verdict = weights.findLast((one) => all.includes(one)) ?? 'ERROR';
	const order = ['error', 'no-go', 'inconclusive', 'note'];
	return {
		...base,
		...reportHeading(run, base.target),
		verdict,
		exitCode: io.signal.aborted ? exitCodes.interrupted : exitOf[verdict],
		reasons: reasons.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity)),
		plan: { ...base.plan, profile: 'rehearsal' },
		slo: [...base.slo, ...(spike?.slo.filter(({ id }) => /^(peak|after)\./.test(id)) ?? [])],
		...(spike?.recovery ? { recovery: spike.recovery } : {}),
		...(steps?.levels ? { levels: steps.levels } : {}),
		...(steps?.capacity ? { capacity: steps.capacity } : {}),
		...(repeats?.idempotency ? { idempotency: repeats.idempotency } : {}),
		members: membersOf(run, done),
		notTested: [...missing.map((name) => `${name}: it did not run.`), ...untested(run, base, done)],
	};
}

const interruptedBeforeLoad = {
	rule: 'interrupted',
	message: 'The rehearsal was interrupted before its first load.',
	exitCode: exitCodes.interrupted,
};

/** The reasons for members that did not run: they prove nothing. */
function incompleteReasons(
	missing: readonly string[],
	{ isInterrupted, hasLoad }: { isInterrupted: boolean; hasLoad: boolean },
): LoadReason[] {
	if (missing.length === 0 && !isInterrupted) return [];
	const names = missing.length === 0 ? '' : `: ${missing.join(', ')} did not run`;
	const [id, text] = isInterrupted
		? ['interrupted', `The rehearsal was interrupted${names}.`]
		: ['not-run', `An earlier part was not passed${names}.`];
	// Without any load run, nothing was measured.
	const severity = hasLoad ? 'inconclusive' : 'error';
	return [{ id, group: 'run', severity, text, evidence: [] }];
}

function membersOf(run: RehearsalRun, done: readonly Done[]): Member[] {
	return [...functional, ...loads].map((name) => {
		const one = done.find((other) => other.name === name);
		if (!one) {
			const summary = 'Not run: an earlier part failed, or the run was interrupted.';
			return { name, verdict: 'NOT RUN', exitCode: 3, durationMs: 0, folder: null, summary };
		}
		const { verdict, exitCode, durationMs } = one.report;
		const folder = relative(run.out, one.folder);
		return { name, verdict, exitCode, durationMs, folder, summary: summaryOf(one) };
	});
}

function summaryOf({ report }: Done): string {
	if (report.kind === 'scenarios') {
		const passed = report.scenarios.filter(({ status }) => status === 'passed').length;
		return `${passed} of ${pluralize(report.scenarios.length, 'scenario')} passed`;
	}
	const { capacity, levels, recovery, idempotency } = report;
	if (capacity) {
		const { rate, nextRate } = capacity;
		const result = isUndecidedAt(levels, nextRate) ? 'could not be judged' : 'were not';
		const next = nextRate === null ? '' : `, ${formatRate(nextRate)} ${result}`;
		return rate === null ? 'no rate was kept' : `${formatRate(rate)} flows/s were kept${next}`;
	}
	if (recovery) {
		const { peakRatePerSecond, recoveredAtSecond, peakEndSecond } = recovery;
		const peak = `peak of ${formatRate(peakRatePerSecond)} flows/s`;
		const result =
			recoveredAtSecond === null
				? 'not recovered'
				: `recovered ${Math.max(0, recoveredAtSecond - peakEndSecond)} s after it`;
		return `${peak}, ${result}; ${flowCountText(report)}`;
	}
	if (idempotency) return `${pluralize(idempotency.duplicates, 'order')} with a second payment`;
	return flowCountText(report);
}

/** Every member notes the example limits, because all use the same file. Keep one note. */
function withOneExampleNote(reasons: readonly LoadReason[]): LoadReason[] {
	const first = reasons.findIndex(({ id }) => id === 'example-limits');
	return reasons
		.filter(({ id }, index) => id !== 'example-limits' || index === first)
		.map((reason, index) => (index === first ? exampleLimitsReason : reason));
}

function reasonsOf({ name, report }: Done): LoadReason[] {
	if (report.kind === 'load') {
		return report.reasons.map((reason) => ({ ...reason, text: `${name}: ${reason.text}` }));
	}
	const failed = report.scenarios.filter(({ status }) => status === 'failed');
	if (report.error === undefined && failed.length === 0) return [];
	const text = `scenarios: ${report.error ?? `${pluralize(failed.length, 'story', 'stories')} failed.`}`;
	const evidence = failed.slice(0, 5).map((one) => `${one.name}: ${one.failure?.message ?? ''}`);
	const severity = report.verdict === 'ERROR' ? 'error' : 'no-go';
	return [{ id: 'scenarios', group: 'target', severity, text, evidence }];
}

/** The reasons to report when the capacity does not include the load that the team declares: its peak, or its average. */
function capacityReasons({ plan }: LoadReport, steps: LoadReport | undefined): LoadReason[] {
	const { average = 0, peak = 0 } = plan.declared ?? {};
	const needed = Math.max(average, peak);
	const { rate = null, nextRate = null } = steps?.capacity ?? {};
	if (rate === null || rate >= needed) return [];
	const isJudged = !isUndecidedAt(steps?.levels, nextRate);
	const isBelow = isJudged && nextRate !== null && nextRate <= needed;
	const declared = `the declared ${peak < average ? 'average' : 'peak'} is ${formatRate(needed)}`;
	const text = isBelow
		? `The capacity is too low: ${formatRate(rate)} flows per second were kept, ${formatRate(nextRate)} were not, and ${declared}.`
		: nextRate === null
			? `The highest step was ${formatRate(rate)} flows per second, and ${declared}. Give a higher --to.`
			: !isJudged
				? `${formatRate(rate)} flows per second were kept, ${formatRate(nextRate)} could not be judged, and ${declared}.`
				: `The capacity is between ${formatRate(rate)} and ${formatRate(nextRate)} flows per second, and ${declared}. Give --refine 5%.`;
	const severity = isBelow ? 'no-go' : 'inconclusive';
	const why = steps?.capacity?.why;
	return [{ id: 'capacity', group: 'target', severity, text, evidence: why ? [why] : [] }];
}

/**
 * The reason when limits were broken at a peak that nobody declared. The spike alone shows such figures without judging
 * them, but "ready to go live" would say that they are good.
 */
function undeclaredPeakReasons(spike: LoadReport | undefined): LoadReason[] {
	const shown = spike?.reasons.find(({ id }) => id === 'peak-not-judged');
	if (!spike || !shown || spike.plan.declared?.peak !== undefined) return [];
	if (shown.evidence.length === 0) return [];
	const rate = formatRate(spike.recovery?.peakRatePerSecond ?? null);
	const text = `Limits were broken at the peak of ${rate} flows per second, and the limits file does not say whether your system must take it. Declare the peak that you expect in load.peak.`;
	const { evidence } = shown;
	return [{ id: 'peak-undeclared', group: 'run', severity: 'inconclusive', text, evidence }];
}

/** Lists what the members that ran did not test. */
function untested(
	{ settings, merchant }: RehearsalRun,
	base: LoadReport,
	done: readonly Done[],
): string[] {
	const played = done.map(({ name }) => name);
	const { subject = 'sandbox' } = base;
	const reports = done.flatMap(({ report }) => (report.kind === 'load' ? [report] : []));
	const phases = reports.flatMap((report) => report.plan.phases ?? []);
	const plan = { ...base.plan, phases };
	const { isLoopback } = settings;
	const orders = comparedOrders(merchant, reports);
	return notTestedSentences({ plan, subject, profiles: played, isLoopback, orders });
}
