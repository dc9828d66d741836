/** Explains what happened to one payment: its calls, the shopper's steps, its states, and what decided them. */
import { isoTime } from '../contract/clock.ts';
import type { PaymentView } from '../contract/control.ts';
import { severities } from '../contract/finding-table.ts';
import type { Explanation, Finding } from '../contract/findings.ts';
import { toVisibleText } from '../contract/visible.ts';
import { creatingCall, startPageCall } from '../domain/call-history.ts';
import type { CallFacts } from './facts.ts';
import { callsByHistoryName, isInHistory, isLost } from './facts.ts';

/** The most steps in the result; the latest are kept. */
const maxSteps = 500;

interface Step {
	readonly atMs: number;
	/** A state, `attempt`, or the name of a call in the payment's history. Empty for a call that leads to no state. */
	readonly name: string;
	readonly text: string;
}

interface CallStep extends Step {
	/** The place of the call's arrival (`CallOrder`); null if the step has no journal entry. */
	readonly arrived: number | null;
}

interface StateStep extends Step {
	/** The names of the calls that may have led to it at once; empty if it came with time. */
	ledToBy: readonly string[];
}

interface ExplainRequest {
	payment: PaymentView;
	/** The number of each call in the payment's history, among those with its name. */
	callNumbers: readonly number[];
	/** The calls of the payment in the journal, oldest first. */
	calls: readonly CallFacts[];
	findings: Finding[];
}

export function explain(request: ExplainRequest): Explanation {
	const { payment, findings } = request;
	const steps = merge(callSteps(request), stateSteps(payment)).slice(-maxSteps);
	const story = steps.map(({ atMs, text }) => ({ at: isoTime(atMs), text }));
	return { summary: summaryOf(payment, findings), story, findings };
}

function summaryOf(payment: PaymentView, findings: readonly Finding[]): string {
	const { majorAmount, currency, paymentReference, state, final, option, suboption } = payment;
	const order = paymentReference === null ? '' : ` for ${paymentReference}`;
	const bank = suboption ? ` (${suboption.name})` : '';
	const by = option ? ` by ${option.name}${bank}` : '';
	const choice = option ? [] : ['No payment option was chosen.'];
	const first = `A payment of ${majorAmount} ${currency}${order}${by} is ${state}${final ? ', which is final' : ''}.`;
	return [first, ...choice, ...outcomeText(payment), countText(findings)].join(' ');
}

