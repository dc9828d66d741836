/** `payin-sandbox load`: k6 measures, `runner/` controls k6, `reports/` judges the figures and writes the report. */
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { limitsForProfile } from '../reports/limits-file.ts';
import { verdictLine } from '../reports/load-facts.ts';
import { loadSummary } from '../reports/load-terminal.ts';
import { maskOutput, maskReport } from '../reports/mask.ts';
import { notTestedSentences } from '../reports/not-tested.ts';
import { renderReport } from '../reports/render.ts';
import type { MeasuredLoad } from '../reports/verdict-rules.ts';
import { CannotRunError, describeRunFailure, UsageError } from '../scenarios/harness/errors.ts';
import {
	createRunId,
	outFolder,
	outFolderProblems,
	removeEarlierResults,
	writeResults,
} from '../scenarios/harness/run-folder.ts';
import type { RunIo } from '../scenarios/harness/run-io.ts';
import type { Target } from '../scenarios/harness/target.ts';
import { controlHeadersOf } from '../scenarios/harness/target.ts';
import type { LoadedMerchant } from '../scenarios/merchant-mode/merchant-file.ts';
import { readMerchant, secretsInMerchantFile } from '../scenarios/merchant-mode/merchant-file.ts';
import { exitCodes } from '../simulator/contract/exit-codes.ts';
import type { LoadReport } from '../simulator/contract/run-report.ts';
import { stepPrefix } from './merchant-orders.ts';
import type { Plan } from './plan.ts';
import { findCapacity } from './runner/breakpoint.ts';
import { judgeProfile } from './runner/judge-profile.ts';
import type { K6Binary } from './runner/k6-binary.ts';
import { k6ForPackage } from './runner/k6-binary.ts';
import { measureWithK6 } from './runner/measure.ts';
import type { LoadShop } from './runner/merchant-shop.ts';
import {
	comparedOrders,
	isLocalShop,
	mixOfOfferedFlows,
	openLoadShop,
	readBeforeLoad,
	requireBrowser,
} from './runner/merchant-shop.ts';
import { verifyShop } from './runner/merchant-verify.ts';
import type { LoadOptions } from './runner/options.ts';
import { checkOptions, planFor, readLimits, unservedMixProblems } from './runner/options.ts';
import { describePlan, exampleLimitsReason } from './runner/plan-text.ts';
import { describeFewCalls } from './runner/planned-calls.ts';
import { rehearse } from './runner/rehearsal.ts';
import type { ReportContext } from './runner/report.ts';
import {
	coveredPart,
	declaredPlan,
	describeEnvironment,
	describeSubject,
	failedReport,
	generatorHealth,
	measuredFields,
	reportHeading,
	runnerReasons,
} from './runner/report.ts';
import { describeNeeds, missingResources, needsOfPlan, thisMachine } from './runner/resources.ts';
import type { RawFiles } from './runner/result-files.ts';
import { keepRaw, loadFiles } from './runner/result-files.ts';
import { requireRunningClock } from './runner/running-clock.ts';
import { createSpanReader } from './runner/series.ts';
import { openServiceTarget } from './runner/service-target.ts';
import { countSharedIds, createFlowIdSets } from './runner/shared-ids.ts';
import { shopPlan } from './runner/shop-plan.ts';
import { watchResources } from './runner/target-resources.ts';

interface Run extends ReportContext {
	io: RunIo;
	/** Whether the run uses the example limits of the package, because the user gave no limits file. */
	hasExampleLimits: boolean;
	runId: string;
	/** The folder for the results. */
	out: string;
	/** The output files of k6: their texts by file name. */
	raw: RawFiles;
	/** The shop to load; undefined when the load goes to the service directly. */
	merchant: LoadedMerchant | undefined;
	/** The header values of the merchant file. The output and the results mask them. */
	secrets: readonly string[];
}

/** The k6 scripts are next to this file: TypeScript in a clone, compiled in the package. */
const here = fileURLToPath(import.meta.url);
const scriptOf = (name: string) => join(dirname(here), `${name}${extname(here)}`);

