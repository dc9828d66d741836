/** After the load: compares the payments of the sandbox with the orders of the shop. */
import { setTimeout as pause } from 'node:timers/promises';
import { exampleOf } from '../../reports/merchant-reasons.ts';
import type { CountedCases } from '../../reports/verdict-rules.ts';
import { messageOf } from '../../scenarios/harness/errors.ts';
import type { RunIo } from '../../scenarios/harness/run-io.ts';
import type { ShopClient } from '../../scenarios/merchant-mode/shop.ts';
import { toMs } from '../../simulator/contract/duration.ts';
import type { MerchantLoad } from '../../simulator/contract/load-results.ts';
import { marketSamples } from '../../simulator/contract/market-samples.ts';
import type { PlaceholderValues } from '../../simulator/contract/placeholders.ts';
import type { LoadReason } from '../../simulator/contract/run-report.ts';
import { orderPlaceholderValues } from '../merchant-orders.ts';
import { hashToUnit } from '../mix.ts';
import type { Plan } from '../plan.ts';
import { addSandboxTimes, readCheckoutCalls } from './checkout-calls.ts';
import { latencySummaryOf } from './histogram.ts';
import { customersByMarket } from './measure.ts';
import type { MatchedPayment, OrderPayments } from './merchant-orders.ts';
import {
	countPayments,
	describeWrongAmounts,
	describeWrongCustomers,
	isConfirmed,
	paymentsReached,
	tieOrders,
} from './merchant-orders.ts';
import type { LoadShop } from './merchant-shop.ts';
import { findRepeatedPayments } from './second-payments.ts';
import type { Tally } from './tally.ts';

export interface VerifyOptions {
	shop: LoadShop;
	tally: Tally;
	plan: Pick<Plan, 'profile'>;
	/** The id of the newest payment before the load: only later payments belong to its orders. */
	lastBefore: string | undefined;
	/** The prefix of the orders' references. */
	prefix: string;
	seed: number;
	signal: AbortSignal;
	say(text: string): void;
}

export interface VerifiedLoad {
	merchant: MerchantLoad;
	duplicatePayments: CountedCases;
}

const parallelReads = 8;
const pollMs = 200;
/** The most time for an order, in milliseconds, beyond `verify.within`; with parallel reads 0.4 s for an order. */
const checkMs = 50;

const notCompared: LoadReason = {
	...{ id: 'orders-unread', group: 'run', severity: 'inconclusive', evidence: [] },
	text: 'The payments were not compared with the orders: the run was interrupted.',
};

/** Compares orders with payments. If they cannot be compared, the result is a reason for the verdict. */
export async function verifyShop({
	io,
	...options
}: Omit<VerifyOptions, 'signal' | 'say'> & { io: Pick<RunIo, 'signal' | 'err'> }): Promise<{
	found?: VerifiedLoad;
	reasons: LoadReason[];
}> {
	const { signal, err: say } = io;
	if (signal.aborted) return { reasons: [notCompared] };
	try {
		return { found: await verifyOrders({ ...options, signal, say }), reasons: [] };
	} catch (error) {
		if (signal.aborted) return { reasons: [notCompared] };
		const text = `The payments could not be compared with the orders: ${messageOf(error)}`;
		const reason = { id: 'orders-unread', group: 'run', severity: 'error', text } as const;
		return { reasons: [{ ...reason, evidence: [] }] };
	}
}

