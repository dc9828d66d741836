/** Reads a recording from a payment of a sandbox: its timeline, its attempts, and its calls in the journal. */
import type { Act, PaymentView } from '../../simulator/contract/control.ts';
import { paymentViewSchema } from '../../simulator/contract/control.ts';
import type { FaultHit } from '../../simulator/contract/faults.ts';
import type { JournalEntry, JournalView } from '../../simulator/contract/journal.ts';
import { journalSchema } from '../../simulator/contract/journal.ts';
import type { JsonObject } from '../../simulator/contract/json.ts';
import { isObject, valueAt } from '../../simulator/contract/json.ts';
import type { ServiceCall } from '../../simulator/contract/routes.ts';
import { controlPaths, serviceCalls, servicePaths } from '../../simulator/contract/routes.ts';
import type { Outcome } from '../../simulator/contract/test-values.ts';
import type { HttpClient } from '../harness/http.ts';
import type { RecordedAct, RecordedEvent, Recording } from './recording.ts';
import { cardNameOf, outcomesOf, RecordingError, resultOf } from './recording.ts';

export async function recordPayment(client: HttpClient, id: string): Promise<Recording> {
	const at = `${controlPaths.payments}/${encodeURIComponent(id)}`;
	const payment = await client.call({ method: 'GET', path: at }, paymentViewSchema);
	return recordingOf(payment, await entriesOf(client, payment));
}

/**
 * The journal entries of a payment, oldest first. An entry without a transaction id is found by the payment in its
 * request: the call was refused before the payment was read.
 */
async function entriesOf(client: HttpClient, payment: PaymentView): Promise<JournalEntry[]> {
	const { transactionId, sessionId, paymentReference } = payment;
	const belongs = ({ endpoint, request, transactionId: known }: JournalEntry) => {
		if (known !== null) return known === transactionId;
		if (endpoint !== 'paymentOptions') return valueAt(request, ['sessionId']) === sessionId;
		const reference = valueAt(request, ['paymentReference']);
		return reference === paymentReference && paymentReference !== null;
	};
	const found: JournalEntry[] = [];
	for (let next: string | null = ''; next !== null; ) {
		const path = `${controlPaths.journal}?limit=1000${next && `&cursor=${next}`}`;
		const page: JournalView = await client.call({ method: 'GET', path }, journalSchema);
		found.push(...page.entries.filter(belongs));
		next = page.next;
	}
	return found.reverse();
}

type PaymentCall = PaymentView['calls'][number];
type ActName = Act['action'];

const msOf = (time: string) => Date.parse(time);
const callNames = new Map<string, ServiceCall>(
	serviceCalls.map((call) => [
		servicePaths[call].slice(servicePaths[call].lastIndexOf('/') + 1),
		call,
	]),
);

/** Shorter pauses are left out of the story: they are only the time that the shopper and the machines took. */
const shortestPauseMs = 60_000;

function recordingOf(payment: PaymentView, entries: readonly JournalEntry[]): Recording {
	const { sessionId, calls, option, suboption } = payment;
	if (calls[0]?.call === 'start page') {
		throw new RecordingError(
			'The start page made the payment, and its calls are not in the journal. Record a payment of your system.',
		);
	}
	if (callNames.get(calls[0]?.call ?? '') !== 'paymentOptions') {
		throw new RecordingError(
			`The payment has more calls than the ${calls.length} that the sandbox keeps, so its beginning is unknown.`,
		);
	}
	const unexplained: string[] = [];
	const events: RecordedEvent[] = [];
	const accepted = calls.filter(({ call, result }) => {
		// Refused calls of the merchant are read from the journal.
		if (result !== 'ok' && !callNames.has(call)) {
			unexplained.push(`${call} was refused (${result}): the story leaves it out.`);
		}
		return result === 'ok';
	});
	const takeEntry = entriesByCall(sessionId, entries, unexplained);
	const takeStates = stateReader(payment);
	let lastMs = msOf(payment.timeline[0]?.at ?? '');
	const createdMs = lastMs;

	const addPause = (untilMs: number) => {
		const ms = untilMs - lastMs;
		if (ms >= shortestPauseMs) events.push({ type: 'pause', ms: Math.floor(ms / 1_000) * 1_000 });
		lastMs = untilMs;
	};
	const addStates = (untilMs: number) => {
		for (const { state, at } of takeStates.planned(untilMs)) {
			events.push({ type: 'wait', sessionId, state, afterMs: msOf(at) - createdMs });
			lastMs = msOf(at);
		}
	};

	for (const [index, call] of accepted.entries()) {
		const documented = callNames.get(call.call);
		const atMs = msOf(call.at);
		addStates(atMs);
		if (index > 0) addPause(atMs);
		if (documented) {
			takeStates.after(call.call, call.at);
			const entry = takeEntry(documented);
			const request = withMajorAmount(entry.request, payment);
			events.push({ ...entry, request, ...outcomeOf(documented, payment) });
			continue;
		}
		const act = actOf(call, accepted.slice(index + 1), sessionId, takeStates);
		if (act) events.push(act);
		else unexplained.push(`${call.call}: the story leaves it out; its effect is in the outcome.`);
	}
	addStates(Number.POSITIVE_INFINITY);
	if (payment.return !== null) {
		const how = `when the pages show the return link (${payment.return})`;
		unexplained.push(`A header or steer decided ${how}: the story leaves it out.`);
	}
	const names = (item: { id: string; name: string } | null) =>
		new Map(item ? [[item.id, item.name]] : []);
	return { events, knownNames: { options: names(option), banks: names(suboption) }, unexplained };
}