/** Runs a load test. Throws a UsageError if the options are wrong; every later problem is part of the report. */
export async function runLoad(options: LoadOptions, unmasked: RunIo): Promise<LoadReport> {
	const run = await prepareRun(options, unmasked);
	const { io, secrets } = run;
	const isRehearsal = run.settings.profile === 'rehearsal';
	const judged = await (isRehearsal ? rehearse(run, runLoad) : loadAndJudge(run));
	// Mask last, so that every text passes here, errors included.
	const report = maskReport(judged, secrets);
	io.out(loadSummary(report));
	const files = renderReport(report, options);
	const failure = await writeResults([{ folder: run.out, files: { ...files, ...run.raw } }]);
	if (failure === undefined) {
		for (const name of Object.keys(files)) io.out(`  ${join(run.out, name)}\n`);
		io.out(`${verdictLine(report)}\n`);
		return report;
	}
	io.err(`${failure}\n`);
	const reason = { id: 'report', group: 'run', severity: 'error', text: failure } as const;
	const reasons = [...report.reasons, { ...reason, evidence: [] }];
	return { ...report, reasons, verdict: 'ERROR', exitCode: exitCodes.couldNotRun };
}

async function prepareRun(options: LoadOptions, io: RunIo): Promise<Run> {
	const limits = await readLimits(options, io.cwd);
	const checked = checkOptions(options, 'slo' in limits ? limits.slo.load : undefined);
	const problemsOfShop: string[] = [];
	const merchant = readMerchant(options, io.cwd, problemsOfShop);
	if ('problems' in checked || 'problems' in limits || problemsOfShop.length > 0) {
		const wrong = [checked, limits].flatMap((one) => ('problems' in one ? one.problems : []));
		throw new UsageError([...wrong, ...problemsOfShop]);
	}
	const startedAt = new Date();
	const { part } = checked.settings;
	const runId = `load-${createRunId(startedAt)}${part ? `-part-${part.number}` : ''}`;
	const out = outFolder(options.out, runId, io.cwd);
	const problems = await outFolderProblems(out, '--out', { isDefault: options.out === undefined });
	if (problems.length > 0) throw new UsageError(problems);
	await removeEarlierResults(out, loadFiles);
	const secrets = merchant ? secretsInMerchantFile(merchant.file) : [];
	return {
		...{ options, startedAt, runId, out, merchant, secrets },
		io: maskOutput(io, secrets),
		settings: checked.settings,
		slo: limitsForProfile(limits.slo, checked.settings.profile),
		hasExampleLimits: limits.isExample,
		raw: {},
	};
}

async function loadAndJudge(run: Run): Promise<LoadReport> {
	const { options, settings, io, merchant } = run;
	const { seed } = options;
	let target: Awaited<ReturnType<typeof openServiceTarget>> | undefined;
	let shop: LoadShop | undefined;
	try {
		if (merchant) {
			const { shopper = 'http', target: url } = settings;
			const { env, signal } = io;
			if (shopper === 'browser') requireBrowser(env);
			shop = await openLoadShop({
				...{ merchant, url, seed, shopper, runId: run.runId, env, signal },
				losesAnswers: settings.profile === 'idempotency',
				warn: (line) => io.err(`${line}\n`),
			});
			settings.mix = mixOfOfferedFlows(settings.mix, shop, options.mix !== undefined);
			return await loadTarget(run, shop.target, shop);
		}
		target = await openServiceTarget(settings, options, io);
		return await loadTarget(run, target);
	} catch (error) {
		return failedReport(run, describeRunFailure(error, io.signal));
	} finally {
		await Promise.all([target?.close(), shop?.close()]);
	}
}

/** An open target with a k6 that is ready to load it. */
interface Session {
	run: Run;
	target: Target;
	k6: K6Binary;
	referencePrefix: string;
	shop: LoadShop | undefined;
	ids: ReturnType<typeof createFlowIdSets>;
}

async function loadTarget(run: Run, target: Target, shop?: LoadShop): Promise<LoadReport> {
	const { io, settings } = run;
	const isSandbox = target.sandbox !== null;
	const problems = unservedMixProblems(settings, isSandbox);
	if (problems.length > 0) throw new UsageError(problems);
	const plan = planFor(settings, isSandbox);
	await requireRunningClock(target, plan, shop);
	const k6 = await k6ForPackage({ env: io.env, signal: io.signal, say: io.err });
	const referencePrefix = referencePrefixOf(run);
	const session = { run, target, k6, referencePrefix, shop, ids: createFlowIdSets() };
	if (settings.profile === 'breakpoint') return loadSteps(session, plan);
	const watch =
		settings.profile === 'soak' && isSandbox ? watchResources(target, plan.longestMs) : null;
	const { parts, load, tally } = await measurePlan(session, plan).finally(() => watch?.stop());
	const verdict = await judgeProfile({
		...{ plan, load, tally, referencePrefix, signal: io.signal },
		resources: watch?.samples ?? [],
		sandbox: isSandbox ? target : null,
	});
	return { ...headOf(session, plan, parts), ...parts, ...verdict };
}

