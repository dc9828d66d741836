/** Applies an event to a stored payment: makes the pure decision in one transaction. */
import { optionByCode } from '../catalog/catalog.ts';
import { toMs } from '../contract/duration.ts';
import type { Notice } from '../contract/warnings.ts';
import { warningsIn } from '../contract/warnings.ts';
import { drawMs } from '../delays/law.ts';
import type { ClosedBy } from '../domain/call-history.ts';
import { withCall, withLostResponse } from '../domain/call-history.ts';
import type { PaymentEvent } from '../domain/event.ts';
import type { DecisionContext } from '../domain/lifecycle.ts';
import { transition } from '../domain/lifecycle.ts';
import type { Payment } from '../domain/payment.ts';
import { paymentKeyOf } from '../domain/payment.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { Awaitable } from '../runtime/awaitable.ts';
import { processingLaw } from '../settings/settings.ts';
import type { Store } from '../state/store.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import { chanceIn, nowIn, rulesIn } from '../workspaces/record.ts';

/** What every call about a payment needs: the store and the machine's clock. */
export interface PaymentDeps {
	store: Store;
	wallNow(): number;
}

/** The call that `perform` works for. */
export interface PaymentCall {
	readonly transactionId: string;
	readonly paymentReference: string | null;
	/** The workspace in which the call took effect. */
	readonly record: WorkspaceRecord;
	/** The number of the call among those with its name in the payment's history, from 1. */
	readonly callNumber: number;
	/** A reproducible random number in [0, 1) for a named decision about this call. */
	chance(decision: string): number;
	/** Notes in the payment who ended the connection before the client had the response. */
	noteLostResponse(closedBy: ClosedBy): Promise<void>;
}

export interface PerformResult {
	/** The payment after the call. */
	payment: Payment;
	record: WorkspaceRecord;
	context: DecisionContext;
	/** Why the event was refused; null if it was accepted. */
	refusal: ApiError | null;
	/** The notices of the call; empty if the event was refused. */
	notices: readonly Notice[];
	call: PaymentCall;
}

/** What a call makes of its request: an event, an event with notices, or an error. */
export type EventOrError =
	| PaymentEvent
	| { event: PaymentEvent; notices: readonly Notice[] }
	| ApiError;

interface PerformOptions {
	workspace: string;
	sessionId: string;
	/** The name of the call in the payment's list of calls: `hybrid-payment`, `act submit`. */
	callName: string;
}

/** Applies an event to a payment. Returns null if the session is unknown. */
export function perform(
	deps: PaymentDeps,
	{ workspace, sessionId, callName }: PerformOptions,
	eventFor: (payment: Payment, context: DecisionContext, record: WorkspaceRecord) => EventOrError,
): Awaitable<PerformResult | null> {
	return deps.store.transact(workspace, sessionId, (payment, record) => {
		const context = decisionContextOf(record, payment, deps.wallNow());
		const made = eventFor(payment, context, record);
		const done =
			'code' in made
				? { ok: false as const, refusal: made }
				: transition(payment, 'event' in made ? made.event : made, context);
		const notices = done.ok ? noticesOf(made, payment, done.payment) : none;
		const after = withCall(done.ok ? done.payment : payment, {
			at: context.now,
			call: callName,
			result: done.ok ? 'ok' : done.refusal.code,
			warnings: warningsIn(notices),
		});
		return {
			payment: after,
			result: {
				payment: after,
				record,
				context,
				refusal: done.ok ? null : done.refusal,
				notices,
				call: latestCall(deps, after, record, callName),
			},
		};
	});
}

/** The cause that the timeline of a payment shows for the processing timeout. */
const timeoutCause = 'processing.timeout (D-09)';

/** What the domain needs to decide about an event: the time, the rules and the random numbers. */
export function decisionContextOf(
	record: WorkspaceRecord,
	payment: Payment,
	wallMs: number,
): DecisionContext {
	const random = chanceIn(record, paymentKeyOf(payment));
	const { hybrid, processing } = record.settings.inForce;
	const { timeout } = processing;
	return {
		now: nowIn(record, wallMs),
		random,
		rules: rulesIn(record),
		repeat: hybrid.repeat,
		processingTimeout: timeout === null ? null : { ms: toMs(timeout), cause: timeoutCause },
		processingMs({ optionCode, kind, suboptionId }, attempt) {
			const { name: optionName, realistic } = optionByCode(optionCode);
			const methodLaw = realistic.processing;
			const law = processingLaw(record.settings, { optionName, kind, suboptionId, methodLaw });
			const drawn = drawMs(law, (name) => random(`processing ${attempt} ${name}`));
			return drawn === null ? null : Math.round(drawn);
		},
	};
}

/** The latest call of a payment with this name. */
export function latestCall(
	{ store }: PaymentDeps,
	payment: Payment,
	record: WorkspaceRecord,
	name: string,
): PaymentCall {
	const n = payment.callHistory.counts[name] ?? 1;
	const { workspace, sessionId, transactionId, paymentReference } = payment;
	return {
		transactionId,
		paymentReference,
		record,
		callNumber: n,
		chance: chanceIn(record, `${paymentKeyOf(payment)} ${name} ${n}`),
		async noteLostResponse(closedBy) {
			await store.transact(workspace, sessionId, (current, { secret }) => {
				// After a reset, a new payment may have the same seeded id.
				const isSame = secret === record.secret;
				const marked = isSame ? withLostResponse(current, { call: name, n, closedBy }) : current;
				return { payment: marked, result: null };
			});
		},
	};
}

const none: readonly Notice[] = [];
const cardOutcome: Notice = { assumption: null, warning: 'card_outcome_without_card' };

/**
 * Adds a warning to the call that selects a card-only outcome for a payment without a card: the payment is declined
 * instead.
 */
function noticesOf(made: EventOrError, before: Payment, after: Payment): readonly Notice[] {
	const notices = 'notices' in made ? made.notices : none;
	const fate = after.attempts.at(-1)?.fate;
	const isMisplaced = fate?.requestedReason && fate !== before.attempts.at(-1)?.fate;
	return isMisplaced ? [...notices, cardOutcome] : notices;
}
