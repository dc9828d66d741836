/** Waiting for a state of a payment. */
import { watchPayment } from '../actions/watch-payment.ts';
import type { PaymentState, PaymentView } from '../contract/control.ts';
import type { Ending } from '../runtime/time.ts';
import type { ControlDeps } from './deps.ts';
import { viewPayment } from './payment-view.ts';

/** Somebody waits for the answer. */
const lookMs = 250;

interface Wanted {
	workspace: string;
	sessionId: string;
	until: PaymentState;
}

/** The payment once the state is reached, can no longer be, or `deadlineMs` (wall) is over; null when forgotten. */
export async function waitFor(
	deps: ControlDeps,
	{ until, ...wanted }: Wanted,
	deadlineMs: number,
	gone: Ending,
): Promise<PaymentView | null> {
	let view: PaymentView | null = null;
	for await (const found of watchPayment(deps, wanted, { deadlineMs, gone, lookMs })) {
		view = found && viewPayment(found.payment, found.world, found.wallMs);
		if (view?.state === until || view?.final) break;
	}
	return view;
}
