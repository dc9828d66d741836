/** After the load: compares the payments of the sandbox with the orders of the shop. */
import { setTimeout as pause } from 'node:timers/promises';
import { exampleOf } from '../../reports/merchant-reasons.ts';
import type { CountedCases } from '../../reports/verdict-rules.ts';
import { messageOf } from '../../scenarios/harness/errors.ts';
import type { RunIo } from '../../scenarios/harness/run-io.ts';
import { noShopCallSentence } from '../../scenarios/merchant-mode/missing-calls.ts';
import { toMs } from '../../simulator/contract/duration.ts';
import type { MerchantLoad } from '../../simulator/contract/load-results.ts';
import { marketSamples } from '../../simulator/contract/market-samples.ts';
import type { LoadReason } from '../../simulator/contract/run-report.ts';
import { orderPlaceholderValues } from '../merchant-orders.ts';
import { hashToUnit } from '../mix.ts';
import type { Plan } from '../plan.ts';
import { addSandboxTimes, readCheckoutCalls } from './checkout-calls.ts';
import { latencySummaryOf } from './histogram.ts';
import type { MatchedOrder, MatchedPayment } from './match-payments.ts';
import {
	countPayments,
	describeOtherFlows,
	describeWrongAmounts,
	describeWrongCustomers,
	describeWrongMethods,
	isConfirmed,
	matchOrders,
	paymentsReached,
} from './match-payments.ts';
import { customersByMarket } from './measure.ts';
import type { BeforeLoad, LoadShop } from './merchant-shop.ts';
import { isUndecided, readBeforeSettle, readOrders, settledPayments } from './read-orders.ts';
import { brokenCallsNote } from './sandbox-settings.ts';
import { findRepeatedPayments } from './second-payments.ts';
import type { Tally } from './tally.ts';

export interface VerifyOptions extends BeforeLoad {
	shop: LoadShop;
	tally: Tally;
	plan: Pick<Plan, 'profile'>;
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

const pollMs = 200;

const isDeclined = ({ state }: MatchedPayment) => state === 'declined' || state === 'cancelled';

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
		const found = await verifyOrders({ ...options, signal, say });
		const reasons = await noCallReasons(options, found);
		return {
			found,
			reasons: [...reasons, ...brokenCallsNote(options.shop.sandboxSettings, options)],
		};
	} catch (error) {
		if (signal.aborted) return { reasons: [notCompared] };
		const text = `The payments could not be compared with the orders: ${messageOf(error)}`;
		const reason = { id: 'orders-unread', group: 'run', severity: 'error', text } as const;
		return { reasons: [{ ...reason, evidence: [] }] };
	}
}

/**
 * The reason for a load whose shop made no call to the sandbox: the shop calls another service, so its orders say
 * nothing. A shop that has ended explains its missing calls itself.
 */
async function noCallReasons(
	{ shop, tally, callsBefore }: Pick<VerifyOptions, 'shop' | 'tally' | 'callsBefore'>,
	{ merchant: { payments, ended } }: VerifiedLoad,
): Promise<LoadReason[]> {
	const { environment, merchant, target } = shop;
	if (payments > 0 || ended !== undefined || tally.orders.size === 0) return [];
	if (callsBefore === undefined) return [];
	if ((await environment.sandbox.serviceCallCount()) !== callsBefore) return [];
	const text = noShopCallSentence(merchant, target.url);
	return [{ id: 'no-shop-call', group: 'run', severity: 'error', text, evidence: [] }];
}

