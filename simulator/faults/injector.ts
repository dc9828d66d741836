/** Chooses the fault of a call: by the header `X-Sandbox-Fault`, or by the first rule of the workspace that fires. */
import { toMs } from '../contract/duration.ts';
import type { FaultPhase, FaultRule } from '../contract/faults.ts';
import { headerNames } from '../contract/routes.ts';
import type { KeyedDraw } from '../contract/seed.ts';
import type { Awaitable } from '../runtime/awaitable.ts';
import { andThen } from '../runtime/awaitable.ts';
import { digest } from '../runtime/chance.ts';
import type { AbortSignalLike } from '../runtime/time.ts';
import type { Call, Reply } from '../wire/call.ts';
import type { CallConnection, CallFaults, FaultInjector } from '../wire/endpoint.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import { chanceIn, hasExpired, nowIn } from '../workspaces/record.ts';
import { readFaultHeader } from './header.ts';
import { kindOf } from './kinds.ts';
import type { CompiledRule, FaultSubject } from './match.ts';
import { rulesForEndpoint } from './match.ts';
import type { ChosenFault } from './resends.ts';
import { createResendTracker, invitesResend, mayResend, resendsOf } from './resends.ts';
import type { RuleCounts } from './rule-counts.ts';
import { createRuleCounts, writeIdOf } from './rule-counts.ts';

export interface InjectorOptions {
	recordOf(workspace: string): Awaitable<WorkspaceRecord>;
	/** Finds the payment and the choice of a call for the rules. */
	subjectOf(call: Call): Awaitable<FaultSubject>;
	wallNow(): number;
	monotonicMs(): number;
	sleep(ms: number, ending: AbortSignalLike): Promise<void>;
}

export interface RuleInjector extends FaultInjector {
	countsOf(record: WorkspaceRecord, rule: FaultRule): { seen: number; hits: number };
	/** Whether the rule cannot fire again: its `ttl` or its window is over, or it broke as many calls as `times` says. */
	hasEnded(record: WorkspaceRecord, rule: FaultRule): boolean;
}

interface Chosen extends ChosenFault {
	draw: KeyedDraw;
}

export function createFaultInjector(options: InjectorOptions): RuleInjector {
	const counts = createRuleCounts();
	const resends = createResendTracker(options.monotonicMs);

	async function sleepFor(ms: number, clientGone: AbortSignalLike): Promise<number> {
		const startedMs = options.monotonicMs();
		await options.sleep(ms, clientGone);
		return options.monotonicMs() - startedMs;
	}

	/** Returns the fault of the first active rule that matches the call and fires. */
	function choose(
		rules: readonly CompiledRule[],
		record: WorkspaceRecord,
		subject: FaultSubject,
	): Chosen | null {
		const wallMs = options.wallNow();
		for (const { rule, matches } of rules) {
			if (!matches(subject) || !isActive(rule, record, wallMs)) continue;
			const draw = countAndDraw(counts, rule, record, subject);
			const { id, fault, phase } = rule;
			if (draw) return { id, writeId: writeIdOf(record, id), fault, phase, draw };
		}
		return null;
	}

	/** Makes the faults of a call. `choiceFor` returns the fault of a phase, and is called once for each phase. */
	function createCallFaults(
		call: Call,
		connection: CallConnection,
		subjectOf: () => Awaitable<FaultSubject>,
		choiceFor: (phase: FaultPhase) => Awaitable<Chosen | null>,
		resendsLeft = resendsOf({
			isPage: connection.context.call === null,
			isReused: connection.isReused,
		}),
	): CallFaults {
		const { clientGone } = call;
		const { context, socket, headers } = connection;
		/** How long a delay before the commit took. */
		let waitedMs = 0;
		let delayCause = '';
		const apply = (reply: Reply | null, chosen: Chosen | null): Awaitable<Reply | null> => {
			if (chosen === null) return reply;
			const { draw, ...chosenFault } = chosen;
			const { id, fault, phase } = chosenFault;
			const kind = kindOf(fault);
			context.faults = [...context.faults, { id, kind: fault.kind, phase }];
			const isInvited = resendsLeft > 0 && invitesResend(fault) && mayResend(headers);
			const request = isInvited ? requestDigest(call, connection) : null;
			const sleep = async (ms: number) => {
				const ownMs = await sleepFor(ms, clientGone);
				if (reply === null) waitedMs += ownMs;
				return ownMs;
			};
			const applied = kind.apply(fault, { phase, reply, context, clientGone, draw, sleep });
			const cause = `fault ${id} (${kind.describe(fault)}, ${phase})`;
			return andThen(applied, (broken) => {
				// A client that left during the fault sends nothing again by itself.
				if (request !== null && !clientGone.aborted) {
					resends.noteCut({ request, socket, chosen: chosenFault, resendsLeft });
				}
				if (broken) return withCause(broken, cause);
				delayCause = cause;
				return null;
			});
		};
		return {
			before: () =>
				andThen(choiceFor('before'), (chosen) => {
					if (chosen === null) return null;
					// The journal needs the payment. The route would set it, but a fault before the commit can prevent the route.
					return andThen(subjectOf(), ({ transactionId, reference }) => {
						context.transactionId = transactionId;
						context.paymentReference = reference;
						return apply(null, chosen);
					});
				}),
			after: (reply) =>
				andThen(choiceFor('after'), (chosen) => {
					const { injectedMs = 0 } = reply;
					const late =
						delayCause === ''
							? reply
							: withCause({ ...reply, injectedMs: injectedMs + waitedMs }, delayCause);
					return andThen(apply(late, chosen), (broken) => broken ?? late);
				}),
		};
	}

	/** Makes a fault that no rule chooses: that of the header, or that of the call which a client library re-sends. */
	function withFault(
		call: Call,
		connection: CallConnection,
		fault: ChosenFault,
		resendsLeft?: number,
	): CallFaults {
		const chosen = { ...fault, draw: () => 0 };
		const subjectOf = () => options.subjectOf(call);
		const choiceFor = (phase: FaultPhase) => (phase === fault.phase ? chosen : null);
		return createCallFaults(call, connection, subjectOf, choiceFor, resendsLeft);
	}

	/** The fault of a call that repeats none: that of its header, or of the rules. */
	function faultsOfNewCall(
		call: Call,
		connectionOf: () => CallConnection,
	): ReturnType<FaultInjector['faultsOf']> {
		const header = call.header(headerNames.fault);
		if (header !== undefined) {
			const read = readFaultHeader(header);
			if (typeof read === 'string') return { code: 'invalid_fault', reason: read };
			return withFault(call, connectionOf(), { ...read, id: 'header', writeId: null });
		}
		const { endpoint, workspace, settings } = call;
		const rules = rulesForEndpoint(settings.faults, endpoint);
		if (rules.before.length === 0 && rules.after.length === 0) return null;
		return andThen(options.subjectOf(call), (subject) => {
			const isMatched = ({ matches }: CompiledRule) => matches(subject);
			// Most calls match no rule, and need no read of the record.
			if (!rules.before.some(isMatched) && !rules.after.some(isMatched)) return null;
			const connection = connectionOf();
			return createCallFaults(
				call,
				connection,
				() => subject,
				(phase) => {
					if (!rules[phase].some(isMatched)) return null;
					// Rules may have changed or ended since the call arrived.
					return andThen(options.recordOf(workspace), (record) => {
						// The rules of a workspace after a reset do not apply to a call from before it.
						if (record.secret !== connection.context.secret) return null;
						const latest = rulesForEndpoint(record.settings.inForce.faults, endpoint)[phase];
						return choose(latest, record, subject);
					});
				},
			);
		});
	}

	return {
		faultsOf(call, connectionOf) {
			if (!resends.isExpected()) return faultsOfNewCall(call, connectionOf);
			const connection = connectionOf();
			const repeated = resends.take(requestDigest(call, connection), connection.socket);
			if (repeated === null) return faultsOfNewCall(call, connectionOf);
			const { chosen, resendsLeft } = repeated;
			const resent = () => {
				connection.context.isResent = true;
				return withFault(call, connection, chosen, resendsLeft - 1);
			};
			if (chosen.writeId === null) return resent();
			return andThen(options.recordOf(call.workspace), (record) =>
				// If the rule was removed or written again since the cut, this call is no re-send.
				writeIdOf(record, chosen.id) === chosen.writeId
					? resent()
					: faultsOfNewCall(call, connectionOf),
			);
		},
		countsOf(record, rule) {
			const { seen, hits } = counts.of(record, rule);
			return { seen, hits };
		},
		hasEnded(record, rule) {
			const wallMs = options.wallNow();
			return (
				isUsedUp(rule, counts.of(record, rule)) ||
				hasExpired(record, rule, wallMs) ||
				windowPhase(record, rule, wallMs) === 'after'
			);
		},
	};
}