/** Compares the orders, and adds the sandbox's own times for the latest checkouts in its journal to the tally. */
async function verifyOrders(options: VerifyOptions): Promise<VerifiedLoad> {
	const { shop, tally, plan, lastBefore, prefix, say } = options;
	const { environment, merchant } = shop;
	const { file, path } = merchant;
	const withinMs = toMs(file.load.verify.within);
	await untilProcessed(options, withinMs);
	const payments: MatchedPayment[] = [];
	for await (const page of environment.sandbox.paymentsSince(lastBefore)) {
		for (const payment of page) {
			const { transactionId, sessionId, paymentReference, redirectUrl, state, final } = payment;
			const { amount, currency } = payment;
			const id = { transactionId, sessionId, paymentReference, redirectUrl };
			payments.push({ ...id, state, final, amount, currency });
		}
	}
	const tied = tieOrders(tally.orders, payments, prefix);
	const repeated = await findRepeatedPayments(plan, environment.sandbox, tied);
	const { figures, seconds } = countPayments(tied, repeated);
	// If the shop process has ended, its orders cannot be read.
	const share = environment.ended() === undefined ? file.load.verify.share : 0;
	// The sandbox does not know some sessions, so their orders cannot be compared and are left out.
	const chosen = [...tied.orders].filter(
		([, { story, session }], index) =>
			story !== '' &&
			(session === undefined || tied.sessions.has(session)) &&
			hashToUnit(options.seed, 3, index) < share,
	);
	if (chosen.length > 0) say(`reading ${chosen.length} orders of the shop\n`);
	const orderOf = createOrderValues(options);
	// These checks send no request to the shop, so `verify.share` does not limit them.
	const wrongAmounts = describeWrongAmounts(tied, orderOf, file);
	const reached = paymentsReached(tied);
	const calls = await readCheckoutCalls(shop, new Set(reached.map(([, id]) => id)));
	const step = tally.steps.get('merchant-checkout');
	if (step !== undefined) addSandboxTimes(step, calls.values());
	const wrongCustomers = describeWrongCustomers(reached, calls, orderOf, file);
	const allConfirmedTied = !tied.loose.some(isConfirmed);
	const reading = { ...options, withinMs, orderOf, allConfirmedTied };
	const { wrong, unread } = await readOrders(chosen, reading);
	const ended = environment.ended();
	const { browser } = tally;
	return {
		duplicatePayments: seconds,
		merchant: {
			...{ file: path, command: file.command?.join(' ') ?? null, ...figures },
			...{ verified: chosen.length - unread, wrongState: wrong.length },
			...{ wrongAmount: wrongAmounts.length, wrongCustomer: wrongCustomers.length },
			...(unread === 0 ? {} : { unread }),
			...(repeated.unread === 0 ? {} : { unreadAnswers: repeated.unread }),
			examples: [
				...figures.examples,
				...wrong.slice(0, 10).map((text) => exampleOf('wrongState', text)),
				...wrongAmounts.slice(0, 10).map((text) => exampleOf('wrongAmount', text)),
				...wrongCustomers.slice(0, 10).map((text) => exampleOf('wrongCustomer', text)),
			],
			...(ended === undefined ? {} : { ended }),
			...(browser.flows === 0
				? {}
				: {
						browser: {
							...{ flows: browser.flows, failed: browser.failed },
							pageLoad: latencySummaryOf(browser.pageLoad),
						},
					}),
		},
	};
}

/** Waits until the network has decided every payment: it does so some seconds after the last shopper has paid. */
async function untilProcessed({ shop, signal }: VerifyOptions, withinMs: number): Promise<void> {
	const { sandbox } = shop.environment;
	const deadline = performance.now() + withinMs;
	while (!signal.aborted && performance.now() < deadline) {
		if ((await sandbox.newestPayment('processing')) === undefined) return;
		await pause(pollMs);
	}
}

type ChosenOrder = readonly [reference: string, order: OrderPayments];

interface Late {
	chosen: ChosenOrder;
	/** The last state of the order that the shop returned, as text. */
	text: string;
}

type OrderValues = ReturnType<typeof orderPlaceholderValues>;

/** Returns a function that computes the placeholder values that the load sent with an order. */
function createOrderValues({ shop, seed }: Pick<VerifyOptions, 'shop' | 'seed'>) {
	const customers = customersByMarket(seed);
	return ([reference, { story }]: ChosenOrder): OrderValues =>
		orderPlaceholderValues(reference, story, {
			...{ offers: shop.offers, markets: marketSamples },
			customers: (market) => customers[market] ?? [],
		});
}

interface ReadOptions extends Pick<VerifyOptions, 'shop' | 'signal'> {
	withinMs: number;
	orderOf(chosen: ChosenOrder): OrderValues;
	/** Whether every confirmed payment is tied to an order. If not, the run may miss payments of an order. */
	allConfirmedTied: boolean;
}

