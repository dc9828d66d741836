/** Applies an event to a stored payment: a pure decision in one transaction. */
import { optionByCode } from '../catalog/catalog.ts';
import { toMs } from '../contract/duration.ts';
import type { Notice } from '../contract/warnings.ts';
import { warningsIn } from '../contract/warnings.ts';
import { drawMs } from '../delays/law.ts';
import { withCall, withClientGone } from '../domain/call-history.ts';
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
export interface Engine {
	store: Store;
	wallNow(): number;
}

/** A call about a payment. */
export interface PaymentCall {
	readonly transactionId: string;
	readonly paymentReference: string | null;
	/** A draw in [0, 1) for a decision about this call. */
	chance(decision: string): number;
	/** Marks the call in the payment: the client left before the response was sent. */
	clientGone(): Promise<void>;
}

export interface PerformResult {
	/** After the call. */
	payment: Payment;
	record: WorkspaceRecord;
	context: DecisionContext;
	/** Null when the event was accepted. */
	refusal: ApiError | null;
	/** Empty when the event was refused. */
	notices: readonly Notice[];
	call: PaymentCall;
}

/** An event, an event with the notices of its call, or an error. */
export type EventOrError =
	| PaymentEvent
	| { event: PaymentEvent; notices: readonly Notice[] }
	| ApiError;

interface PerformOptions {
	workspace: string;
	sessionId: string;
	/** The name in the payment's list of calls: `hybrid-payment`, `act submit`. */
	callName: string;
}

/** Returns null when the session is unknown. */
export function perform(
	engine: Engine,
	{ workspace, sessionId, callName }: PerformOptions,
	eventFor: (payment: Payment, context: DecisionContext, record: WorkspaceRecord) => EventOrError,
): Awaitable<PerformResult | null> {
	return engine.store.transact(workspace, sessionId, (payment, record) => {
		const context = decisionContextOf(record, payment, engine.wallNow());
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
				call: latestCall(engine, after, record, callName),
			},
		};
	});
}

/** The cause of the timeout in the timeline of a payment. */
const timeoutCause = 'processing.timeout (D-09)';

/** The time, the rules and the chance for an event of the payment. */
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

/** The latest call with this name. */
export function latestCall(
	{ store }: Engine,
	payment: Payment,
	record: WorkspaceRecord,
	name: string,
): PaymentCall {
	const n = payment.callHistory.counts[name] ?? 1;
	const { workspace, sessionId, transactionId, paymentReference } = payment;
	return {
		transactionId,
		paymentReference,
		chance: chanceIn(record, `${paymentKeyOf(payment)} ${name} ${n}`),
		async clientGone() {
			await store.transact(workspace, sessionId, (current) => ({
				payment: withClientGone(current, name, n),
				result: null,
			}));
		},
	};
}

const none: readonly Notice[] = [];
const cardOutcome: Notice = { assumption: null, warning: 'card_outcome_without_card' };

/** An outcome that exists only for cards declines any other payment. The call that decides it gets a warning. */
function noticesOf(made: EventOrError, before: Payment, after: Payment): readonly Notice[] {
	const notices = 'notices' in made ? made.notices : none;
	const fate = after.attempts.at(-1)?.fate;
	const isMisplaced = fate?.requestedReason && fate !== before.attempts.at(-1)?.fate;
	return isMisplaced ? [...notices, cardOutcome] : notices;
}
