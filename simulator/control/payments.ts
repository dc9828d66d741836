/** The routes `GET /_sandbox/payments` and `…/{id}`: read payments, and wait for a state. */
import { paymentOptionIdOf, suboptionIdOf } from '../actions/ids.ts';
import { decisionContextOf } from '../actions/perform.ts';
import { watchPayment } from '../actions/watch-payment.ts';
import { optionByCode } from '../catalog/catalog.ts';
import { isoTime } from '../contract/clock.ts';
import type { AwaitedState, PaymentView } from '../contract/control.ts';
import { paymentListQuerySchema, paymentQuerySchema } from '../contract/control.ts';
import { toMs } from '../contract/duration.ts';
import { isChallengePending, isFinal } from '../domain/allowed.ts';
import { latestCallsOf } from '../domain/call-history.ts';
import { maskCards } from '../domain/card.ts';
import { maskShownText } from '../domain/card-data.ts';
import { cashierLanguageOf } from '../domain/language.ts';
import { decimalText } from '../domain/money.ts';
import type { Fate, Payment } from '../domain/payment.ts';
import { returnUrlOf } from '../domain/return-url.ts';
import { stateAt } from '../domain/timeline.ts';
import type { ApiError } from '../errors/api-error.ts';
import { monotonicMs } from '../runtime/time.ts';
import type { Call, Reply } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import { validateQuery } from '../wire/validate.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import { nowIn } from '../workspaces/record.ts';
import type { ControlDeps } from './deps.ts';

const unknownCursor = {
	param: 'cursor',
	detail: 'cursor names no payment of this workspace: it is unknown or forgotten.',
	fix: 'Start again without cursor, and send the "next" of each response for the next page.',
};

export function listPayments({ store, wallNow }: ControlDeps) {
	return async ({ query, workspace }: Call): Promise<Reply | ApiError> => {
		const sent = validateQuery(paymentListQuerySchema, query, { state: 'confirmed', limit: 50 });
		if (!sent.ok) return sent.refusal;
		const { state, reference, limit = 50, cursor = null } = sent.data;
		let wallMs: number | undefined;
		const found = await store.list(workspace, {
			reference: reference === undefined ? null : maskCards(reference),
			limit: limit + 1,
			after: cursor,
			accepts: (payment, record) => {
				// Once the store has read payments: a change of another instance may have moved the clock.
				wallMs ??= wallNow();
				return !state || stateAt(payment, nowIn(record, wallMs)) === state;
			},
		});
		if (!found) return { code: 'invalid_query', errors: [unknownCursor] };
		const record = await store.workspaceRecord(workspace);
		const shown = found.slice(0, limit);
		const next = found.length > limit ? (shown.at(-1)?.sessionId ?? null) : null;
		const view = (payment: Payment) => viewPayment(payment, record, wallMs ?? wallNow());
		return json({ payments: shown.map(view), next });
	};
}

/** The shortest time between two reads of a waiting call, in milliseconds: another process may change the payment. */
const leastPollMs = 250;

/**
 * Shows a payment. With `until`, waits in wall time until the payment is in one of these states, is final or is asked for
 * `created` alone and has left it, or the timeout ends. A stop of the sandbox ends the wait with an error.
 */
