/** `GET /_sandbox/payments` and `…/{id}`: what there is, where it stands, and waiting for a state. */
import { watchPayment } from '../actions/watch-payment.ts';
import type { AwaitedState, PaymentView } from '../contract/control.ts';
import { paymentListQuerySchema, paymentQuerySchema } from '../contract/control.ts';
import { toMs } from '../contract/duration.ts';
import { stateAt } from '../domain/timeline.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { Call, Reply } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import { validateQuery } from '../wire/validate.ts';
import { nowIn } from '../workspaces/record.ts';
import type { ControlDeps } from './deps.ts';
import { viewPayment } from './payment-view.ts';

const forgottenCursor = {
	param: 'cursor',
	detail: 'cursor names no payment of this workspace: it is unknown or forgotten.',
	fix: 'Begin again without cursor, and send the "next" of each answer for the page after it.',
};

export function listPayments({ store, wallNow }: ControlDeps) {
	return async ({ query, workspace }: Call): Promise<Reply | ApiError> => {
		const sent = validateQuery(paymentListQuerySchema, query, { state: 'confirmed', limit: 50 });
		if (!sent.ok) return sent.refusal;
		const { state, reference = null, limit = 50, cursor = null } = sent.data;
		const wallMs = wallNow();
		const found = await store.list(workspace, {
			reference,
			limit: limit + 1,
			after: cursor,
			accepts: (payment, world) => !state || stateAt(payment, nowIn(world, wallMs)) === state,
		});
		if (!found) return { code: 'invalid_query', errors: [forgottenCursor] };
		const world = await store.world(workspace);
		const shown = found.slice(0, limit);
		const next = found.length > limit ? (shown.at(-1)?.sessionId ?? null) : null;
		return json({ payments: shown.map((payment) => viewPayment(payment, world, wallMs)), next });
	};
}

/** How often a waiting call reads the payment again, in case another process changes it: its caller waits. */
const pollMs = 250;

/** With `until`, waits (wall time) until the payment is in one of these states, can no longer be, or the timeout ends. */
export function showPayment(deps: ControlDeps) {
	return async (call: Call): Promise<Reply | ApiError> => {
		const { workspace, params, query } = call;
		const sent = validateQuery(paymentQuerySchema, query, { until: 'confirmed', timeout: '30s' });
		if (!sent.ok) return sent.refusal;
		const id = params.id ?? '';
		const { until, timeout = '30s' } = sent.data;
		const found = await deps.store.read(workspace, id);
		if (!found) return { code: 'session_not_found', id };
		const wallMs = deps.wallNow();
		if (until === undefined) return json(viewPayment(found.payment, found.world, wallMs));
		const { sessionId } = found.payment;
		const view = await waitFor(call, sessionId, until, wallMs + toMs(timeout));
		return view ? json(view) : { code: 'session_not_found', id };
	};

	/** Null when the payment was deleted. */
	async function waitFor(
		{ workspace, clientGone: gone }: Call,
		sessionId: string,
		until: readonly AwaitedState[],
		deadlineMs: number,
	): Promise<PaymentView | null> {
		let view: PaymentView | null = null;
		const wait = { deadlineMs, gone, pollMs };
		for await (const found of watchPayment(deps, { workspace, sessionId }, wait)) {
			if (!found) return null;
			view = viewPayment(found.payment, found.world, found.wallMs);
			view.reached = until.includes(view.state) || (view.final && until.includes('final'));
			if (view.reached || view.final) break;
		}
		return view;
	}
}
