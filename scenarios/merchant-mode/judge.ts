/** Judges a merchant story by the calls of the shop: findings, calls sent twice, and how they are shown. */
import type { FindingGroup } from '../../simulator/contract/findings.ts';
import type { JournalEntry } from '../../simulator/contract/journal.ts';
import { wholeTimeMs } from '../../simulator/contract/journal.ts';
import type {
	ScenarioFinding,
	ScenarioResult,
	ScenarioStep,
} from '../../simulator/contract/run-report.ts';
import type { AnyStory } from '../scenario.ts';

type Failure = NonNullable<ScenarioResult['failure']>;

/** Wall time of a request to the shop. */
export interface CheckoutWindow {
	startMs: number;
	endMs: number;
}

export interface Evidence {
	story: AnyStory;
	/** Oldest first, without pages of the cashier. */
	calls: readonly JournalEntry[];
	findings: readonly FindingGroup[];
	checkouts: readonly CheckoutWindow[];
	/** `states of payment …`. */
	payments: readonly string[];
	startedMs: number;
	/** The findings that the run has explained, each with its story: most often, many stories have the same. */
	explained: Map<string, string>;
}

/** The runner decides who returns and how soon a shopper tries again. The assumptions are listed elsewhere. */
const unrelated: readonly string[] = [
	...['assumption_used', 'no_return_seen', 'retried_without_pause'],
];

/** The findings of the story's calls, without those that the story brings about by itself. */
export function findingsOf({ story, findings }: Evidence): FindingGroup[] {
	const allowed: readonly string[] = story.shop?.allows ?? [];
	return findings.filter(({ code }) => !unrelated.includes(code) && !allowed.includes(code));
}

export const reportedFinding = (story: AnyStory, finding: FindingGroup): ScenarioFinding => ({
	code: finding.code,
	severity: finding.severity,
	count: finding.count,
	story: story.name,
	entries: finding.entries.map(String),
});

/** The failure of the story, with what the calls say about it; null when there is none. */
export function judge(evidence: Evidence, failure: Failure | null): Failure | null {
	const { story } = evidence;
	const forbidden: readonly string[] = story.shop?.forbids ?? [];
	const serious = findingsOf(evidence).filter(
		({ severity, code }) =>
			severity === 'money' || severity === 'wrong' || forbidden.includes(code),
	);
	// A story that ends at a refusal has no more calls: what was wrong with the refused call says more.
	const refusedFor = new Set(
		serious.flatMap(({ code, entries }) => (code === 'refusal_ignored' ? [] : entries)),
	);
	const shown = serious.filter(
		({ code, entries }) =>
			code !== 'refusal_ignored' || !entries.every((entry) => refusedFor.has(entry)),
	);
	const earlier = shown.map(({ code }) => evidence.explained.get(code));
	const resent = resends(evidence);
	const texts = [...shown.map((finding) => findingText(finding, evidence)), ...resent];
	if (failure === null && texts.length === 0) return null;
	const step = failure?.step ?? 'calls of the shop';
	const message = [failure?.message ?? [], ...texts].flat().join('\n');
	const [sameAs] = earlier;
	const isRepeated = failure === null && resent.length === 0 && !earlier.includes(undefined);
	return { ...failure, step, message, ...(isRepeated && sameAs ? { sameAs } : {}) };
}

function findingText(
	{ code, severity, text, fix, entries }: FindingGroup,
	{ story, calls, explained }: Evidence,
) {
	const shown = calls.filter(({ id }) => entries.includes(id)).map(callText);
	const named = shown.length > 0 ? `\nCalls: ${shown.join('; ')}` : '';
	const before = explained.get(code);
	if (before) return `Finding ${code} (${severity}), as in ${before}.${named}`;
	explained.set(code, story.name);
	return `Finding ${code} (${severity}): ${text}${named}\nFix: ${fix}`;
}

/** An application that retries waits; an HTTP client that sends again by itself does not. */
const shortestPauseMs = 100;

/** A call whose connection was cut, and that the shop sent again at once within the same checkout. */
function resends({ calls, checkouts }: Evidence): string[] {
	return calls.flatMap((call, index) => {
		const earlier = calls.slice(0, index).findLast(({ endpoint }) => endpoint === call.endpoint);
		if (earlier?.status !== 0) return [];
		const cutMs = Date.parse(earlier.wallAt);
		const pauseMs = Math.max(0, Math.round(arrivedMs(call) - cutMs));
		const isAtOnce =
			pauseMs < shortestPauseMs &&
			JSON.stringify(call.request) === JSON.stringify(earlier.request) &&
			// The runner checks out again as soon as the shopper sees an error.
			checkouts.some(({ startMs, endMs }) => cutMs >= startMs - 1 && arrivedMs(call) <= endMs + 1);
		if (!call.resent && !isAtOnce) return [];
		return [
			`Finding retried_without_pause (risky): the same request was sent again ${pauseMs} ms after its connection was cut. An HTTP client that re-sends a POST by itself does so: the service may have done the first one.\nCalls: ${callText(earlier)}; ${callText(call)}\nFix: Switch automatic re-sends off for POST requests. Let the shop decide about a retry, after a pause.`,
		];
	});
}

const arrivedMs = (call: JournalEntry) => Date.parse(call.wallAt) - wholeTimeMs(call);

function callText({ id, method, path, status, problem, fault, resent }: JournalEntry): string {
	const answer = status === 0 ? 'no answer' : String(status);
	const notes = [
		...(problem ? [problem] : []),
		...(fault ? [`fault ${fault.kind}, ${fault.phase}`] : []),
		...(resent ? ['re-sent by the HTTP client'] : []),
	];
	return `#${id} ${method} ${path} → ${answer}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
}

/** The calls of the shop as steps: the report draws them. */
export function callSteps({ calls, startedMs }: Evidence): ScenarioStep[] {
	return calls.map((call) => ({
		name: call.path.split('/').at(-1) ?? call.path,
		status: 'passed',
		durationMs: rounded(wholeTimeMs(call)),
		detail: callText(call),
		atMs: rounded(Math.max(0, arrivedMs(call) - startedMs)),
		message: { from: 'merchant', to: 'service' },
	}));
}

const rounded = (milliseconds: number) => Math.round(milliseconds * 10) / 10;

/** In the order of their beginning. */
export const inTimeOrder = (steps: readonly ScenarioStep[]): ScenarioStep[] =>
	steps.toSorted((one, other) => (one.atMs ?? 0) - (other.atMs ?? 0));

/** Shopper, calls, faults and states, a line each. */
export function timelineOf(steps: readonly ScenarioStep[], { payments }: Evidence): string[] {
	const lines = steps.map(({ atMs = 0, name, status, detail, message }) => {
		const at = `${Math.round(atMs)} ms`.padStart(9);
		const who = message ? `${message.from} → ${message.to}` : 'runner';
		const mark = status === 'failed' ? 'FAILED ' : '';
		const [line = ''] = (detail ?? '').split('\n');
		const what = line.length > 160 ? `${line.slice(0, 160)}…` : line;
		return `${at}  ${who.padEnd(19)}  ${mark}${name}${what ? `  (${what})` : ''}`;
	});
	return [...lines, ...payments];
}