/** Compares the orders, and adds the sandbox's own times for the latest checkouts in its journal to the tally. */
async function verifyOrders(options: VerifyOptions): Promise<VerifiedLoad> {
	const { shop, tally, plan, lastBefore, prefix, signal, say } = options;
	const { environment, merchant } = shop;
	const { file, path } = merchant;
	const withinMs = toMs(file.load.verify.within);
	await untilProcessed(options, withinMs);
	const payments: MatchedPayment[] = [];
	for await (const page of environment.sandbox.paymentsSince(lastBefore)) {
		for (const payment of page) {
			const { transactionId, sessionId, paymentReference, redirectUrl, state, final } = payment;
			const { majorAmount, currency, option, suboption } = payment;
			const id = { transactionId, sessionId, paymentReference, redirectUrl };
			payments.push({
				...{ ...id, state, final, majorAmount, currency },
				option: option && { name: option.name, kind: option.kind },
				suboption: suboption && { name: suboption.name },
			});
		}
	}
	const matched = matchOrders(tally.orders, payments, prefix);
	const calls = await readCheckoutCalls(
		shop,
		new Set(payments.map(({ transactionId }) => transactionId)),
	);
	const repeated = findRepeatedPayments(plan, matched, calls);
	const { figures, seconds } = countPayments(matched, repeated);
	// If the shop process has ended, its orders cannot be read.
	const share = environment.ended() === undefined ? file.load.verify.share : 0;
	// The sandbox does not know some sessions, so their orders cannot be compared and are left out.
	const chosen = [...matched.orders].filter(
		([, { story, session }], index) =>
			story !== '' &&
			(session === undefined || matched.sessions.has(session)) &&
			hashToUnit(options.seed, 3, index) < share,
	);
	if (chosen.length > 0) say(`reading ${chosen.length} orders of the shop\n`);
	const orderOf = createOrderValues(options);
	// These checks send no request to the shop, so `verify.share` does not limit them.
	const wrongAmounts = describeWrongAmounts(matched, orderOf, file);
	const wrongMethods = describeWrongMethods(matched, orderOf, file);
	const otherFlows = describeOtherFlows(matched, orderOf, file);
	const shared = shop.references.addAndDescribeShared(matched.orders);
	const reached = paymentsReached(matched);
	const step = tally.steps.get('merchant-checkout');
	if (step !== undefined) addSandboxTimes(step, reached, calls);
	const wrongCustomers = describeWrongCustomers(reached, calls, orderOf, file);
	const allConfirmedMatched = !matched.unmatched.some(isConfirmed);
	const { seed } = options;
	const reading = { shop, signal, withinMs, orderOf, allConfirmedMatched, seed };
	const early = await readBeforeSettle(chosen, reading);
	// An order that is wrong already counts once.
	const others = chosen.filter(([reference]) => !early.paid.has(reference));
	const { wrong, unread, undecided } = await readOrders(others, reading);
	const paidEarly = [...early.paid].map(([reference, text]) => `${reference} is "${text}"`);
	const ended = environment.ended();
	const { browser } = tally;
	return {
		duplicatePayments: seconds,
		merchant: {
			...{ file: path, command: file.command?.join(' ') ?? null, ...figures },
			verified: chosen.length - unread - undecided.length,
			wrongState: wrong.length + early.paid.size,
			...(undecided.length === 0 ? {} : { undecidedByStory: countByStory(undecided, chosen) }),
			...(file.settle && { beforeSettle: { ...early, paid: early.paid.size } }),
			declined: payments.filter(isDeclined).length,
			...{ wrongAmount: wrongAmounts.length, wrongCustomer: wrongCustomers.length },
			...{ wrongMethod: wrongMethods.length, sharedReferences: shared.length },
			...(otherFlows.length === 0 ? {} : { otherFlow: otherFlows.length }),
			...(unread === 0 ? {} : { unread }),
			...(repeated.unread === 0 ? {} : { unreadAnswers: repeated.unread }),
			examples: [
				...figures.examples,
				...wrong.slice(0, 10).map((text) => exampleOf('wrongState', text)),
				...paidEarly.slice(0, 10).map((text) => exampleOf('paidBeforeSettle', text)),
				...wrongAmounts.slice(0, 10).map((text) => exampleOf('wrongAmount', text)),
				...wrongCustomers.slice(0, 10).map((text) => exampleOf('wrongCustomer', text)),
				...shared.slice(0, 10).map((text) => exampleOf('sharedReference', text)),
				...wrongMethods.slice(0, 10).map((text) => exampleOf('wrongMethod', text)),
				...otherFlows.slice(0, 10).map((text) => exampleOf('otherFlow', text)),
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

/** Counts the undecided orders of each story that has any, and the orders of it whose shopper paid. */
function countByStory(undecided: readonly MatchedOrder[], read: readonly MatchedOrder[]) {
	const ofStory = (orders: readonly MatchedOrder[], name: string) =>
		orders.filter(([, { story }]) => story === name).length;
	const paid = read.filter(
		([, order]) =>
			isUndecided(order) || settledPayments(order).some(({ state }) => state !== 'cancelled'),
	);
	const stories = new Set(undecided.map(([, { story }]) => story));
	return Object.fromEntries(
		[...stories].map((story) => [
			story,
			{ orders: ofStory(paid, story), undecided: ofStory(undecided, story) },
		]),
	);
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

/** Returns a function that computes the placeholder values that the load sent with an order. */
function createOrderValues({ shop, seed }: Pick<VerifyOptions, 'shop' | 'seed'>) {
	const customers = customersByMarket(seed);
	return ([reference, { story }]: MatchedOrder) =>
		orderPlaceholderValues(reference, story, {
			...{ offers: shop.offers, markets: marketSamples },
			customers: (market) => customers[market] ?? [],
		});
}
