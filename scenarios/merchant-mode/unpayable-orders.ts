/** Tells whether an order whose checkout failed can no longer be paid. */
import type { PlaceholderValues } from '../../simulator/contract/placeholders.ts';
import type { AddDetail } from '../runner/recorder.ts';
import type { ShopOrder } from '../shop.ts';
import { shownState } from './order-state.ts';
import type { ShopClient } from './shop-client.ts';
import { NoOrderState } from './shop-client.ts';

interface UnpayableOrdersOptions {
	shop: Pick<ShopClient, 'orderState'>;
	valuesOf(order: ShopOrder): PlaceholderValues;
	/** The status of the latest failed checkout of the order; undefined if none has failed. */
	errorStatusOf(order: ShopOrder): number | undefined;
}

export function createUnpayableOrders({ shop, valuesOf, errorStatusOf }: UnpayableOrdersOptions) {
	/** The references of the orders that the shop has shown. */
	const shown = new Set<unknown>();
	const orderState: ShopClient['orderState'] = async (values, note) => {
		const state = await shop.orderState(values, note);
		shown.add(values.reference);
		return state;
	};
	return {
		/** Reads the state of an order, and remembers that the shop has shown it. */
		orderState,
		/**
		 * Reads an order before a checkout that may fail. It is no check of the shop: many shops show an order only once its
		 * checkout has led to the cashier.
		 */
		async readBeforeCheckout(order: ShopOrder): Promise<void> {
			if (!shown.has(order.reference)) await orderState(valuesOf(order), () => {}).catch(() => {});
		},
		/** Whether an order whose checkout failed can no longer be paid: it has failed, or the shop has deleted it. */
		async isUnpayable(order: ShopOrder, note: AddDetail): Promise<boolean> {
			try {
				const state = await orderState(valuesOf(order), note);
				note(`state ${shownState(state)}`);
				return state.is === 'failed';
			} catch (error) {
				if (!(error instanceof NoOrderState)) throw error;
				note(error.message);
				// An order that was never shown may appear later. These statuses tell that it is gone.
				return shown.has(order.reference) || [404, 410].includes(errorStatusOf(order) ?? 0);
			}
		},
	};
}
