/** Whether a payment is of the flow that the shopper of the story chose, in a shop that chooses the method itself. */
import { StoryNotTried } from '../runner/recorder.ts';
import type { LoadedMerchant } from './merchant-file.ts';
import type { OrderMethod, PaymentMethod } from './order-method.ts';
import { createFlowCheck } from './order-method.ts';

/** Returns a function that throws a `StoryNotTried` for a payment of another flow than its order (`createFlowCheck`). */
export function createFlowRequirement({ file, path }: LoadedMerchant) {
	const otherFlow = createFlowCheck(file);
	return (payment: PaymentMethod, order: Pick<OrderMethod, 'flow'>): void => {
		const method = otherFlow(payment, order);
		if (method === undefined) return;
		throw new StoryNotTried(
			`the shopper pays by ${order.flow}, and the payment is by ${method}: ${path} sends the shop no payment method. Send {option} or {flow}, or name in "flows" what the shop sells`,
		);
	};
}
