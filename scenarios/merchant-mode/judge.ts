/**
 * Judges a merchant story by the calls of the shop: its findings and its repeated calls. Also converts the calls to
 * steps of the report.
 */
import { keepsAnswer } from '../../simulator/contract/faults.ts';
import type { FindingGroup } from '../../simulator/contract/findings.ts';
import type { JournalEntry } from '../../simulator/contract/journal.ts';
import { arrivedMsOf, callDurationMs, faultsOf } from '../../simulator/contract/journal.ts';
import { valueAt } from '../../simulator/contract/json.ts';
import type { ScenarioResult, ScenarioStep } from '../../simulator/contract/run-report.ts';
import type { Stakes } from '../runner/recorder.ts';
import { roundMs } from '../runner/recorder.ts';
import type { EarlyRetry } from './early-retries.ts';
import type { MixedOrder } from './mixed-orders.ts';
import type { JudgedFinding } from './shared-references.ts';
import { splitSharedReferences } from './shared-references.ts';
import { onlyRefusalOf, refusalKinds, refusalTexts } from './shop-refusals.ts';
import type { StoryEvidence } from './story-findings.ts';
import { findingsOfStory } from './story-findings.ts';

type Failure = NonNullable<ScenarioResult['failure']>;

/** Why a story failed while it ran. */
export interface StoryFailure {
	failure: Failure;
	isFirstCheckout: boolean;
	/** Whether it failed because its shopper got no cashier page, but an error. */
	isWithoutCashier: boolean;
}

export interface Judgement {
	failure: Failure;
	/** The kinds of findings that fail the story. */
	codes: readonly string[];
	/** Whether the story failed only because of its findings. */
	isOnlyFindings: boolean;
	/**
	 * The cost and the fix of a failure that is not what the story is about: only the calls failed it, or its first
	 * checkout, without which it could not begin.
	 */
	stakes: Stakes | undefined;
}

const stakesOfFirstCheckout: Stakes = {
	cost: 'Shoppers who cannot pay, although the service works.',
	advice:
		'Mend this checkout first: the story begins after it. The calls of your shop show how far it came.',
};

/** For a story that is about something else: a call that would be refused in any story. */
const stakesOfRefusal: Stakes = {
	cost: 'Shoppers who cannot pay: the service refuses a call of your shop.',
	advice: 'Read code, param and fix of the refusal, and correct the request.',
};

/** Adds to a story's failure what the calls show. Returns null if the story did not fail and has no findings. */
export function judgeStory(evidence: StoryEvidence, failed: StoryFailure | null): Judgement | null {
	const failure = failed?.failure ?? null;
	const { story, calls, mixedOrders, earlyRetries } = evidence;
	const forbidden: readonly string[] = story.shop?.forbids ?? [];
	const serious = findingsOfStory(evidence).filter(
		({ severity, code }) =>
			severity === 'money' || severity === 'wrong' || forbidden.includes(code),
	);
	const reused = calls.filter((call) => earlierStoryOf(call, evidence) !== undefined);
	// If the story ended at a refused call, these findings about the call explain more than the refusal.
	const explained = new Set([
		...serious.flatMap(({ code, entries }) => (code === 'refusal_ignored' ? [] : entries)),
		...reused.map(({ id }) => id),
	]);
	const shown = serious
		.filter(
			({ code, entries }) =>
				code !== 'refusal_ignored' || !entries.every((entry) => explained.has(entry)),
		)
		.flatMap((finding) => splitSharedReferences(finding, evidence));
	const resent = calls.filter((call) => call.resent);
	const reasons = [
		...shown.map((finding) =>
			(finding.isOfSharedReference ? sharedReason : findingReason)(finding, evidence),
		),
		...(reused.length > 0 ? [reusedReason(reused, evidence)] : []),
		...(mixedOrders.length > 0 ? [mixedReason(mixedOrders)] : []),
		...(earlyRetries.length > 0 ? [earlyReason(earlyRetries)] : []),
		...resent.map(resentReason),
	];
	const texts = reasons.map(({ title, cost, evidence: lines, advice }) =>
		[`${title}${cost}`, ...lines, `Fix: ${advice}`].join('\n'),
	);
	if (failure === null && texts.length === 0) return null;
	const step = failure?.step ?? 'calls of the shop';
	const refusals = refusalTexts(calls.filter((call) => !reused.includes(call)));
	const message = [failure?.message ?? [], ...texts, ...refusals].flat().join('\n');
	const refusedIds = new Set(calls.filter(({ problem }) => problem !== null).map(({ id }) => id));
	const isOnlyRefused =
		shown.every(({ entries }) => entries.length > 0 && entries.every((id) => refusedIds.has(id))) &&
		reasons.length === shown.length &&
		(failed === null || failed.isWithoutCashier);
	const refusal = isOnlyRefused ? onlyRefusalOf(calls) : undefined;
	return {
		failure: { ...failure, step, message, ...(refusal ? { refusal } : {}) },
		codes: [
			...shown.map((finding) => kindOf(finding, evidence)),
			...(reused.length > 0 ? ['reused session'] : []),
			...(mixedOrders.length > 0 ? ['mixed orders'] : []),
		],
		isOnlyFindings: failure === null && resent.length === 0 && earlyRetries.length === 0,
		stakes: stakesOf(failed, reasons[0]) ?? (refusal ? stakesOfRefusal : undefined),
	};
}