/** Returns a function that returns the journal entry of the next accepted call of a kind. */
function entriesByCall(sessionId: string, entries: readonly JournalEntry[], unexplained: string[]) {
	const queues = new Map<ServiceCall, JournalEntry[]>(serviceCalls.map((call) => [call, []]));
	for (const entry of entries) {
		const queue = queues.get(entry.endpoint as ServiceCall);
		if (!queue) continue;
		const { fault, problem, id, endpoint, transactionId } = entry;
		const name = `${endpoint}, journal entry ${id}`;
		if (fault) unexplained.push(`${name}: its fault ${fault.kind} is left out.`);
		if (problem !== null && problem !== 'injected_fault') {
			unexplained.push(`${name}: refused (${problem}), so the story leaves it out.`);
		} else if (transactionId !== null && (fault === null || reachesService(fault))) {
			queue.push(entry);
		}
	}
	return (call: ServiceCall) => {
		const entry = queues.get(call)?.shift();
		if (!entry || !isObject(entry.request)) {
			throw new RecordingError(
				`The journal has no entry of a ${servicePaths[call]} of this payment. Record with journal.mode "full", and before the journal drops the entry.`,
			);
		}
		const headers = Object.entries(entry.headers).filter(([, value]) => value !== null);
		// If the response was lost, use the session id: the session exists.
		const lost = call === 'paymentOptions' ? { sessionId } : null;
		return {
			type: 'call' as const,
			call,
			request: entry.request,
			response: resultOf(call, entry.response) ?? lost,
			headers: Object.fromEntries(headers) as Record<string, string>,
		};
	};
}

/**
 * The request with its amount in major units: a story sends those. The two amounts of the payment differ if the recorded
 * one counts minor units (D-02).
 */
function withMajorAmount(request: JsonObject, { amount, majorAmount }: PaymentView): JsonObject {
	const major = Number(majorAmount);
	return request.amount === amount && major !== amount ? { ...request, amount: major } : request;
}

const reachesService = ({ kind, phase }: FaultHit) => phase === 'after' || kind === 'delay';

/** The causes of states that a call reaches at once. */
const causes: Readonly<Record<string, RegExp>> = {
	'payment-options': /^payment-options$/,
	'hybrid-payment': /^hybrid-payment$/,
	open: /^shopper opened the cashier$/,
	submit: /^shopper (opened the cashier|tries again|submitted)$/,
	'submit with a challenge': /^(shopper opened the cashier|a code is asked for)$/,
	otp: /^(shopper submitted|wrong code)$/,
	cancel: /^shopper cancelled$/,
	confirm: /^control API: confirm$/,
	decline: /^control API: decline$/,
	expire: /^control API: expire$/,
};

