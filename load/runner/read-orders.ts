/** Reads the orders of the shop after the load, and compares each with its payments. */
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../../scenarios/harness/errors.ts';
import { mapInParallel } from '../../scenarios/harness/map-in-parallel.ts';
import { isPaidState, readOrderState } from '../../scenarios/merchant-mode/order-state.ts';
import { sendReports } from '../../scenarios/merchant-mode/settle-reports.ts';
import type { ShopClient } from '../../scenarios/merchant-mode/shop-client.ts';
import { NoOrderState } from '../../scenarios/merchant-mode/shop-client.ts';
import type { PlaceholderValues } from '../../simulator/contract/placeholders.ts';
import { hashToUnit } from '../mix.ts';
import type { MatchedOrder, MatchedPayment, OrderPayments } from './match-payments.ts';
import { isConfirmed } from './match-payments.ts';
import type { LoadShop } from './merchant-shop.ts';

/** The salts of the two samples: the orders of one sample are not those of the other. */
const earlySalt = 4;
const secondSalt = 5;

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
/** The least time between the last report and the second reading of an order, in milliseconds. */
const minWatchMs = 500;
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
 * Takes one item from each of `most` parts of the list, at a random place: a fixed distance would miss faults that come
 * at a regular one. The parts are equal but for one item, and have no item in common.
 */
export function stratifiedSample<Item>(
	items: readonly Item[],
	most: number,
	seed: number,
	salt: number = earlySalt,
): Item[] {
	if (items.length <= most) return [...items];
	const startOf = (part: number) => Math.floor((part * items.length) / most);
	return Array.from({ length: most }).flatMap((_, part) => {
		const size = startOf(part + 1) - startOf(part);
		const item = items[startOf(part) + Math.floor(hashToUnit(seed, salt, part) * size)];
		return item === undefined ? [] : [item];
	});
}

/**
 * What one read of an order shows. `undecided`: right so far, but a payment has no final state yet. `late`: not paid yet,
 * though a payment is confirmed. `missing`: the shop does not have it. `unreadable`: the shop did not answer, or with an
 * error.
 */
