/** `GET /_sandbox/payments` and `…/{id}`: what there is, where it stands, and waiting for a state. */
import { z } from 'zod';
import type { PaymentState, PaymentView } from '../contract/control.ts';
import { paymentStateSchema } from '../contract/control.ts';
import { durationSchema, toMs } from '../contract/duration.ts';
import { plannedOf, stateAt } from '../domain/payment.ts';
import { sleep } from '../runtime/time.ts';
import type { Call, Reply } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import { checkQuery } from '../wire/checked.ts';
import type { Refusal } from '../wire/refusal.ts';
import { wallMsUntil } from '../workspaces/clock.ts';
import { nowIn } from '../workspaces/world.ts';
import type { ControlDeps } from './deps.ts';
import { viewPayment } from './payment-view.ts';

const listQuery = z.strictObject({
	state: paymentStateSchema.optional(),
	reference: z.string().optional(),
	limit: z.coerce.number().int().min(1).max(1000).optional(),
	cursor: z.string().optional(),
});

export function listPayments({ store, wallNow }: ControlDeps) {
	return async ({ query, workspace }: Call): Promise<Reply | Refusal> => {
		const sent = checkQuery(listQuery, query, { state: 'confirmed', limit: 50 });
		if (!sent.ok) return sent.refusal;
		const { state, reference = null, limit = 50, cursor = null } = sent.data;
		const wallMs = wallNow();
		const found = await store.list(workspace, {
			reference,
			limit: limit + 1,
			after: cursor,
			accepts: (payment, world) => !state || stateAt(payment, nowIn(world, wallMs)) === state,
		});
		const world = await store.world(workspace);
		const shown = found.slice(0, limit);
		const next = found.length > limit ? (shown.at(-1)?.sessionId ?? null) : null;
		return json({ payments: shown.map((payment) => viewPayment(payment, world, wallMs)), next });
	};
}

const showQuery = z.strictObject({
	until: paymentStateSchema.optional(),
	timeout: durationSchema.optional(),
});
const longestWaitMs = 5 * 60_000;

/** With `until`, waits by wall time until the state is reached or can no longer be, or the timeout is over. */
export function showPayment(deps: ControlDeps) {
	return async (call: Call): Promise<Reply | Refusal> => {
		const sent = checkQuery(showQuery, call.query, { until: 'confirmed', timeout: '30s' });
		if (!sent.ok) return sent.refusal;
		const { until, timeout = '30s' } = sent.data;
		const deadlineMs = deps.wallNow() + Math.min(toMs(timeout), longestWaitMs);
		const view = await waitFor(deps, call, until ?? null, deadlineMs);
		return view ? json(view) : { code: 'session_not_found', id: call.params.id ?? '' };
	};
}

async function waitFor(
	{ store, wallNow }: ControlDeps,
	{ workspace, params, signal }: Call,
	until: PaymentState | null,
	deadlineMs: number,
): Promise<PaymentView | null> {
	for (;;) {
		const change = nextChange(store);
		const found = await store.read(workspace, params.id ?? '');
		const wallMs = wallNow();
		const leftMs = deadlineMs - wallMs;
		const view = found && viewPayment(found.payment, found.world, wallMs);
		const over = !view || until === null || view.state === until || view.final;
		if (over || leftMs <= 0 || signal.aborted) {
			change.stop();
			return view;
		}
		const planned = plannedOf(found.payment, nowIn(found.world, wallMs))[0];
		const dueMs = planned ? wallMsUntil(found.world.clock, planned.at, wallMs) : null;
		// Other processes may move the payment unheard, hence a look at least once a second.
		await change.within(Math.min(leftMs, dueMs ?? oneSecondMs, oneSecondMs), signal);
	}
}

const oneSecondMs = 1000;

/** Listens from now on, so that no change between reading and waiting is missed. */
function nextChange(store: ControlDeps['store']) {
	const heard = new AbortController();
	const stop = store.onChange(() => heard.abort());
	return {
		stop,
		async within(ms: number, gone: AbortSignal) {
			await sleep(ms, AbortSignal.any([heard.signal, gone]));
			stop();
		},
	};
}
