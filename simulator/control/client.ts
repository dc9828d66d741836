/** The library's client of the control API. It sends the same HTTP requests as any other client. */
import type {
	Act,
	AdvanceResult,
	AwaitedState,
	PaymentList,
	PaymentState,
	PaymentView,
} from '../contract/control.ts';
import { awaitedStates, waitSchema } from '../contract/control.ts';
import type { Duration } from '../contract/duration.ts';
import { toMs } from '../contract/duration.ts';
import type { FaultList, FaultRuleInput, FaultRuleView, PresetName } from '../contract/faults.ts';
import type { Explanation, FindingFilter, FindingList } from '../contract/findings.ts';
import type { JournalCleared, JournalFilter, JournalView } from '../contract/journal.ts';
import { nestingProblem, notJsonProblem } from '../contract/json.ts';
import type { Problem } from '../contract/problem.ts';
import { controlPaths } from '../contract/routes.ts';
import type { Settings, SomeSettings } from '../contract/settings.ts';
import type { Settlement, SettlementFilter } from '../contract/settlement.ts';
import type {
	VerifyAll,
	VerifyAllAnswer,
	VerifyAnswer,
	VerifyQuestion,
} from '../contract/verify.ts';
import type { HttpClient } from '../runtime/http-client.ts';
import { monotonicMs, sleep } from '../runtime/time.ts';

interface ControlHttpOptions {
	http: Pick<HttpClient, 'send'>;
	token: string | null;
	/** Whether the sandbox was closed, or is being closed. */
	isClosed(): boolean;
}

export function createControlHttpClient(
	url: string,
	{ http, token, isClosed }: ControlHttpOptions,
) {
	async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
		const problem = nestingProblem(body) ?? notJsonProblem(body);
		if (problem !== null) throw new Error(`${method} ${path} was not sent: ${problem}.`);
		if (isClosed()) throw new Error(`${method} ${path} was not sent: the sandbox is closed.`);
		const headers = {
			...(token === null ? {} : { Authorization: `Bearer ${token}` }),
			...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
		};
		const sent = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
		const answer = await http.send(url + path, sent).catch((cause: unknown) => {
			if (!isClosed()) throw cause;
			throw new Error(`${method} ${path} got no answer: the sandbox was closed.`, { cause });
		});
		const content = JSON.parse(answer.text) as T | Problem;
		// A verification that fails is a result, not an error: only problem+json is an error.
		if (!answer.contentType.startsWith('application/problem+json')) return content as T;
		const { code, detail, fix } = content as Problem;
		if (code === 'sandbox_stopping') {
			throw new Error(`${method} ${path} got no answer: the sandbox was closed.`);
		}
		throw new Error(`${method} ${path} was refused (${code}): ${detail} ${fix}`);
	}
	return {
		get: <T>(path: string) => call<T>('GET', path),
		put: <T>(path: string, body: unknown) => call<T>('PUT', path, body),
		post: <T>(path: string, body?: unknown) => call<T>('POST', path, body),
		delete: <T>(path: string) => call<T>('DELETE', path),
	};
}

type Client = ReturnType<typeof createControlHttpClient>;

export interface PaymentFilter {
	state?: PaymentState;
	reference?: string;
	/** The most payments to return; at most 1,000. */
	limit?: number;
}

/** How often to look for a payment that does not exist yet, in milliseconds. */
const pollMs = 50;
/** How soon a wait by reference first looks for a newer payment, in milliseconds. Each time it waits twice as long. */
const newestAfterMs = 250;
const newestAtMostMs = 1_000;