interface OrderRead {
	is: 'right' | 'undecided' | 'wrong' | 'late' | 'missing' | 'unreadable';
	/** What is wrong; empty for `right` and `undecided`. */
	problem: string;
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
	const drawn = stratifiedSample(settled, maxEarlyReads, seed);
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
 * Settles and reads the orders, and reads them again a moment later: a shop may pay an order late, or lose a paid one.
 * Returns a sentence for each with a wrong state, how many were not read in time, and those that show nothing, because
 * their payment is undecided.
 */
export async function readOrders(
	orders: readonly MatchedOrder[],
	options: ReadOptions,
): Promise<{ wrong: string[]; unread: number; undecided: MatchedOrder[] }> {
	const { shop, signal, withinMs, orderOf, allConfirmedMatched, seed } = options;
	const settles = shop.merchant.file.settle !== undefined;
	const client = shop.environment.shop();
	const valuesOf = (order: MatchedOrder) => ({ ...shop.environment.values(), ...orderOf(order) });
	const read = (order: MatchedOrder) =>
		readState(client, valuesOf(order), order[1], { settles, allConfirmedMatched });
	const settled = new Set<MatchedOrder>();
	let lastSettledMs = performance.now();

	const first = await readUntil(orders, options, {
		async read(order) {
			if (settles && !settled.has(order)) {
				const problem = await settleOrder(client, valuesOf(order), order[1]);
				settled.add(order);
				lastSettledMs = performance.now();
				if (problem !== '') return { is: 'wrong', problem };
			}
			return read(order);
		},
		mayChange: ({ is }) => is === 'late' || is === 'missing' || is === 'unreadable',
	});
	const since = `${withinMs / 1000} s after its payment was reported as confirmed`;
	const wrong = [...first].flatMap(([[reference], { is, problem }]) => {
		if (isAsExpected(is)) return [];
		return [`${reference}: ${is === 'late' ? `${problem} ${since}` : problem}`];
	});
	const unread = orders.length - first.size;
	const undecided = orders.filter((order) => first.get(order)?.is === 'undecided');
	if (!settles) return { wrong, unread, undecided };

	// In the order of the run, so that a seed draws the same ones again.
	const right = orders.filter((order) => isAsExpected(first.get(order)?.is));
	const paid = right.filter(isToBePaid);
	const unpaid = right.filter((order) => !isToBePaid(order));
	const again = [...unpaid, ...stratifiedSample(paid, maxSecondReads, seed, secondSalt)];
	if (again.length === 0) return { wrong, unread, undecided };
	// A queue that delays the right changes also delays wrong ones.
	const slowestMs = paid.reduce((most, order) => Math.max(most, first.get(order)?.afterMs ?? 0), 0);
	const watchMs = paid.length === 0 ? withinMs : Math.max(minWatchMs, 2 * slowestMs);
	const restMs = lastSettledMs + Math.min(withinMs, watchMs) - performance.now();
	await pause(Math.max(0, restMs), undefined, { signal });
	const second = await readUntil(again, options, {
		read,
		mayChange: ({ is }) => is === 'unreadable',
	});
	for (const [[reference], { is, problem }] of second) {
		if (isAsExpected(is)) continue;
		const isLost = is === 'late' || is === 'missing';
		wrong.push(`${reference}: ${problem}${isLost ? ', a moment after it was as expected' : ''}`);
	}
	return {
		wrong,
		unread: unread + again.length - second.size,
		// Those with another result now are wrong or unread.
		undecided: undecided.filter((order) => isAsExpected(second.get(order)?.is)),
	};
}

const isAsExpected = (is: OrderRead['is'] | undefined) => is === 'right' || is === 'undecided';

interface ReadUntilOptions {
	read(order: MatchedOrder): Promise<OrderRead>;
	/** Whether the order must be read again: it may still become right. */
	mayChange(result: OrderRead): boolean;
}

/** A result, and the time from the end of the order's first read to the start of this one, in milliseconds. */
type TimedRead = OrderRead & { afterMs: number };

/**
 * Reads all orders, and then again those that may still become right, until each was read `withinMs` after its first
 * read. All are read in turns: waiting for one after another would take hours with a shop that pays no order. Orders
 * that were not read as long have no result.
 */
async function readUntil(
	orders: readonly MatchedOrder[],
	{ signal, withinMs }: Pick<ReadOptions, 'signal' | 'withinMs'>,
	{ read, mayChange }: ReadUntilOptions,
): Promise<Map<MatchedOrder, TimedRead>> {
	const firstMs = new Map<MatchedOrder, number>();
	const results = new Map<MatchedOrder, TimedRead>();
	const readAll = (some: readonly MatchedOrder[], deadline: number) =>
		mapInParallel(some, parallelReads, async (order) => {
			signal.throwIfAborted();
			const startMs = performance.now();
			if (startMs >= deadline) return;
			const result = await read(order);
			const since = firstMs.get(order);
			if (since === undefined) firstMs.set(order, performance.now());
			results.set(order, { ...result, afterMs: since === undefined ? 0 : startMs - since });
		});
	const findLeft = () =>
		[...results].flatMap(([order, result]) =>
			result.afterMs < withinMs && mayChange(result) ? [order] : [],
		);
	let left = orders;
	/** The turns whose time was over before all were read. Those that were read get one more turn. */
	let cutTurns = 0;
	while (left.length > 0 && cutTurns < 2) {
		if (results.size > 0) await pause(pollMs, undefined, { signal });
		const deadline = deadlineOf(left, withinMs);
		await readAll(left, deadline);
		if (performance.now() >= deadline) cutTurns += 1;
		left = findLeft();
	}
	for (const order of left) results.delete(order);
	return results;
}

/** Whether the network has not decided a payment of the order that a shopper has paid. */
export const isUndecided = ({ payments }: OrderPayments): boolean =>
	payments.some(({ state }) => state === 'processing');

const isToBePaid = ([, { payments }]: MatchedOrder): boolean => payments.some(isConfirmed);

/** The decided payments of an order, which `settle` reports: the shop knows only the one whose answer it received. */
export const settledPayments = ({ session, payments }: OrderPayments) =>
	payments.filter(
		// A declined shopper could try again, but no shopper of a load does.
		({ sessionId, final, state }) =>
			sessionId === session && (final || state === 'confirmed' || state === 'declined'),
	);

/** Reports the final states of the payments. Returns what went wrong; empty if nothing did. */
async function settleOrder(
	client: ShopClient,
	values: PlaceholderValues,
	order: OrderPayments,
): Promise<string> {
	try {
		for (const { transactionId, state } of settledPayments(order)) {
			const report = { ...values, transactionId, state };
			// As in a story: a shop may refuse a report that it has, or be busy for a moment.
			await sendReports(1, () => client.settle(report, noDetail), noDetail);
		}
		return '';
	} catch (error) {
		return firstLineOf(error);
	}
}

const noDetail = () => {};

const firstLineOf = (error: unknown) => messageOf(error).split('\n')[0] ?? '';

/** Reads one order, and compares it with its payments. */
async function readState(
	client: ShopClient,
	values: PlaceholderValues,
	order: OrderPayments,
	{ settles, allConfirmedMatched }: Pick<ReadOptions, 'allConfirmedMatched'> & { settles: boolean },
): Promise<OrderRead> {
	const confirmed = order.payments.filter(isConfirmed).length;
	const isCheckedOut = order.session !== undefined || confirmed > 0;
	const found = await readOrderState(client, values, isCheckedOut).catch((error: unknown) => ({
		is: error instanceof NoOrderState ? ('missing' as const) : ('unreadable' as const),
		problem: firstLineOf(error),
	}));
	if ('problem' in found) return found;
	const { is, text } = found;
	const problem = `the shop says "${text}"`;
	const isPaid = isPaidState(is);
	// Another payment may be confirmed between reading the payments and reading the order, unless no shopper has reached it.
	const isSettled = ({ final, state, sessionId }: MatchedPayment) =>
		final || (sessionId !== order.session && (state === 'created' || state === 'redirected'));
	const isKnown = allConfirmedMatched && order.payments.every(isSettled);
	if (is === 'flagged' && confirmed === 1 && isKnown) {
		return { is: 'wrong', problem: `${problem}, and one payment of it is confirmed` };
	}
	if (isPaid && confirmed === 0) {
		return { is: 'wrong', problem: `${problem}, and no payment of it is confirmed` };
	}
	// Without `settle`, the shop may not have learned about the payment yet.
	if (isPaid === confirmed > 0 || !settles) {
		return { is: isUndecided(order) ? 'undecided' : 'right', problem: '' };
	}
	return { is: 'late', problem };
}