export function showPayment(deps: ControlDeps) {
	let waits = 0;
	/** The more calls wait, the less often each of them reads: together at most 4,000 times a second. */
	const pollMs = () => leastPollMs * Math.max(1, waits / 1_000);
	return async (call: Call): Promise<Reply | ApiError> => {
		const { workspace, params, query } = call;
		const sent = validateQuery(paymentQuerySchema, query, { until: 'confirmed', timeout: '30s' });
		if (!sent.ok) return sent.refusal;
		const id = params.id ?? '';
		const { until, timeout = '30s' } = sent.data;
		const found = await deps.store.read(workspace, id);
		if (!found) return { code: 'session_not_found', id, workspace, isPaymentId: true };
		const wallMs = deps.wallNow();
		if (until === undefined) return json(viewPayment(found.payment, found.record, wallMs));
		const { sessionId } = found.payment;
		waits += 1;
		try {
			const view = await waitFor(call, sessionId, until, toMs(timeout));
			if (view === 'stopping') return { code: 'sandbox_stopping', retryAfterS: 1 };
			return view ? json(view) : { code: 'session_not_found', id, workspace, isPaymentId: true };
		} finally {
			waits -= 1;
		}
	};

	/** Waits for a state. Returns null if the payment was deleted, and `stopping` if the stop ended the wait. */
	async function waitFor(
		{ workspace, clientGone }: Call,
		sessionId: string,
		until: readonly AwaitedState[],
		forMs: number,
	): Promise<PaymentView | 'stopping' | null> {
		let view: PaymentView | null = null;
		const endMs = monotonicMs() + forMs;
		const wait = { forMs, endings: [clientGone, deps.stopping], pollMs };
		for await (const found of watchPayment(deps, { workspace, sessionId }, wait)) {
			if (!found) return null;
			view = viewPayment(found.payment, found.record, found.wallMs);
			view.reached = until.includes(view.state) || (view.final && until.includes('final'));
			// No payment is created again.
			const isPast = until.every((state) => state === 'created') && view.state !== 'created';
			if (view.reached || view.final || isPast) return view;
		}
		return deps.stopping.aborted && monotonicMs() < endMs ? 'stopping' : view;
	}
}

type FateView = NonNullable<PaymentView['fate']>;

export function viewPayment(
	payment: Payment,
	record: WorkspaceRecord,
	wallMs: number,
): PaymentView {
	const context = decisionContextOf(record, payment, wallMs);
	const { choice, attempts } = payment;
	const settings = record.settings.inForce;
	const state = stateAt(payment, context.now);
	const option = choice ? optionByCode(choice.optionCode) : null;
	const bank = option?.banks.find(({ id }) => id === choice?.suboptionId);
	return {
		workspace: payment.workspace,
		transactionId: payment.transactionId,
		sessionId: payment.sessionId,
		paymentReference: payment.paymentReference,
		state,
		final: isFinal(payment, context.now),
		amount: payment.amount,
		majorAmount: decimalText(payment.amount, payment.minorDigits),
		currency: payment.currency,
		country: payment.country,
		language: cashierLanguageOf(payment, settings.cashier),
		option: option && {
			id: paymentOptionIdOf(payment, record, option.code),
			name: option.name,
			kind: option.kind,
		},
		suboption: bank ? { id: suboptionIdOf(payment, bank.id), name: bank.name } : null,
		fate: viewFate(attempts.at(-1)?.fate ?? payment.foreseen),
		challenge: isChallengePending(payment, context.now)
			? { wrongCodes: payment.challenge?.wrongCodes ?? 0 }
			: null,
		timeline: payment.timeline.map(({ state, at, cause }) => {
			return { state, at: isoTime(at), cause, planned: at > context.now };
		}),
		attempts: attempts.map(({ at, fate, card }) => ({
			at: isoTime(at),
			fate: viewFate(fate),
			card,
		})),
		calls: latestCallsOf(payment).map(({ at, call, result, closedBy = null, warnings }) => {
			const gone = closedBy !== null;
			return { at: isoTime(at), call, result, gone, closedBy, warnings: [...warnings] };
		}),
		redirectUrl: maskShownText(payment.redirectUrl),
		returnUrl: maskShownText(returnUrlOf(payment, state, settings.return.append)),
		return: payment.returnLinkTiming,
	};
}

function viewFate(fate: Fate): FateView;
function viewFate(fate: Fate | null): FateView | null;
function viewFate(fate: Fate | null): FateView | null {
	return fate && { outcome: fate.outcome, cause: fate.cause, reason: fate.reason };
}
