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

const endedStates: readonly string[] = ['confirmed', 'declined', 'cancelled', 'expired'];

export function createEndedPayments(sandbox: Pick<SandboxControl, 'act'>) {
	/** The states of the payments that had ended when their shoppers reached them. */
	const endedAt = new Map<CashierPage, string>();
	return {
		/** Called when a shopper reaches the cashier of a payment. */
		reach(page: CashierPage, { state }: Pick<PaymentView, 'state'>): void {
			if (endedStates.includes(state)) endedAt.set(page, state);
		},
		/** Does a step of the shopper or the network. Throws an `ExplainedError` if it is refused because the payment had ended. */
		async act(page: CashierPage, action: Parameters<SandboxControl['act']>[1]) {
			try {
				return await sandbox.act(page.sessionId, action);
			} catch (error) {
				const state = endedAt.get(page);
				const isRefused = error instanceof CallError && error.refusal.kind === 'refused';
				if (!isRefused || state === undefined) throw error;
				throw new ExplainedError(
					`the shop sent the shopper of order ${page.order.reference} to a payment that was already ${state}: it cannot be used`,
					stakesOfEnded,
				);
			}
		},
	};
}