/** The methods of one workspace. */
export interface WorkspaceControl {
	/** The base address of the workspace, without a trailing slash. Point your system there. */
	url: string;
	payment(id: string): Promise<PaymentView>;
	/** Returns payments, newest first; 50 if there is no limit. */
	payments(filter?: PaymentFilter): Promise<PaymentView[]>;
	/**
	 * Waits until the payment is in the state, or in one of several; `final` is any final state. A reference selects its
	 * newest payment, which does not have to exist yet; the wait moves on to one that is created meanwhile. Rejects at once
	 * when the payment is final in another state, and when it waits for `created` alone and the payment has left it.
	 * Otherwise it rejects when the timeout ends (wall time, 30 s by default), also if the payment has left the state.
	 */
	waitFor(
		payment: string | { reference: string },
		until: AwaitedState | readonly AwaitedState[],
		options?: { timeout?: Duration },
	): Promise<PaymentView>;
	act(id: string, action: Act): Promise<PaymentView>;
	advance(by: Duration): Promise<AdvanceResult>;
	/** Returns the recorded calls, newest first. */
	journal(filter?: JournalFilter): Promise<JournalView>;
	/** Empties the journal. Returns the number of removed entries. */
	clearJournal(): Promise<number>;
	/**
	 * Counts the matching calls of your system. Rejects if their number is not as expected; the message lists how the
	 * most similar calls differ. `within` waits, in real time.
	 */
	verify(question: VerifyQuestion): Promise<VerifyAnswer>;
	/** Checks several questions. Rejects with the messages of all that fail. */
	verify(questions: VerifyAll): Promise<VerifyAllAnswer>;
	/** Rejects unless exactly one payment has the reference, however often the call was sent. */
	expectOncePerOrder(
		reference: string,
		options?: Pick<VerifyQuestion, 'within' | 'since'>,
	): Promise<VerifyAnswer>;
	/** The rules that break calls on purpose. */
	faults: FaultControl;
	/** Returns what is wrong with the calls so far, the most severe first. */
	findings(filter?: FindingFilter): Promise<FindingList>;
	/** Returns what happened to a payment, what decided its outcome, and the findings about it. */
	explain(id: string): Promise<Explanation>;
	/** Returns final payments, oldest first, as a settlement file could list them. It is not part of the service. */
	settlement(filter?: SettlementFilter): Promise<Settlement>;
	/** Merges the patch into the settings; `null` restores a default. */
	configure(patch: SomeSettings): Promise<Settings>;
	/** Deletes the payments, and restores the settings and the clock that the workspace began with. */
	reset(): Promise<void>;
}

/** The fault rules of one workspace. */
export interface FaultControl {
	/** Returns the rules, in the order in which calls are compared with them. */
	rules(): Promise<FaultRuleView[]>;
	add(rule: FaultRuleInput): Promise<FaultRuleView>;
	addPreset(name: PresetName): Promise<FaultRuleView[]>;
	/** Replaces the rule with this id, or adds it. Its counts start again at 0. */
	put(id: string, rule: FaultRuleInput): Promise<FaultRuleView>;
	remove(id: string): Promise<void>;
	/** Removes all rules. Returns how many there were. */
	clear(): Promise<number>;
}

