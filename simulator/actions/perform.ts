/** The one way anything happens to a stored payment: a pure decision, committed in one step. */
import type { Notice } from '../contract/warnings.ts';
import { warningsIn } from '../contract/warnings.ts';
import { withCall, withClientGone } from '../domain/call-history.ts';
import type { PaymentEvent } from '../domain/event.ts';
import type { DecisionContext } from '../domain/lifecycle.ts';
import { transition } from '../domain/lifecycle.ts';
import type { Payment } from '../domain/payment.ts';
import { keyOf } from '../domain/payment.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { Store } from '../state/store.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import { chanceIn } from '../workspaces/record.ts';
import { decisionContextOf } from './decision-context.ts';

export interface Engine {
	store: Store;
	wallNow(): number;
}

/** A call of a payment, for the response to it. */
export interface PaymentCall {
	readonly transactionId: string;
	/** Chance bound to this call of this payment. */
	chance(decision: string): number;
	/** Marks the call in the payment: its client left before the response was sent. */
	clientGone(): Promise<void>;
}

/** A payment after something happened to it, or that nothing did. */
export interface Performed {
	payment: Payment;
	world: WorkspaceRecord;
	context: DecisionContext;
	/** Null when the event was accepted. */
	refusal: ApiError | null;
	/** What the sandbox noticed about an accepted event. */
	notices: readonly Notice[];
	call: PaymentCall;
}

/** An event, with what is noticed of it, or why there is none. */
export type Planned = PaymentEvent | Noticed | ApiError;

interface Noticed {
	event: PaymentEvent;
	notices: readonly Notice[];
}

/** What should happen, decided with the payment in hand. */
export type Plan = (payment: Payment, context: DecisionContext, world: WorkspaceRecord) => Planned;

interface Request {
	workspace: string;
	sessionId: string;
	/** How the call is noted with the payment: `hybrid-payment`, `act submit`. */
	note: string;
}

/** `null` when the session is unknown or forgotten. */
export function perform(
	engine: Engine,
	{ workspace, sessionId, note }: Request,
	plan: Plan,
): Promise<Performed | null> {
	return engine.store.transact(workspace, sessionId, (payment, world) => {
		const context = decisionContextOf(world, payment, engine.wallNow());
		const planned = plan(payment, context, world);
		const done =
			'code' in planned
				? { ok: false as const, refusal: planned }
				: transition(payment, 'event' in planned ? planned.event : planned, context);
		const notices = done.ok ? noticesOf(planned, payment, done.payment) : none;
		const after = withCall(done.ok ? done.payment : payment, {
			at: context.now,
			call: note,
			result: done.ok ? 'ok' : done.refusal.code,
			warnings: warningsIn(notices),
		});
		return {
			payment: after,
			result: {
				payment: after,
				world,
				context,
				refusal: done.ok ? null : done.refusal,
				notices,
				call: latestCall(engine, after, world, note),
			},
		};
	});
}

/** The latest call of this name. */
export function latestCall(
	{ store }: Engine,
	payment: Payment,
	world: WorkspaceRecord,
	name: string,
): PaymentCall {
	const n = payment.callHistory.counts[name] ?? 1;
	const { workspace, sessionId, transactionId } = payment;
	return {
		transactionId,
		chance: chanceIn(world, `${keyOf(payment)} ${name} ${n}`),
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

/** An outcome that only a card can have is an ordinary decline of any other option: the call that decides it gets a warning. */
function noticesOf(planned: Planned, before: Payment, after: Payment): readonly Notice[] {
	const notices = 'notices' in planned ? planned.notices : none;
	const fate = after.attempts.at(-1)?.fate;
	const isMisplaced = fate?.requestedReason && fate !== before.attempts.at(-1)?.fate;
	return isMisplaced ? [...notices, cardOutcome] : notices;
}
