/** Waits for the states of orders in the shop. */
import { setTimeout as pause } from 'node:timers/promises';
import { formatDuration } from '../../reports/figures.ts';
import type { PlaceholderValues } from '../../simulator/contract/placeholders.ts';
import type { Recorder } from '../runner/recorder.ts';
import { ExpectationMismatch } from '../runner/recorder.ts';
import type { ShopExpect, ShopOrder, ShopOrderState } from '../shop.ts';
import type { SandboxControl } from './sandbox-control.ts';
import type { ShopClient } from './shop.ts';

/** How long to read an order that must not become paid, in milliseconds. */
const watchUnpaidMs = 500;

export const isPaidState = (state: ShopOrderState) => state === 'paid' || state === 'flagged';

interface CreateOrderIsOptions {
	shop: ShopClient;
	sandbox: SandboxControl;
	recorder: Recorder;
	/** How long to wait for an order to change, in milliseconds: a shop may process updates in a queue. */
	withinMs: number;
	valuesOf(order: ShopOrder): PlaceholderValues;
}

export function createOrderIs({
	shop,
	sandbox,
	recorder,
	withinMs,
	valuesOf,
}: CreateOrderIsOptions): ShopExpect['orderIs'] {
	return async (order, ...states) => {
		const wanted = states.join(' or ');
		const mustNotBePaid = !states.some(isPaidState);
		await recorder.step(`expect order ${order.reference} to be ${wanted}`, async (note) => {
			const startMs = performance.now();
			for (let reads = 0; ; reads += 1) {
				const found = await shop.orderState(valuesOf(order), reads === 0 ? note : () => {});
				const elapsedMs = performance.now() - startMs;
				const isWanted = states.includes(found.is);
				const isWronglyPaid = mustNotBePaid && isPaidState(found.is);
				const waitMs = isWanted ? (mustNotBePaid ? watchUnpaidMs : 0) : withinMs;
				if (!isWronglyPaid && elapsedMs < waitMs) {
					await pause(50);
					continue;
				}
				note(`"${found.text}" is ${found.is}`);
				if (isWanted) return;
				const payments = (await sandbox.payments()).map(({ state }) => state);
				const there = payments.length === 0 ? 'no payment' : payments.join(', ');
				const waited = isWronglyPaid ? '' : ` within ${formatDuration(withinMs)} (order.within)`;
				throw new ExpectationMismatch(
					wanted,
					found.is,
					`the shop says that order ${order.reference} is "${found.text}" (${found.is}), expected ${wanted}${waited}; at the service: ${there}`,
				);
			}
		});
	};
}