/** Returns a reader of the timeline, from its beginning. Each past entry was caused by a call, or was planned. */
function stateReader({ timeline, attempts }: PaymentView) {
	const past = timeline.filter(({ planned }) => !planned);
	/** With these outcomes, the submit itself leads to the final state. */
	const atOnce = new Set(
		attempts
			.filter(({ fate }) => fate.outcome === 'EXPIRE' || fate.outcome === 'CANCEL')
			.map(({ at, fate }) => `${at} ${fate.cause}`),
	);
	const isAtOnce = ({ at, cause }: (typeof past)[number]) => atOnce.has(`${at} ${cause}`);
	const all = Object.values(causes);
	let next = 0;
	let submitted = 0;
	let state = past[0]?.state ?? 'created';
	const takeWhile = (fits: (entry: (typeof past)[number]) => boolean, most = past.length) => {
		const begin = next;
		for (let entry = past[next]; entry && fits(entry); entry = past[next]) {
			if (next - begin === most) break;
			state = entry.state;
			next += 1;
		}
		return past.slice(begin, next);
	};
	return {
		/** Returns the planned states that were reached up to a time. */
		planned: (untilMs: number) =>
			takeWhile(
				(entry) =>
					msOf(entry.at) <= untilMs &&
					!isAtOnce(entry) &&
					!all.some((pattern) => pattern.test(entry.cause)),
			),
		/** Returns the state after a call. */
		after(name: string, at: string) {
			takeWhile(
				(entry) =>
					entry.at === at &&
					(causes[name]?.test(entry.cause) || (name === 'submit' && isAtOnce(entry))),
				// The next submit may have the same time.
				name === 'otp' ? 1 : undefined,
			);
			return state;
		},
		/**
		 * Returns the attempt that the next submit added; undefined if it added none. Several submits may have the same time.
		 * After an attempt, the payment is opened only while it asks for a code; a submit then adds no attempt.
		 */
		takeAttempt() {
			if (submitted > 0 && state === 'opened') return undefined;
			submitted += 1;
			return attempts[submitted - 1];
		},
	};
}

/** The shopper's action in a call; null for a steer. */
function actOf(
	call: PaymentCall,
	later: readonly PaymentCall[],
	sessionId: string,
	{ after: stateAfter, takeAttempt }: ReturnType<typeof stateReader>,
): RecordedAct | null {
	const name = call.call.replace(/^act /, '') as ActName;
	const common = { type: 'act', sessionId } as const;
	switch (name) {
		case 'steer':
			return null;
		case 'submit': {
			const attempt = takeAttempt();
			const card = attempt?.card ? cardNameOf(attempt.card) : null;
			const hasChallenge = attempt?.fate.outcome === 'CHALLENGE';
			const state = stateAfter(hasChallenge ? 'submit with a challenge' : name, call.at);
			return { ...common, act: name, card, state };
		}
		case 'otp': {
			const nextForm = later.find((other) => /(submit|otp)$/.test(other.call));
			const isLast = !nextForm?.call.endsWith('otp');
			// Only the last code decides: the payment accepts no other code after it.
			const state = stateAfter(isLast ? name : 'wrong code', call.at);
			const code =
				!isLast || state === 'opened' ? 'wrong' : state === 'declined' ? 'fails' : 'passes';
			return { ...common, act: name, code, state };
		}
		default:
			return { ...common, act: name, state: stateAfter(name, call.at) };
	}
}

/**
 * The outcomes for the header of payment-options. They are needed when the story's cards and banks do not lead to the
 * same fates, because an e-mail address, a draw or a steer selected them.
 */
function outcomeOf(call: ServiceCall, { attempts, fate }: PaymentView): { outcome?: Outcome[] } {
	if (call !== 'paymentOptions') return {};
	const isRepeated = ({ fate: { cause }, card }: PaymentView['attempts'][number]) =>
		cause.startsWith('test card ')
			? card !== null && cardNameOf(card) !== null
			: /^(test bank = .*|default outcome = APPROVE)$/.test(cause);
	if (attempts.length === 0) {
		const isDefault = !fate || fate.cause === 'default outcome = APPROVE';
		return isDefault || fate.cause.startsWith('test bank') ? {} : { outcome: [fate.outcome] };
	}
	return outcomesOf(
		attempts.map((attempt) => {
			const { cause, outcome } = attempt.fate;
			// An attempt that the network decided by a control call was in processing until then.
			const isSettled = /^control API: (confirm|decline)$/.test(cause);
			return { outcome: isSettled ? 'HOLD' : outcome, isRepeated: isRepeated(attempt) };
		}),
	);
}
