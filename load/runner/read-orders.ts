/** Reads the orders of the shop after the load, and compares each with its payments. */
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../../scenarios/harness/errors.ts';
import { mapInParallel } from '../../scenarios/harness/map-in-parallel.ts';
import { isPaidState, readOrderState } from '../../scenarios/merchant-mode/order-state.ts';
import type { ShopClient } from '../../scenarios/merchant-mode/shop.ts';
import type { PlaceholderValues } from '../../simulator/contract/placeholders.ts';
import { hashToUnit } from '../mix.ts';
import type { MatchedOrder, OrderPayments } from './merchant-orders.ts';
import { isConfirmed } from './merchant-orders.ts';
import type { LoadShop } from './merchant-shop.ts';

export interface ReadOptions {
	shop: LoadShop;
	signal: AbortSignal;
	/** `verify.within` of the merchant file, in milliseconds. */
	withinMs: number;
	/** Returns the placeholder values that the load sent with an order. */
	orderOf(order: MatchedOrder): PlaceholderValues;
	/** Whether every confirmed payment is matched with an order. If not, the run may miss payments of an order. */
	allConfirmedMatched: boolean;
	seed: number;
}

type EarlyReadOptions = Omit<ReadOptions, 'allConfirmedMatched'>;

const parallelReads = 8;
const pollMs = 200;
/** How long an order that must not be paid is watched at least after the last report, in milliseconds. */
const leastWatchMs = 500;
/** The most time for an order, in milliseconds, beyond `verify.within`; with parallel reads 0.4 s for an order. */
const checkMs = 50;

const deadlineOf = ({ length }: readonly MatchedOrder[], withinMs: number) =>
	performance.now() + withinMs + length * checkMs;

/**
 * The most orders that are read before their final states are sent: large runs would take half as long again. Of a fault
 * in one of a hundred orders, this sample misses all in one of 20,000 runs.
 */
const maxEarlyReads = 1_000;

/**
 * Takes one item from each of `most` equal parts of the list, at a random place: a fixed distance would miss faults that
 * come at a regular one.
 */
export function drawEvenly<Item>(items: readonly Item[], most: number, seed: number): Item[] {
	if (items.length <= most) return [...items];
	const width = items.length / most;
	return Array.from({ length: most }).flatMap((_, part) => {
		const item = items[Math.floor((part + hashToUnit(seed, 4, part)) * width)];
		return item === undefined ? [] : [item];
	});
}

/** An order that is not as its payments are, and may become so: it is not paid yet, or could not be read. */
interface Late {
	order: MatchedOrder;
	firstReadMs: number;
	problem: string;
	isUnread: boolean;
}

/** The most paid orders that are read a second time, at random places: see `maxEarlyReads`. */
const maxSecondReads = 1_000;

/**
 * Reads orders before `settle` tells the shop about their payments. It learns final states in no other way, so an order
 * that is paid already is wrong. An order that cannot be read is left to `readOrders`.
 */
export async function readBeforeSettle(
	orders: readonly MatchedOrder[],
	{ shop, signal, withinMs, orderOf, seed }: EarlyReadOptions,
): Promise<{ orders: number; read: number; paid: ReadonlyMap<string, string> }> {
	const paid = new Map<string, string>();
	if (shop.merchant.file.settle === undefined) return { orders: 0, read: 0, paid };
	const settled = orders.filter(([, order]) => settledPayments(order).length > 0);
	const drawn = drawEvenly(settled, maxEarlyReads, seed);
	const client = shop.environment.shop();
	const deadline = deadlineOf(drawn, withinMs);
	let read = 0;
	await mapInParallel(drawn, parallelReads, async (order) => {
		signal.throwIfAborted();
		if (performance.now() >= deadline) return;
		const [reference] = order;
		const values = { ...shop.environment.values(), ...orderOf(order) };
		const state = await client.orderState(values, () => {}).catch(() => undefined);
		if (state === undefined) return;
		read += 1;
		if (isPaidState(state.is)) paid.set(reference, state.text);
	});
	return { orders: settled.length, read, paid };
}

/**
 * Reads the orders, and again a moment later: a shop may pay an order late, or lose a paid one. Returns a sentence for
 * each with a wrong state, and how many were not read in time.
 */