/** Reads the orders. Returns a sentence for each with a wrong state, and how many were not read in time. */
async function readOrders(
	orders: readonly ChosenOrder[],
	{ shop, signal, withinMs, orderOf, allConfirmedTied }: ReadOptions,
): Promise<{ wrong: string[]; unread: number }> {
	const settles = shop.merchant.file.settle !== undefined;
	const client = shop.environment.shop();
	const wrong: string[] = [];
	const check = async (chosen: ChosenOrder, isFirst: boolean): Promise<Late | undefined> => {
		const [reference, order] = chosen;
		const values = { ...shop.environment.values(), ...orderOf(chosen) };
		try {
			if (isFirst && settles) await settleOrder(client, values, order);
			const state = await readState(client, values, order, { settles, allConfirmedTied });
			if (state.is === 'late') return { chosen, text: state.text };
			if (state.is === 'wrong') wrong.push(`${reference}: ${state.text}`);
		} catch (error) {
			wrong.push(`${reference}: ${messageOf(error).split('\n')[0]}`);
		}
		return undefined;
	};
	const firstDeadline = performance.now() + withinMs + orders.length * checkMs;
	let unread = 0;
	let late: Late[] = [];
	await inParallel(orders, async (chosen) => {
		signal.throwIfAborted();
		if (performance.now() >= firstDeadline) {
			unread += 1;
			return;
		}
		const still = await check(chosen, true);
		if (still) late.push(still);
	});
	// One deadline for all orders: waiting for one after another would take hours with a shop that pays no order.
	const deadline = performance.now() + withinMs;
	while (late.length > 0 && performance.now() < deadline) {
		await pause(pollMs);
		const left: Late[] = [];
		await inParallel(late, async (one) => {
			signal.throwIfAborted();
			const isOver = performance.now() >= deadline;
			const still = isOver ? one : await check(one.chosen, false);
			if (still) left.push(still);
		});
		late = left;
	}
	for (const { chosen, text } of late) {
		const since = `${withinMs / 1000} s after its payment was reported as confirmed`;
		wrong.push(`${chosen[0]}: the shop says "${text}" ${since}`);
	}
	return { wrong, unread };
}

async function inParallel<T>(items: readonly T[], visit: (item: T) => Promise<void>) {
	const waiting = items.values();
	const work = async () => {
		for (const item of waiting) await visit(item);
	};
	await Promise.all(Array.from({ length: parallelReads }, work));
}

async function settleOrder(client: ShopClient, values: PlaceholderValues, order: OrderPayments) {
	for (const { transactionId, sessionId, state, final } of order.payments) {
		// A shop knows only the payment whose answer it received.
		const isReported = sessionId === order.session && (final || state === 'confirmed');
		if (isReported) await client.settle({ ...values, transactionId, state }, () => {});
	}
}

/** Compares one order with its payments. `late`: the order is not paid yet, though a payment is confirmed. */
async function readState(
	client: ShopClient,
	values: PlaceholderValues,
	order: OrderPayments,
	{ settles, allConfirmedTied }: { settles: boolean; allConfirmedTied: boolean },
): Promise<{ is: 'right' | 'late' | 'wrong'; text: string }> {
	const confirmed = order.payments.filter(isConfirmed).length;
	const { is, text } = await client
		.orderState(values, () => {})
		.catch((error: unknown) => {
			// A shop may have no order for a checkout that failed.
			if (order.session !== undefined || confirmed > 0) throw error;
			return { is: 'open', text: '' } as const;
		});
	const isPaid = is === 'paid' || is === 'flagged';
	// If not all payments are final, another payment may be confirmed between reading the payments and reading the order.
	const isKnown = allConfirmedTied && order.payments.every(({ final }) => final);
	if (is === 'flagged' && confirmed === 1 && isKnown) {
		return { is: 'wrong', text: `the shop says "${text}", and one payment of it is confirmed` };
	}
	if (isPaid && confirmed === 0) {
		return { is: 'wrong', text: `the shop says "${text}", and no payment of it is confirmed` };
	}
	// Without `settle`, the shop may not have learned about the payment yet.
	return { is: isPaid === confirmed > 0 || !settles ? 'right' : 'late', text };
}