function outcomeText({ attempts, fate, final }: PaymentView): string[] {
	if (fate === null) return final ? [] : ['Nothing has decided its outcome yet.'];
	const reason = fate.reason === null ? '' : `, with the reason ${fate.reason}`;
	const tries = attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`;
	return [`${tries}; the outcome ${fate.outcome} was decided by ${fate.cause}${reason}.`];
}

function countText(findings: readonly Finding[]): string {
	const counts = severities.flatMap((severity) => {
		const count = findings.filter((finding) => finding.severity === severity).length;
		return count === 0 ? [] : `${count} ${severity}`;
	});
	return counts.length === 0 ? 'No findings.' : `Findings: ${counts.join(', ')}.`;
}

/** The name in the payment's history of each documented call. */
const historyNames = Object.fromEntries(
	Object.entries(callsByHistoryName).map(([name, call]) => [call, name]),
);

/**
 * Combines two sources. The payment's history has its latest 20 calls with the times at which they took effect, `act`
 * included. The journal has all documented calls with their status, also those that a fault prevented or that were
 * refused before the payment was read. A call in both has the same name and number.
 */
function callSteps({ payment, callNumbers, calls }: ExplainRequest): CallStep[] {
	const recorded = new Map<string, CallFacts>();
	const left = new Set(calls.filter(({ call, status }) => call !== null || status >= 400));
	for (const entry of left) {
		if (entry.call === null || !isInHistory(entry)) continue;
		if (entry.transactionId !== payment.transactionId) continue;
		recorded.set(`${historyNames[entry.call]} ${entry.callNumber}`, entry);
	}
	const steps = payment.calls.map((note, index): CallStep => {
		const entry = recorded.get(`${note.call} ${callNumbers[index]}`);
		if (entry) left.delete(entry);
		const name = note.call.replace(/^act /, '');
		return {
			arrived: entry?.order.arrived ?? null,
			atMs: Date.parse(note.at),
			// A refused call leads to no state.
			name: note.result === 'ok' ? name : '',
			text: entry ? entryText(entry) : noteText(note),
		};
	});
	for (const entry of [...left].slice(-maxSteps)) {
		const { atMs, order } = entry;
		const isBefore = (step: CallStep) =>
			step.atMs === atMs ? (step.arrived ?? Infinity) < order.arrived : step.atMs < atMs;
		const place = steps.findLastIndex(isBefore);
		const { call, problem } = entry;
		// The history has the latest calls only: an earlier one may have led to a state too.
		const name = call !== null && problem === null && isInHistory(entry) ? historyNames[call] : '';
		const step = { arrived: order.arrived, atMs, name: name ?? '', text: entryText(entry) };
		steps.splice(place + 1, 0, step);
	}
	return steps;
}

function entryText(entry: CallFacts): string {
	const { call, id, status, problem, faults, resent, closedBy, timing, warnings } = entry;
	const name = call === null ? `${entry.method} ${entry.path}` : historyNames[call];
	const parts = [
		status === 0 ? `${name} has no answer` : `${name} is answered with ${status}`,
		problem === null ? '' : ` (${problem})`,
		`, journal entry ${id}.`,
		...faults.map(({ id, kind, phase }) => ` The fault ${id} (${kind}, ${phase}) hit it.`),
		closedBy === null ? '' : closings[closedBy],
		closedBy === null && isLost(entry) ? ' The client did not receive the whole answer.' : '',
		resent ? ' The HTTP client sent it again by itself, not the application.' : '',
		waitText('The call waited for a free server', timing.queueMs),
		waitText('The server worked', timing.serviceMs),
		waitText('The answer was held back', timing.injectedMs),
		warnings.length > 0 ? ` Warnings: ${warnings.join(', ')}.` : '',
	];
	return parts.join('');
}

function waitText(what: string, ms: number): string {
	return ms > 0 ? ` ${what} for ${Math.round(ms)} ms.` : '';
}

const actions: Readonly<Record<string, string>> = {
	[startPageCall]: 'The start page creates the payment',
	open: 'The shopper opens the cashier page',
	submit: 'The shopper submits the form',
	otp: 'The shopper types the code of the challenge',
	cancel: 'The shopper cancels',
	return: 'The shopper follows the return link',
	confirm: 'A caller makes the network confirm',
	decline: 'A caller makes the network decline',
	expire: 'A caller ends the window',
	steer: 'The outcome or the return link timing is set',
};

const closings = {
	client: ' The client left before the answer.',
	fault: ' A fault kept the answer from the client.',
	sandbox: ' The sandbox closed the connection before the answer.',
};

function noteText({ call, result, closedBy, warnings }: PaymentView['calls'][number]): string {
	const action = call.replace(/^act /, '');
	const isAct = action !== call;
	const parts = [
		actions[action] ?? `${call} is called`,
		isAct ? ' through the control API' : '',
		result === 'ok' ? '.' : `, and is refused: ${result}.`,
		closedBy === null ? '' : closings[closedBy],
		warnings.length > 0 ? ` Warnings: ${warnings.join(', ')}.` : '',
	];
	return parts.join('');
}

/** The calls that lead to a state at once, by the cause of the state. */
const callsByCause: Readonly<Record<string, readonly string[]>> = {
	[creatingCall]: [creatingCall],
	[startPageCall]: [startPageCall],
	'hybrid-payment': ['hybrid-payment'],
	'shopper opened the cashier': ['open', 'submit'],
	'a code is asked for': ['submit'],
	'shopper tries again': ['submit'],
	'shopper submitted': ['submit', 'otp'],
	'wrong code': ['otp'],
	'shopper cancelled': ['cancel'],
	'control API: confirm': ['confirm'],
	'control API: decline': ['decline'],
	'control API: expire': ['expire'],
};

/** The steps of the timeline. Each attempt is placed before the state that it leads to. */
function stateSteps({ timeline, attempts }: PaymentView): StateStep[] {
	const steps = timeline.map(({ state, at, cause, planned }, index): StateStep => {
		const previous = timeline[index - 1];
		const wasProcessing = previous?.state === 'processing';
		const waitMs = wasProcessing ? Date.parse(at) - Date.parse(previous.at) : 0;
		const wait = waitMs > 0 ? ` after ${waitMs / 1000} s in processing` : '';
		const is = planned ? 'Planned: the payment will be' : 'The payment is';
		// The outcomes EXPIRE and CANCEL take effect at once. Their causes name the outcome.
		const endsAtOnce = (state === 'expired' || state === 'cancelled') && cause.includes(' = ');
		const byOutcome = wasProcessing ? ['steer'] : ['submit', 'otp'];
		return {
			atMs: Date.parse(at),
			name: state,
			text: `${is} ${state}${wait}: ${cause}.`,
			ledToBy: callsByCause[cause] ?? (endsAtOnce ? byOutcome : []),
		};
	});
	attempts.forEach(({ at, fate, card }, index) => {
		const atMs = Date.parse(at);
		const reason = fate.reason === null ? '' : ` (${fate.reason})`;
		const by = card === null ? '' : ` with the card ${card}`;
		const text = `Attempt ${index + 1}${by}: the outcome is ${fate.outcome}${reason}, decided by ${fate.cause}.`;
		// Before each attempt but the first, another one was declined.
		const declines = steps.flatMap(({ name }, place) => (name === 'declined' ? place : []));
		const earliest = (declines[index - 1] ?? -1) + 1;
		const place = steps.findIndex(
			(step, position) =>
				position >= earliest &&
				(step.atMs > atMs || (step.atMs === atMs && !isBeforeSubmit(step.name))),
		);
		const next = steps[place];
		// After a challenge, the right code leads to the state.
		if (fate.outcome === 'CHALLENGE' && next?.name === 'processing') next.ledToBy = ['otp'];
		const attempt = { atMs, name: 'attempt', text, ledToBy: ['submit'] };
		steps.splice(place < 0 ? steps.length : place, 0, attempt);
	});
	return steps;
}

const isBeforeSubmit = (name: string) =>
	name === 'created' || name === 'redirected' || name === 'opened' || name === 'attempt';

/**
 * Merges the steps by time. If times are equal, as with a stopped clock, a state comes after the call that led to it. A
 * state that came with time comes before the calls, because it was in effect for them; without a processing delay, it
 * follows the state before it.
 */
function merge(calls: readonly Step[], states: readonly StateStep[]): Step[] {
	const merged: Step[] = [];
	const left = [...calls];
	/** The call that led to the previous state. */
	let latest: Step | undefined;
	for (const [index, state] of states.entries()) {
		const { atMs, ledToBy } = state;
		const leads = (call: Step) => call.atMs === atMs && ledToBy.includes(call.name);
		while (left[0] && left[0].atMs < atMs) merged.push(...left.splice(0, 1));
		const isRetry = (step: StateStep) => step.name === 'attempt' && step.atMs === atMs;
		const hasRetry = states.slice(index + 1).some(isRetry);
		const retry = hasRetry ? left.findIndex(({ name }) => name === 'submit') : -1;
		// The calls before the next attempt.
		const ofAttempt = retry < 0 ? left : left.slice(0, retry);
		const last = ofAttempt.findLast((call) => leads(call) && mayLeadToNoState(call.name));
		if (last || !latest || !leads(latest)) {
			latest = last ?? left.find(leads);
			if (latest) merged.push(...left.splice(0, left.indexOf(latest) + 1));
		}
		merged.push(state);
	}
	return [...merged, ...left];
}

/**
 * Whether a call may be accepted and lead to no state, as a wrong code and most outcomes do. Of several such calls before
 * the next attempt, the last one led to the state.
 */
const mayLeadToNoState = (name: string) => name === 'otp' || name === 'steer';

/** Writes the explanation as text, for a terminal or a ticket. */
export function explanationText({ summary, story, findings }: Explanation): string {
	const lines = [summary, '', ...story.map(({ at, text }) => `${at}  ${text}`)];
	const shown = findings.filter(({ severity }) => severity !== 'note');
	for (const { severity, code, text, fix, entries } of shown) {
		const where = entries.length === 0 ? '' : ` (journal entries ${entries.join(', ')})`;
		lines.push('', `${severity}: ${code}${where}`, `  ${text}`, `  Fix: ${fix}`);
	}
	const gaps = findings.flatMap(({ severity, assumption }) =>
		severity === 'note' && assumption ? assumption : [],
	);
	if (gaps.length > 0) lines.push('', `Assumptions that shaped the answers: ${gaps.join(', ')}`);
	return `${lines.map((line) => toVisibleText(line)).join('\n')}\n`;
}