/** The kind of a finding: two stories with the same kinds have the same mistake of the shop. */
function kindOf(
	{ code, entries, isOfSharedReference }: JudgedFinding,
	{ calls }: StoryEvidence,
): string {
	if (isOfSharedReference) return 'shared reference';
	if (code !== 'refusal_ignored') return code;
	const refused = calls.filter(({ id }) => entries.includes(id));
	return [code, ...refusalKinds(refused)].join(' ');
}

/** Finds the earlier story of a call whose session was removed by the reset before this story. */
function earlierStoryOf(
	{ problem, request }: JournalEntry,
	{ earlierSessions }: Pick<StoryEvidence, 'earlierSessions'>,
): string | undefined {
	if (problem !== 'session_not_found') return undefined;
	return earlierSessions.get(valueAt(request, ['sessionId']));
}

function stakesOf(
	failed: Pick<StoryFailure, 'isFirstCheckout'> | null,
	reason: Reason | undefined,
): Stakes | undefined {
	if (failed && !failed.isFirstCheckout) return undefined;
	return reason ? { cost: reason.cost, advice: reason.advice } : stakesOfFirstCheckout;
}

/** Why the calls of a story fail it: one finding, or what the runner saw itself. */
interface Reason extends Stakes {
	title: string;
	evidence: readonly string[];
}

function reusedReason(reused: readonly JournalEntry[], evidence: StoryEvidence): Reason {
	const named = reused.map((call) => `${callText(call)}, of ${earlierStoryOf(call, evidence)}`);
	const earlier = new Set(reused.map((call) => earlierStoryOf(call, evidence)));
	return {
		title: 'Reused session (wrong): ',
		cost: 'This session belongs to an earlier story: the shop reuses it.',
		evidence: [
			`Calls: ${named.join('; ')}`,
			`To see it again, run ${[...earlier].join(' and ')} before this story.`,
		],
		advice: 'Call payment-options for each order. Never store session ids for later orders.',
	};
}

function sharedReason(
	{ severity, entries }: FindingGroup,
	{ calls, orderOf }: StoryEvidence,
): Reason {
	const created = calls.filter(({ id }) => entries.includes(id));
	const named = created.map((call) => `${callText(call)}, of order ${orderOf(call)}`);
	const references = new Set(created.map(({ paymentReference }) => paymentReference));
	return {
		title: `Shared reference (${severity}): `,
		cost: 'The shop sends one paymentReference for different orders: a payment cannot be told from that of another order.',
		evidence: [`paymentReference: ${[...references].join(', ')}`, `Calls: ${named.join('; ')}`],
		advice:
			'Create one paymentReference for each order, store it with the order, and send it in each payment-options call of that order.',
	};
}

const earlyReason = (retries: readonly EarlyRetry[]): Reason => ({
	title: 'Retry-After ignored (risky): ',
	cost: 'A call that was refused with 429 was sent again before the time in its Retry-After.',
	evidence: retries.map(
		({ refused, retry, pauseMs }) =>
			`Calls: ${callText(refused)}; ${callText(retry)}, ${Math.round(pauseMs)} ms later`,
	),
	advice: 'Wait as long as Retry-After says before you send the call again, or show an error page.',
});

const mixedReason = (orders: readonly MixedOrder[]): Reason => ({
	title: 'Mixed orders (wrong): ',
	cost: 'A shopper got something of another order, or another option or amount than their order has.',
	evidence: orders.map(({ text }) => text),
	advice: adviceForMixed(new Set(orders.flatMap(({ mixedUp }) => mixedUp))),
});

