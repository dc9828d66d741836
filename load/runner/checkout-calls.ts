/** What the sandbox's journal has of the service calls of each payment. */
import { losesAnswer } from '../../simulator/contract/faults.ts';
import { serviceCalls } from '../../simulator/contract/routes.ts';
import type { LoadShop } from './merchant-shop.ts';
import type { StepTally } from './tally.ts';

/** The calls of one payment. */
export interface CheckoutCalls {
	ownMs: number;
	injectedMs: number;
	/** The body of the payment-options request. */
	request: unknown;
	/** Whether all calls are there. The journal drops the oldest calls first, so its first call decides. */
	isWhole: boolean;
	/** Whether the shop missed the answer to one of them. */
	isAnswerLost: boolean;
}

/** By transaction id. Payments whose calls the journal has dropped are missing. */
export type CallsByPayment = ReadonlyMap<string, CheckoutCalls>;

/** Reads the calls of these payments. */
export async function readCheckoutCalls(
	{ environment }: Pick<LoadShop, 'environment'>,
	transactionIds: ReadonlySet<string>,
): Promise<CallsByPayment> {
	const found = new Map<string, CheckoutCalls>();
	for await (const entries of environment.sandbox.everyCall()) {
		for (const entry of entries) {
			const { transactionId, endpoint, timing, request, gone, status, fault } = entry;
			if (transactionId === null || !transactionIds.has(transactionId)) continue;
			if (!serviceCalls.some((call) => call === endpoint)) continue;
			const calls = found.get(transactionId) ?? {
				...{ ownMs: 0, injectedMs: 0, request: null, isWhole: false, isAnswerLost: false },
			};
			found.set(transactionId, calls);
			calls.isAnswerLost ||= gone || status === 0 || (fault !== null && losesAnswer(fault));
			calls.ownMs += timing.ownMs;
			calls.injectedMs += timing.injectedMs + timing.queueMs + timing.serviceMs;
			if (endpoint !== 'paymentOptions') continue;
			calls.isWhole = true;
			calls.request = request;
		}
	}
	return found;
}

/** Adds the sandbox's processing time for the checkouts of these payments to the step. */
export function addSandboxTimes(
	step: Pick<StepTally, 'own' | 'injected'>,
	reached: Iterable<readonly [order: unknown, transactionId: string]>,
	calls: CallsByPayment,
): void {
	for (const [, transactionId] of reached) {
		const checkout = calls.get(transactionId);
		if (!checkout?.isWhole) continue;
		step.own.add(checkout.ownMs);
		step.injected.add(checkout.injectedMs);
	}
}