/** Whether the rule is in its window and within its time to live (wall time). */
function isActive(rule: FaultRule, record: WorkspaceRecord, wallMs: number): boolean {
	const isWritten = record.faultWrites[rule.id] !== undefined;
	const isOpen = windowPhase(record, rule, wallMs) === 'open';
	return isWritten && isOpen && !hasExpired(record, rule, wallMs);
}

/** Where the clock of the workspace is, relative to the window of a rule. Without a window, the rule is always open. */
function windowPhase(
	record: WorkspaceRecord,
	{ id, window }: FaultRule,
	wallMs: number,
): 'before' | 'open' | 'after' {
	const write = record.faultWrites[id];
	if (window === null || write === undefined) return 'open';
	const sinceMs = nowIn(record, wallMs) - write.atMs - toMs(window.after);
	if (sinceMs < 0) return 'before';
	return sinceMs < toMs(window.for) ? 'open' : 'after';
}

/** Whether the rule broke as many calls as it may. */
const isUsedUp = ({ times }: FaultRule, { hits }: { hits: number }) =>
	times !== null && hits >= times;

/** Counts a matching call of a rule. Returns its random draws if the rule fires, and null otherwise. */
function countAndDraw(
	counts: RuleCounts,
	rule: FaultRule,
	record: WorkspaceRecord,
	{ endpoint, key }: FaultSubject,
): KeyedDraw | null {
	const count = counts.of(record, rule);
	count.seen += 1;
	const { probability, skip } = rule;
	if (count.seen <= skip || isUsedUp(rule, count) || probability === 0) return null;
	const occurrence =
		key === null
			? `#${count.seen}`
			: `${key} ${counts.nextOrdinal(record, rule, `${endpoint} ${key}`)}`;
	const draw = chanceIn(record, `fault ${rule.id} ${endpoint} ${occurrence}`);
	if (probability < 1 && draw('fires') >= probability) return null;
	count.hits += 1;
	return draw;
}

function withCause(reply: Reply, cause: string): Reply {
	const { notes } = reply;
	return { ...reply, notes: { ...notes, cause: notes.cause ? `${notes.cause}; ${cause}` : cause } };
}

/** Identifies the request without keeping it. */
function requestDigest(call: Call, { context, headers }: CallConnection): string {
	// The secret differs for each life of a workspace.
	const { method, path, secret, sent } = context;
	const { query } = call;
	// Of a page, the bytes of the form are not kept.
	const body = sent === null ? call.body : sent.toString();
	return digest(JSON.stringify([method, path, query, secret, headers, body]));
}