function adviceForMixed(mixedUp: ReadonlySet<MixedOrder['mixedUp'][number]>): string {
	if (mixedUp.has('other')) {
		return 'Take the reference, the amount, the option, the customer and the return address from the order of this checkout. Never keep them in a variable that checkouts share.';
	}
	const advice = [
		mixedUp.has('amount') &&
			'Send the amount of the order in whole, in the unit of its currency: check the unit and the decimals.',
		mixedUp.has('option') &&
			'Take the option and the bank that the shopper chose. If the answer does not list them, show an error: never take another one.',
	];
	return advice.filter((sentence) => sentence !== false).join(' ');
}

/**
 * Adds to the results what only the judgements know: the cost and the fix of a story that failed only because of its
 * calls, and the earlier story in the list with the same refusal or the same findings.
 */
export function addJudgements(
	results: readonly ScenarioResult[],
	judgements: ReadonlyMap<string, Judgement>,
): ScenarioResult[] {
	const storyOf = new Map<string, string>();
	return results.map((result) => {
		const judgement = judgements.get(result.name);
		// A flaky story may have failed again since, by its orders at the end of the run.
		if (!judgement || result.failure?.message !== judgement.failure.message) return result;
		const { codes, isOnlyFindings, stakes } = judgement;
		const { refusal } = judgement.failure;
		const reasons = refusal ? [refusal] : isOnlyFindings ? codes : [];
		const earlier = reasons.map((reason) => storyOf.get(reason));
		const sameAs = earlier.includes(undefined) ? undefined : earlier[0];
		for (const reason of [...codes, ...reasons])
			if (!storyOf.has(reason)) storyOf.set(reason, result.name);
		return {
			...result,
			...stakes,
			failure: { ...result.failure, ...(sameAs ? { sameAs } : {}) },
		};
	});
}

function findingReason(
	{ code, severity, text, fix, entries }: FindingGroup,
	{ calls }: StoryEvidence,
): Reason {
	const shown = calls.filter(({ id }) => entries.includes(id)).map(callText);
	return {
		title: `Finding ${code} (${severity}): `,
		cost: text,
		evidence: shown.length > 0 ? [`Calls: ${shown.join('; ')}`] : [],
		advice: fix,
	};
}

const resentReason = (call: JournalEntry): Reason => ({
	title: '',
	cost: 'An HTTP client sent a POST again by itself after its connection was cut: the service may have done the first one.',
	evidence: [`Calls: ${callText(call)}`],
	advice:
		'Switch automatic re-sends off for POST requests. Let the shop decide about a retry, after a pause.',
});

function callText({ id, method, path, status, problem, fault, resent }: JournalEntry): string {
	const answer = status === 0 ? 'no answer' : String(status);
	const notes = [
		...(problem ? [problem] : []),
		...(fault ? [`fault ${fault.kind}, ${fault.phase}`] : []),
		...(resent ? ['re-sent by the HTTP client'] : []),
	];
	return `#${id} ${method} ${path} → ${answer}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
}

/** Converts the calls of the shop to steps, which the report draws. */
export function callSteps({ calls, startedMs }: StoryEvidence): ScenarioStep[] {
	return calls.map((call) => ({
		name: call.path.split('/').at(-1) ?? call.path,
		status: 'passed',
		durationMs: roundMs(callDurationMs(call)),
		detail: callText(call),
		atMs: roundMs(Math.max(0, arrivedMsOf(call) - startedMs)),
		message: { from: 'merchant', to: 'service' },
		accepted: isAccepted(call),
	}));
}

/** A call that its HTTP client sent again is a mistake of the shop, also if it was accepted. */
function isAccepted(call: JournalEntry): boolean {
	const { status, problem, resent } = call;
	const isSuccess = status >= 200 && status < 400 && problem === null;
	return isSuccess && !resent && faultsOf(call).every(keepsAnswer);
}

/** The timeline of the story: one line for each shopper action, call, fault and state. */
export function storyTimeline(steps: readonly ScenarioStep[], { states }: StoryEvidence): string[] {
	const lines = steps.map(({ atMs = 0, name, status, detail, message }) => {
		const at = `${Math.round(atMs)} ms`.padStart(9);
		const who = message ? `${message.from} → ${message.to}` : 'runner';
		const mark = status === 'failed' ? 'FAILED ' : '';
		const [line = ''] = (detail ?? '').split('\n');
		const what = line.length > 160 ? `${line.slice(0, 160)}…` : line;
		return `${at}  ${who.padEnd(19)}  ${mark}${name}${what ? `  (${what})` : ''}`;
	});
	return [...lines, ...states];
}