export function controlWorkspace(
	url: string,
	{ get, post, put, delete: remove }: Client,
): WorkspaceControl {
	const payments = async (filter: PaymentFilter = {}) =>
		(await get<PaymentList>(`${controlPaths.payments}${queryOf(filter)}`)).payments;

	async function newestOf(reference: string): Promise<string | undefined> {
		const [newest] = await payments({ reference, limit: 1 });
		return newest?.transactionId;
	}

	/** Waits for a payment with the reference; returns the id of the newest one. */
	async function idOf(reference: string, deadlineMs: number, withinMs: number): Promise<string> {
		for (;;) {
			const newest = await newestOf(reference);
			if (newest !== undefined) return newest;
			if (monotonicMs() >= deadlineMs) {
				throw new Error(
					`No payment has the reference "${reference}" after ${withinMs} ms. Does your system call ${url}?`,
				);
			}
			await sleep(pollMs);
		}
	}

	function verify(question: VerifyQuestion): Promise<VerifyAnswer>;
	function verify(questions: VerifyAll): Promise<VerifyAllAnswer>;
	async function verify(questions: VerifyQuestion | VerifyAll) {
		const answer = await post<VerifyAnswer | VerifyAllAnswer>(controlPaths.verify, questions);
		if (answer.ok) return answer;
		const failed = 'results' in answer ? answer.results.filter(({ ok }) => !ok) : [answer];
		throw new Error(failed.map(({ message }) => message).join('\n'));
	}

	return {
		url,
		payment: async (id) => await get(pathOf(id)),
		payments,
		async waitFor(payment, awaited, options = {}) {
			const [unknown] = Object.keys(options).filter((name) => name !== 'timeout');
			if (unknown !== undefined)
				throw new Error(`waitFor has no option "${unknown}": it has timeout.`);
			const until = untilText(awaited);
			const withinMs = timeoutMs(options.timeout ?? '30s');
			const deadlineMs = monotonicMs() + withinMs;
			const reference = typeof payment === 'string' ? null : payment.reference;
			const isForCreated = [awaited].flat().every((state) => state === 'created');
			for (let sliceMs = newestAfterMs; ; sliceMs = Math.min(2 * sliceMs, newestAtMostMs)) {
				const id =
					typeof payment === 'string'
						? payment
						: await idOf(payment.reference, deadlineMs, withinMs);
				const leftMs = Math.max(0, Math.ceil(deadlineMs - monotonicMs()));
				const timeout = reference === null ? leftMs : Math.min(leftMs, sliceMs);
				const view = await get<PaymentView>(pathOf(id) + queryOf({ until, timeout }));
				const isOver = timeout === leftMs;
				if (!(view.reached || view.final || isForCreated || isOver)) continue;
				// The system may have created a newer payment meanwhile: then this one decides nothing.
				if (reference !== null && leftMs > 0 && (await newestOf(reference)) !== id) continue;
				if (view.reached) return view;
				const past = isForCreated ? ', and is never created again' : ` after ${withinMs} ms`;
				const when = view.final ? ', which is final' : past;
				throw new Error(`Payment ${id} is ${view.state}${when}: expected ${until}.`);
			}
		},
		act: async (id, action) => await post(`${pathOf(id)}/act`, action),
		advance: (by) => post(controlPaths.advance, { by }),
		journal: (filter = {}) => get(`${controlPaths.journal}${queryOf(filter)}`),
		clearJournal: async () => (await remove<JournalCleared>(controlPaths.journal)).cleared,
		verify,
		async expectOncePerOrder(reference, options = {}) {
			if (typeof reference !== 'string') {
				throw new Error(`expectOncePerOrder needs the reference of an order, not ${reference}.`);
			}
			return await verify({
				// Escape characters that have a meaning in a pattern.
				match: { endpoint: 'paymentOptions', reference: reference.replace(/[*?\\]/g, '\\$&') },
				unit: 'payments',
				times: 1,
				...options,
			});
		},
		faults: {
			rules: async () => (await get<FaultList>(controlPaths.faults)).rules,
			add: (rule) => post(controlPaths.faults, rule),
			addPreset: async (preset) =>
				(await post<Pick<FaultList, 'rules'>>(controlPaths.faults, { preset })).rules,
			put: (id, rule) => put(`${controlPaths.faults}/${encodeURIComponent(id)}`, rule),
			remove: (id) => remove(`${controlPaths.faults}/${encodeURIComponent(id)}`),
			clear: async () => (await remove<{ removed: number }>(controlPaths.faults)).removed,
		},
		findings: (filter = {}) => get(`${controlPaths.findings}${queryOf(filter)}`),
		explain: async (id) => await get(`${pathOf(id)}/explain`),
		settlement: (filter = {}) => get(`${controlPaths.settlement}${queryOf(filter)}`),
		configure: (patch) => put(controlPaths.settings, patch),
		reset: () => post(controlPaths.reset),
	};
}

/** Writes the states as a query value. It checks them, because a wait for a new payment sends them only later. */
function untilText(awaited: AwaitedState | readonly AwaitedState[]): string {
	const states = [awaited].flat();
	const isKnown = states.every((state) => awaitedStates.includes(state));
	if (states.length > 0 && isKnown) return states.join(',');
	throw new Error(
		`waitFor cannot wait for ${JSON.stringify(awaited)}: use ${awaitedStates.join(', ')}, or a list of them.`,
	);
}

function timeoutMs(timeout: Duration): number {
	const { success, error } = waitSchema.safeParse(timeout);
	if (success) return toMs(timeout);
	throw new Error(`waitFor: timeout ${error.issues[0]?.message}, not ${String(timeout)}.`);
}

function pathOf(id: string): string {
	// Refuse ids that cannot be part of a path: dots, also as %2e, mean folders, and half a surrogate pair has no
	// encoding.
	if (/^\.{0,2}$|\p{Cs}/u.test(id)) {
		throw new Error(
			`${JSON.stringify(id)} is not the id of a payment: use its sessionId or transactionId.`,
		);
	}
	return `${controlPaths.payments}/${encodeURIComponent(id)}`;
}

function queryOf(fields: object): string {
	const given = Object.entries(fields);
	for (const [name, value] of given) {
		if (value === undefined)
			throw new Error(`${name} is undefined: leave it out, or give it a value.`);
		if (!['string', 'number', 'boolean'].includes(typeof value))
			throw new Error(`${name} must be a text or a number, not ${value}.`);
	}
	return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