export async function readOrders(
	orders: readonly MatchedOrder[],
	{ shop, signal, withinMs, orderOf, allConfirmedMatched, seed }: ReadOptions,
): Promise<{ wrong: string[]; unread: number }> {
	const settles = shop.merchant.file.settle !== undefined;
	const client = shop.environment.shop();
	const wrong: string[] = [];
	const unpaid: MatchedOrder[] = [];
	const paid: MatchedOrder[] = [];
	let reportedMs = performance.now();
	/** The longest time that an order took to become paid; undefined if none did. */
	let slowestMs: number | undefined;
	const check = async (
		order: MatchedOrder,
		firstReadBefore?: number,
	): Promise<Late | undefined> => {
		const [reference, facts] = order;
		const values = { ...shop.environment.values(), ...orderOf(order) };
		const problemOf = (error: unknown) => messageOf(error).split('\n')[0] ?? '';
		if (firstReadBefore === undefined && settles) {
			try {
				await settleOrder(client, values, facts);
				reportedMs = performance.now();
			} catch (error) {
				wrong.push(`${reference}: ${problemOf(error)}`);
				return undefined;
			}
		}
		const firstReadMs = firstReadBefore ?? performance.now();
		try {
			const state = await readState(client, values, facts, { settles, allConfirmedMatched });
			if (state.is === 'late') {
				return { order, firstReadMs, problem: `the shop says "${state.text}"`, isUnread: false };
			}
			if (state.is === 'wrong') wrong.push(`${reference}: ${state.text}`);
			else if (!facts.payments.some(isConfirmed)) unpaid.push(order);
			else {
				paid.push(order);
				slowestMs = Math.max(slowestMs ?? 0, performance.now() - firstReadMs);
			}
			return undefined;
		} catch (error) {
			return { order, firstReadMs, problem: problemOf(error), isUnread: true };
		}
	};
	const firstDeadline = deadlineOf(orders, withinMs);
	let unread = 0;
	let late: Late[] = [];
	await mapInParallel(orders, parallelReads, async (order) => {
		signal.throwIfAborted();
		if (performance.now() >= firstDeadline) {
			unread += 1;
			return;
		}
		const still = await check(order);
		if (still) late.push(still);
	});
	// One deadline for all orders: waiting for one after another would take hours with a shop that pays no order.
	const deadline = performance.now() + withinMs;
	while (late.length > 0 && performance.now() < deadline) {
		await pause(pollMs);
		const left: Late[] = [];
		await mapInParallel(late, parallelReads, async (one) => {
			signal.throwIfAborted();
			const isOver = performance.now() >= deadline;
			const still = isOver ? one : await check(one.order, one.firstReadMs);
			if (still) left.push(still);
		});
		late = left;
	}
	const since = `${withinMs / 1000} s after its payment was reported as confirmed`;
	for (const { order, problem, isUnread } of late) {
		wrong.push(`${order[0]}: ${isUnread ? problem : `${problem} ${since}`}`);
	}
	const again = [...unpaid, ...drawEvenly(paid, maxSecondReads, seed)];
	if (settles && again.length > 0) {
		// A queue that delays the right changes also delays wrong ones.
		const watchMs = slowestMs === undefined ? withinMs : Math.max(leastWatchMs, 2 * slowestMs);
		const restMs = reportedMs + Math.min(withinMs, watchMs) - performance.now();
		await pause(Math.max(0, restMs), undefined, { signal });
		const lastDeadline = deadlineOf(again, withinMs);
		await mapInParallel(again, parallelReads, async (order) => {
			signal.throwIfAborted();
			if (performance.now() >= lastDeadline) {
				unread += 1;
				return;
			}
			let changed = await check(order, reportedMs);
			while (changed?.isUnread && performance.now() < lastDeadline) {
				await pause(pollMs, undefined, { signal });
				changed = await check(order, reportedMs);
			}
			if (changed) wrong.push(`${order[0]}: ${changed.problem}, a moment after it was as expected`);
		});
	}
	return { wrong, unread };
}

/** The payments of an order that `settle` reports: the shop knows only the one whose answer it received. */
const settledPayments = ({ session, payments }: OrderPayments) =>
	payments.filter(
		// A declined shopper could try again, but no shopper of a load does.
		({ sessionId, final, state }) =>
			sessionId === session && (final || state === 'confirmed' || state === 'declined'),
	);

async function settleOrder(client: ShopClient, values: PlaceholderValues, order: OrderPayments) {
	for (const { transactionId, state } of settledPayments(order)) {
		await client.settle({ ...values, transactionId, state }, () => {});
	}
}

/** Compares one order with its payments. `late`: the order is not paid yet, though a payment is confirmed. */
async function readState(
	client: ShopClient,
	values: PlaceholderValues,
	order: OrderPayments,
	{ settles, allConfirmedMatched }: Pick<ReadOptions, 'allConfirmedMatched'> & { settles: boolean },
): Promise<{ is: 'right' | 'late' | 'wrong'; text: string }> {
	const confirmed = order.payments.filter(isConfirmed).length;
	const isCheckedOut = order.session !== undefined || confirmed > 0;
	const { is, text } = await readOrderState(client, values, isCheckedOut);
	const isPaid = isPaidState(is);
	// If not all payments are final, another payment may be confirmed between reading the payments and reading the order.
	const isKnown = allConfirmedMatched && order.payments.every(({ final }) => final);
	if (is === 'flagged' && confirmed === 1 && isKnown) {
		return { is: 'wrong', text: `the shop says "${text}", and one payment of it is confirmed` };
	}
	if (isPaid && confirmed === 0) {
		return { is: 'wrong', text: `the shop says "${text}", and no payment of it is confirmed` };
	}
	// Without `settle`, the shop may not have learned about the payment yet.
	return { is: isPaid === confirmed > 0 || !settles ? 'right' : 'late', text };
}