function headOf(
	{ run, target, k6, shop }: Session,
	full: Plan,
	found: Pick<LoadReport, 'merchant' | 'steps'>,
) {
	const { settings, merchant } = run;
	const isLoopback = settings.isLoopback && (!merchant || isLocalShop(merchant));
	const heading = reportHeading(run, target.url);
	const plan = { ...declaredPlan(run, full), ...(shop && shopPlan(shop)) };
	const tested = { plan, isLoopback, orders: comparedOrders(merchant, [found]) };
	return {
		...heading,
		plan,
		environment: describeEnvironment(target, k6.version, isLoopback),
		notTested: notTestedSentences({ ...heading, ...tested }),
	};
}

/** Runs the steps of a breakpoint run. Each step has its own references; the kept files of k6 are those of the last one. */
async function loadSteps(session: Session, first: Plan): Promise<LoadReport> {
	const { run, referencePrefix } = session;
	const { settings, io } = run;
	const { shown, phases, ...found } = await findCapacity({
		settings: settings.breakpoint,
		signal: io.signal,
		measureStep(ratePerSecond, number) {
			const rates = [ratePerSecond, ...settings.breakpoint.rates];
			const breakpoint = { ...settings.breakpoint, rates };
			const plan = number === 1 ? first : planFor({ ...settings, breakpoint }, true);
			const prefix = stepPrefix(referencePrefix, number);
			return measurePlan({ ...session, referencePrefix: prefix }, plan);
		},
	});
	const head = headOf(session, { ...shown.plan, phases }, shown.parts);
	return { ...head, ...shown.parts, ...found };
}

/** Measures one plan. Returns the parts of the report, and the facts that the verdict needs. */
async function measurePlan({ run, target, k6, referencePrefix, shop, ids }: Session, plan: Plan) {
	const { options, io, slo, settings, secrets } = run;
	const { part, startAtMs, k6Api } = settings;
	const behind = shop ? ` at ${target.url}` : '';
	io.err(`${describePlan(plan, part)} on ${describeSubject(run)}${behind}. k6 ${k6.version}.\n`);
	const needs = needsOfPlan(plan);
	const machine = thisMachine();
	const missing = missingResources(needs, machine);
	if (missing.length > 0) throw new CannotRunError('resources', missing.join(' '));
	io.err(`${describeNeeds(needs, machine)}\n${describeFewCalls(plan, slo)}`);
	const before = shop && (await readBeforeLoad(shop, plan, io.err));
	const measurement = await measureWithK6({
		...{ plan, k6, io, referencePrefix, part, startAtMs, k6Api, ids },
		main: scriptOf(plan.shopper === 'browser' ? 'main-browser' : 'main'),
		target: target.url,
		isSandbox: target.sandbox !== null,
		controlHeaders: controlHeadersOf(target),
		seed: options.seed,
		merchant: shop?.job,
		secrets,
	});
	keepRaw(run.raw, measurement);
	const { tally, log, exit, collapse } = measurement;
	// Verifying the shop also adds the sandbox's own times to the tally.
	const verified =
		shop &&
		(await verifyShop({
			...{ shop, tally, plan, ...before, prefix: referencePrefix, seed: options.seed, io },
		}));
	const measured = {
		...measuredFields(tally, plan, log, { isPart: part !== undefined }),
		...coveredPart(settings, tally.startMs),
	};
	const generator = generatorHealth(tally, exit, k6.version);
	const load: MeasuredLoad = {
		plan,
		...measured,
		limits: slo,
		generator,
		iterationExceptions: log.exceptions,
		summaryMissing: measurement.summary === undefined,
		// An interrupt during the verification counts too: orders that were not read prove nothing.
		interrupted: exit.interrupted || io.signal.aborted,
		collapse,
		readSpan: createSpanReader(tally),
		...countSharedIds(tally),
		...verified?.found,
		runnerReasons: [
			...runnerReasons(plan, measurement),
			...(verified?.reasons ?? []),
			...(run.hasExampleLimits && plan.judgesLatency ? [exampleLimitsReason] : []),
		],
	};
	const merchant = verified?.found?.merchant;
	const parts = { ...measured, ...(merchant && { merchant }), generator };
	return { plan, parts, load, tally };
}

/** The prefix of references. An own sandbox gets the same in each run, for the same fates; a shop remembers orders. */
function referencePrefixOf({ settings, options, runId, merchant }: Run): string {
	if (merchant) return `l${runId.slice(-6)}`;
	return settings.target === undefined ? `load-${options.seed}` : runId;
}
