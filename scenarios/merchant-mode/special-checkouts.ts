/** Checkouts of a merchant story that may end in several right ways. */
import { setTimeout as pause } from 'node:timers/promises';
import { formatDuration } from '../../reports/figures.ts';
import type { ScenarioStep } from '../../simulator/contract/run-report.ts';
import type { AddDetail, Recorder } from '../runner/recorder.ts';
import { errorOfStep } from '../runner/recorder.ts';
import type { CashierPage, Merchant, ShopOrder } from '../shop.ts';
import { forAll } from '../shop-steps.ts';
import type { SandboxControl } from './sandbox-control.ts';
import type { CheckoutAnswer } from './shop-client.ts';

/** A shopper got no cashier page, but an error. */
export class NoCashierError extends Error {
	override name = 'NoCashier';
}

/** Whether the step of this name failed because its shopper got no cashier page, but an error. */
export const isWithoutCashier = (name: string, steps: readonly ScenarioStep[]): boolean =>
	steps.some((step) => step.name === name && errorOfStep(step) instanceof NoCashierError);

interface SpecialCheckoutsOptions {
	sandbox: Pick<SandboxControl, 'latestCallId'>;
	recorder: Recorder;
	/** How long an order may take to change, in milliseconds. */
	withinMs: number;
	/** Checks out. Returns null if the shopper sees an answer that `allowed` lists. */
	checkOut(order: ShopOrder, ...allowed: CheckoutAnswer['kind'][]): Promise<CashierPage | null>;
	/** What the shopper saw at the latest failed checkout of the order. */
	errorOf(order: ShopOrder): string;
	/** Whether an order whose checkout failed can no longer be paid. */
	isUnpayable(order: ShopOrder, note: AddDetail): Promise<boolean>;
}

export function createSpecialCheckouts({
	sandbox,
	recorder,
	withinMs,
	checkOut,
	isUnpayable,
	errorOf,
}: SpecialCheckoutsOptions): Pick<
	Merchant,
	'checkOutIfOffered' | 'checkOutAfterEnd' | 'checkOutAfterFailure' | 'checkOutTwice'
> {
	const within = `${formatDuration(withinMs)} (order.within)`;
	return {
		async checkOutIfOffered(order) {
			const before = await sandbox.latestCallId();
			const page = await checkOut(order, 'error');
			if (page !== null) return page;
			if ((await sandbox.latestCallId()) === before) {
				const name = `not tried in ${order.market}: ${order.option}, which the shop does not offer`;
				return recorder.step(name, async () => null);
			}
			return recorder.step(`expect a payment by ${order.option}`, () => {
				throw new NoCashierError(
					`the shop calls the service, and then shows an error. If it does not offer ${order.option}, let it refuse that before it calls the service`,
				);
			});
		},
		async checkOutAfterEnd({ order, sessionId }) {
			const ended = await repeatWithin(withinMs, async () => {
				const page = await checkOut(order, 'error');
				return page?.sessionId === sessionId ? null : { page };
			});
			if (ended) return ended.page;
			return recorder.step('expect another payment than the one that has ended', () => {
				throw new Error(
					`the shop still sends the shopper to a payment that has ended, after ${within}`,
				);
			});
		},
		async checkOutAfterFailure(order) {
			const ended = await repeatWithin(withinMs, async () => {
				const page = await checkOut(order, 'error');
				if (page) return { page };
				const name = `read whether order ${order.reference} can no longer be paid`;
				const isOver = await recorder.step(name, (note) => isUnpayable(order, note));
				return isOver ? { page } : null;
			});
			if (ended) return ended.page;
			return recorder.step(`expect order ${order.reference} to be payable again`, () => {
				throw new NoCashierError(
					`the service works again, and after ${within} the shopper still gets no cashier page, but an error: ${errorOf(order)}. The order is not failed: let the shopper pay it. If it can no longer be paid, let the shop return a state of order.failed`,
				);
			});
		},
		async checkOutTwice(order) {
			const clicks = await forAll([order, order], (one) => checkOut(one, 'error', 'other'));
			const [first, ...more] = clicks.filter((page) => page !== null);
			if (first) return [first, ...more];
			return recorder.step('expect a cashier page for one of two clicks', () => {
				throw new NoCashierError('neither of the two checkouts leads to the cashier');
			});
		},
	};
}

/** Repeats an attempt until it returns a result, or until the time is over: then the result is null. */
async function repeatWithin<T>(ms: number, attempt: () => Promise<T | null>): Promise<T | null> {
	const endMs = performance.now() + ms;
	for (;;) {
		const result = await attempt();
		if (result !== null || performance.now() >= endMs) return result;
		await pause(500);
	}
}
