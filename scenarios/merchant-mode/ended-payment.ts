/** Explains why a shopper cannot use the payment to which the shop sent them: it had ended before. */
import type { PaymentView } from '../../simulator/contract/control.ts';
import { CallError } from '../harness/http.ts';
import type { Stakes } from '../runner/recorder.ts';
import { ExplainedError } from '../runner/recorder.ts';
import type { CashierPage } from '../shop.ts';
import type { SandboxControl } from './sandbox-control.ts';

const stakesOfEnded: Stakes = {
	cost: 'Shoppers who cannot pay: your shop sends them to a payment that has ended.',
	advice:
		'Call payment-options for each order, and for each checkout after a payment of the order has ended. Never store a session or its address for later orders.',
};

/** The refusals of a step that no longer fits the payment. Others, such as `cancel_not_offered`, have another reason. */
const refusalsOfEnded: readonly (string | null)[] = ['not_allowed_in_state', 'session_expired'];

export function createEndedPayments(sandbox: Pick<SandboxControl, 'act'>) {
	/** The states of the payments that had ended when their shoppers reached them. */
	const endedAt = new Map<CashierPage, string>();
	return {
		/** Called when a shopper reaches the cashier of a payment. */
		noteArrival(page: CashierPage, { state, final }: Pick<PaymentView, 'state' | 'final'>): void {
			// An expired payment may still be confirmed late, but its shopper can no longer use it.
			if (final || state === 'expired') endedAt.set(page, state);
		},
		/** Does a step of the shopper or the network. Throws an `ExplainedError` if it is refused because the payment had ended. */
		async act(page: CashierPage, action: Parameters<SandboxControl['act']>[1]) {
			try {
				return await sandbox.act(page.sessionId, action);
			} catch (error) {
				const state = endedAt.get(page);
				const isOfEnded =
					error instanceof CallError && refusalsOfEnded.includes(error.refusal.code);
				if (!isOfEnded || state === undefined) throw error;
				throw new ExplainedError(
					`the shop sent the shopper of order ${page.order.reference} to a payment that was already ${state}: it cannot be used`,
					stakesOfEnded,
				);
			}
		},
	};
}
