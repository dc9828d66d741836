/** Waits for the states of orders in the shop. */
import { setTimeout as pause } from 'node:timers/promises';
import { formatDuration } from '../../reports/figures.ts';
import type { PaymentView } from '../../simulator/contract/control.ts';
import { orderStateNames } from '../../simulator/contract/merchant-file.ts';
import type { PlaceholderValues } from '../../simulator/contract/placeholders.ts';
import type { AddDetail, Recorder, Stakes } from '../runner/recorder.ts';
import { ExpectationMismatch } from '../runner/recorder.ts';
import { checkValue } from '../runner/story-values.ts';
import type { CashierPage, ShopExpect, ShopOrder, ShopOrderState } from '../shop.ts';
import type { SandboxControl } from './sandbox-control.ts';
import type { ShopClient } from './shop-client.ts';
import { NoOrderState } from './shop-client.ts';

/** How long to read an order that must not change, in milliseconds. */
const watchMs = 500;

/** An order that is paid without a confirmed payment. */
const stakesOfUnpaid: Stakes = {
	cost: 'Goods sent without a payment.',
	advice:
		'Only a confirmed payment makes an order paid. A new payment, a choice at the cashier or the return of the shopper says nothing about it: until you know the state, show that you wait.',
};

export const isPaidState = (state: ShopOrderState) => state === 'paid' || state === 'flagged';

type OrderState = Awaited<ReturnType<ShopClient['orderState']>>;

/** The shop's text for a state. The state that it stands for follows in brackets if its name differs. */
export const shownState = ({ text, is }: OrderState): string =>
	text === is ? `"${text}"` : `"${text}" (${is})`;

/** The states of payments, with their counts if there are several: "1 processing, 2 declined". */
function stateCounts(payments: readonly PaymentView[]): string {
	const counts = new Map<string, number>();
	for (const { state } of payments) counts.set(state, (counts.get(state) ?? 0) + 1);
	const text = ([state, count]: [string, number]) =>
		payments.length === 1 ? state : `${count} ${state}`;
	return [...counts].map(text).join(', ');
}

/**
 * The payments of an order: those that its shopper reached. Payments that no shopper reached may be of any order of the
 * story, so they are named apart.
 */
function paymentsText(
	payments: readonly PaymentView[],
	pages: readonly CashierPage[],
	{ reference }: ShopOrder,
): string {
	const pagesOf = ({ sessionId }: PaymentView) =>
		pages.filter((page) => page.sessionId === sessionId);
	const own = payments.filter((payment) =>
		pagesOf(payment).some(({ order }) => order.reference === reference),
	);
	const unreached = payments.filter((payment) => pagesOf(payment).length === 0);
	const ownText = `at the service: ${stateCounts(own) || 'no payment of the order'}`;
	if (unreached.length === 0) return ownText;
	const others = `payments of the story that no shopper reached: ${stateCounts(unreached)}`;
	return own.length === 0 ? others : `${ownText}; ${others}`;
}

/**
 * Reads the state of an order. Until a checkout has led to the cashier, a shop may have no such order: it then counts as
 * open. After that, a shop without it is an error.
 */
export async function readOrderState(
	shop: Pick<ShopClient, 'orderState'>,
	values: PlaceholderValues,
	isCheckedOut: boolean,
	note: AddDetail = () => {},
): Promise<OrderState> {
	try {
		return await shop.orderState(values, note);
	} catch (error) {
		if (isCheckedOut || !(error instanceof NoOrderState)) throw error;
		note(error.message);
		return { is: 'open', text: 'no order yet' };
	}
}

interface OrderExpectationsOptions {
	shop: Pick<ShopClient, 'orderState'>;
	sandbox: SandboxControl;
	recorder: Recorder;
	/** How long to wait for an order to change, in milliseconds: a shop may process updates in a queue. */
	withinMs: number;
	valuesOf(order: ShopOrder): PlaceholderValues;
	/** The cashier pages that the shoppers of the story have reached so far. */
	pages: readonly CashierPage[];
	/** Called when the shop returns that an order is paid, as expected. */
	onPaid(order: ShopOrder, state: ShopOrderState): void;
}

export function createOrderExpectations({
	shop,
	sandbox,
	recorder,
	withinMs,
	valuesOf,
	pages,
	onPaid,
}: OrderExpectationsOptions): Pick<ShopExpect, 'orderIs' | 'orderIsNotPaid' | 'orderStaysPaid'> {
	/** The orders that the shop has shown since their checkout. It must then go on showing them. */
	const shown = new Set<ShopOrder>();

	async function check(order: ShopOrder, states: readonly ShopOrderState[], mustStay: boolean) {
		const wanted = states.join(' or ');
		const mustNotBePaid = !states.some(isPaidState);
		const verb = mustStay ? 'stay' : 'be';
		await recorder.step(`expect order ${order.reference} to ${verb} ${wanted}`, async (note) => {
			for (const state of states.length === 0 ? [undefined] : states)
				checkValue('state', state, orderStateNames);
			const startMs = performance.now();
			let shownMs: number | undefined;
			for (let reads = 0; ; reads += 1) {
				const nowMs = performance.now();
				const elapsedMs = nowMs - startMs;
				const isComplete = pages.some((page) => page.order === order);
				const found = await readOrderState(
					shop,
					valuesOf(order),
					isComplete,
					reads === 0 ? note : undefined,
				).catch((error: unknown) => {
					// The page of a new order may be made in a queue too.
					const isLate = !shown.has(order) && elapsedMs < withinMs;
					if (error instanceof NoOrderState && isLate) return null;
					throw error;
				});
				if (found === null) {
					await pause(50);
					continue;
				}
				if (isComplete) shown.add(order);
				shownMs ??= nowMs;
				const isWanted = states.includes(found.is);
				const isWronglyPaid = mustNotBePaid && isPaidState(found.is);
				const hasChanged = mustStay && !isWanted;
				const isWatched = isWanted && (mustNotBePaid || mustStay);
				const isEarly = isWatched ? nowMs - shownMs < watchMs : !isWanted && elapsedMs < withinMs;
				if (!isWronglyPaid && !hasChanged && isEarly) {
					await pause(50);
					continue;
				}
				if (isWanted) {
					note(`state ${shownState(found)}`);
					return isPaidState(found.is) ? onPaid(order, found.is) : undefined;
				}
				const payments = await sandbox.payments();
				const hasConfirmed = payments.some(({ state }) => state === 'confirmed');
				const waited =
					isWronglyPaid || hasChanged ? '' : ` after ${formatDuration(withinMs)} (order.within)`;
				throw new ExpectationMismatch(
					wanted,
					found.is,
					// The step names the order and the wanted state.
					`the shop returns ${shownState(found)}${waited}; ${paymentsText(payments, pages, order)}`,
					isWronglyPaid && !hasConfirmed ? stakesOfUnpaid : undefined,
				);
			}
		});
	}

	return {
		orderIs: (order, ...states) => check(order, states, false),
		orderIsNotPaid: (order) => check(order, ['open', 'failed'], false),
		orderStaysPaid: (order) => check(order, ['paid'], true),
	};
}
