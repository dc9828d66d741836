/** The one way anything happens to a stored payment: a pure decision, committed in one step. */
import type { WarningCode } from '../contract/warnings.ts';
import { withCall } from '../domain/call-history.ts';
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

/** A payment after something happened to it, or that nothing did. */
export interface Performed {
	payment: Payment;
	world: WorkspaceRecord;
	context: DecisionContext;
	/** Null when the event was accepted. */
	refusal: ApiError | null;
	/** What is noticed of it though it was accepted. */
	warnings: readonly WarningCode[];
	/** Chance bound to this call of this payment. */
	chance(decision: string): number;
}

/** An event, with what is noticed of it, or why there is none. */
export type Planned = PaymentEvent | Noticed | ApiError;

interface Noticed {
	event: PaymentEvent;
	warnings: readonly WarningCode[];
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
	{ store, wallNow }: Engine,
	{ workspace, sessionId, note }: Request,
	plan: Plan,
): Promise<Performed | null> {
	return store.transact(workspace, sessionId, (payment, world) => {
		const context = decisionContextOf(world, payment, wallNow());
		const planned = plan(payment, context, world);
		const done =
			'code' in planned
				? { ok: false as const, refusal: planned }
				: transition(payment, 'event' in planned ? planned.event : planned, context);
		const result = done.ok ? 'ok' : done.refusal.code;
		const after = withCall(done.ok ? done.payment : payment, {
			at: context.now,
			call: note,
			result,
		});
		return {
			payment: after,
			result: {
				payment: after,
				world,
				context,
				refusal: done.ok ? null : done.refusal,
				warnings: done.ok ? warningsOf(planned, payment, after) : nothing,
				chance: chanceIn(world, `${keyOf(after)} ${note} ${after.callHistory.counts[note]}`),
			},
		};
	});
}

const nothing: readonly WarningCode[] = [];
const cardOutcome: readonly WarningCode[] = ['card_outcome_without_card'];

/** What only a card can suffer is an ordinary decline of anything else: told when it is decided, and only then. */
function warningsOf(planned: Planned, before: Payment, after: Payment): readonly WarningCode[] {
	const noticed = 'warnings' in planned ? planned.warnings : nothing;
	const fate = after.attempts.at(-1)?.fate;
	const isMisplaced = fate?.meant && fate !== before.attempts.at(-1)?.fate;
	return isMisplaced ? [...noticed, ...cardOutcome] : noticed;
}
