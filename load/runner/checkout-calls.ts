/** What the sandbox's journal has of the calls that created payments. */
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
}

/** Returns the calls of the payments by their transaction ids. Payments whose calls were dropped have no entry. */
export async function readCheckoutCalls(
	{ environment }: Pick<LoadShop, 'environment'>,
	transactionIds: ReadonlySet<string>,
): Promise<Map<string, CheckoutCalls>> {
	const found = new Map<string, CheckoutCalls>();
	for await (const entries of environment.sandbox.everyCall()) {
		for (const { transactionId, endpoint, timing, request } of entries) {
			if (transactionId === null || !transactionIds.has(transactionId)) continue;
			if (!serviceCalls.some((call) => call === endpoint)) continue;
			const calls = found.get(transactionId) ?? {
				...{ ownMs: 0, injectedMs: 0, request: null, isWhole: false },
			};
			found.set(transactionId, calls);
			calls.ownMs += timing.ownMs;
			calls.injectedMs += timing.injectedMs + timing.queueMs + timing.serviceMs;
			if (endpoint !== 'paymentOptions') continue;
			calls.isWhole = true;
			calls.request = request;
		}
	}
	return found;
}

/** Adds the sandbox's processing time for the calls of a checkout to the step. */
export function addSandboxTimes(
	step: Pick<StepTally, 'own' | 'injected'>,
	checkouts: Iterable<CheckoutCalls>,
): void {
	for (const { ownMs, injectedMs, isWhole } of checkouts) {
		if (!isWhole) continue;
		step.own.add(ownMs);
		step.injected.add(injectedMs);
	}
}
