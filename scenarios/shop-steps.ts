/** Steps that several merchant stories share. Each `expect…` ends with the expectation that its name says. */
import type { PaymentState } from '../simulator/contract/control.ts';
import type { FaultPhase, FaultRuleInput } from '../simulator/contract/faults.ts';
import type { ServiceCall } from '../simulator/contract/routes.ts';
import type { SomeSettings } from '../simulator/contract/settings.ts';
import { mapInParallel } from './harness/map-in-parallel.ts';
import type { CashierPage, ShopContext, ShopFlow, ShopOrder } from './shop.ts';

/**
 * The shopper pays and returns, and the shop receives the final state. The order must then be paid, by one payment.
 * `confirmed`: how many confirmed payments the story then has.
 */
export async function expectPaidOnce(
	context: ShopContext,
	page: CashierPage,
	confirmed = 1,
): Promise<void> {
	const { merchant, shopper, network, expect } = context;
	await shopper.pay(page);
	await shopper.returnToShop(page);
	await network.settles(page, 'confirmed');
	if (merchant.canSettle) await expect.orderIs(page.order, 'paid');
	await expect.confirmedPayments(confirmed);
}

/** How many orders are read at the same time: one after the other, many orders take minutes in a shop with a queue. */
export const ordersAtOnce = 8;

/** The network confirms all payments, and the shop receives their final states. All orders must then be paid. */
export async function expectAllPaid(
	{ merchant, network, expect }: ShopContext,
	pages: readonly CashierPage[],
): Promise<void> {
	// In sequence, because each wait moves a manual clock.
	for (const page of pages) await network.settles(page, 'confirmed');
	if (!merchant.canSettle) return;
	await forAll(pages, ({ order }) => expect.orderIs(order, 'paid'), ordersAtOnce);
}

/**
 * The shopper pays at the cashier page of the second checkout of an order. If that showed an error (null), because the
 * order can no longer be paid, the shopper orders again and pays that. The order must be paid once that is confirmed, and not
 * before.
 */
export async function expectPaidByNextPayment(
	{ merchant, shopper, network, expect }: ShopContext,
	order: ShopOrder,
	second: CashierPage | null,
): Promise<void> {
	const page = second ?? (await merchant.checkOut(await merchant.orderAgain(order, true)));
	await shopper.pay(page);
	await shopper.returnToShop(page);
	await expect.orderIsNotPaid(page.order);
	await network.settles(page, 'confirmed');
	await expect.orderIs(page.order, 'paid');
}

/** The shop gets the state of an ended payment again, after another one has paid the order. The order must stay paid. */
export async function expectStaysPaidAfterReport(
	{ network, expect }: ShopContext,
	ended: CashierPage,
	state: PaymentState,
): Promise<void> {
	await network.reportsAgain(ended, state);
	await expect.orderStaysPaid(ended.order);
}

/** The shopper orders, pays and never returns. The order must then be paid. Returns the cashier page. */
export async function expectPaidWithoutReturn(
	{ merchant, shopper, network, expect }: ShopContext,
	flow: ShopFlow,
): Promise<CashierPage> {
	const order = await merchant.newOrder({ flow });
	const page = await merchant.checkOut(order);
	await shopper.pay(page);
	await network.settles(page, 'confirmed');
	await expect.orderIs(order, 'paid');
	return page;
}

/**
 * The shopper checks out one order in two tabs, and pays in the second. The order must then be paid. Returns the cashier
 * page of the first tab; null if both tabs have the same payment.
 */
export async function expectPaidInSecondTab(
	{ merchant, shopper, network, expect }: ShopContext,
	flow: ShopFlow,
): Promise<CashierPage | null> {
	const order = await merchant.newOrder({ flow });
	const first = await merchant.checkOut(order);
	const second = (await merchant.tryToCheckOut(order)) ?? first;
	await shopper.pay(second);
	await network.settles(second, 'confirmed');
	await expect.orderIs(order, 'paid');
	return second.sessionId === first.sessionId ? null : first;
}

/** The network declines with the outcome, and the shopper returns. The order must not be paid. */
export async function expectUnpaidIfDeclined(
	{ merchant, shopper, network, service, expect }: ShopContext,
	flow: ShopFlow,
	outcome: string,
): Promise<void> {
	const order = await merchant.newOrder({ flow });
	const page = await merchant.checkOut(order);
	await service.decide(page, outcome);
	await shopper.pay(page);
	await network.settles(page, 'declined');
	await shopper.returnToShop(page);
	await expect.orderIsNotPaid(order);
}

/** The shopper cancels and returns. The order must not be paid, neither before the shop receives the state nor after. */
export async function expectUnpaidIfCancelled(
	{ merchant, shopper, network, expect }: ShopContext,
	flow: ShopFlow,
): Promise<void> {
	const order = await merchant.newOrder({ flow });
	const page = await merchant.checkOut(order);
	await shopper.cancel(page);
	await shopper.returnToShop(page);
	// The report may put right what the return made wrong.
	await expect.orderIsNotPaid(order);
	await network.settles(page, 'cancelled');
	await expect.orderIsNotPaid(order);
}

/** The shopper returns while the network still decides. The order must be open, and paid only once it is confirmed. */
export async function expectOpenWhileProcessing(
	{ merchant, shopper, network, expect }: ShopContext,
	flow: ShopFlow,
): Promise<void> {
	const order = await merchant.newOrder({ flow });
	const page = await merchant.checkOut(order);
	await shopper.pay(page);
	await expect.paymentIs(page, 'processing');
	await shopper.returnToShop(page);
	await expect.orderIs(order, 'open');
	await network.settles(page, 'confirmed');
	if (merchant.canSettle) await expect.orderIs(order, 'paid');
}

/**
 * Checks that the shop handles a failed call: the shopper gets an error or the cashier, the order is not paid, and the
 * next checkout works. That is a checkout of the same order, or of a new one if that order can no longer be paid.
 * `confirmed`: how many confirmed payments the story then has.
 */
export async function expectFailureHandled(
	context: ShopContext,
	order: ShopOrder,
	confirmed = 1,
): Promise<void> {
	const first = await context.merchant.tryToCheckOut(order);
	await expectWorksAgain(context, order, first, confirmed);
}

/**
 * The service works again: the order is not paid, and its shopper can pay it, or another order if it can no longer be paid.
 * `reached`: the cashier page that the shopper has reached already.
 */
export async function expectWorksAgain(
	context: ShopContext,
	order: ShopOrder,
	reached: CashierPage | null = null,
	confirmed = 1,
): Promise<void> {
	const { merchant, service, expect } = context;
	await service.heal();
	await expect.orderIsNotPaid(order);
	// Some shops end an order whose call was refused. Stories with a refusal therefore allow `refusal_ignored`.
	const again = reached ?? (await merchant.checkOutAfterFailure(order));
	const page = again ?? (await merchant.checkOut(await merchant.orderAgain(order)));
	await expectPaidOnce(context, page, confirmed);
}

/**
 * Breaks one call of each kind in turn, each in the checkout of a new order. The shop must handle each failure, as
 * `expectFailureHandled` says.
 */
export async function expectFaultHandledAtEachCall(
	context: ShopContext,
	fault: FaultRuleInput['fault'],
	phase?: FaultPhase,
): Promise<void> {
	const { merchant, service } = context;
	const [anyFlow = 'card'] = merchant.flows;
	const broken: [ServiceCall, ShopFlow][] = [
		['paymentOptions', anyFlow],
		['hybridPayment', anyFlow],
	];
	if (merchant.flows.includes('bank')) broken.push(['paymentSuboptions', 'bank']);
	for (const [index, [call, flow]] of broken.entries()) {
		const order = await merchant.newOrder({ flow });
		await service.breaks(call, fault, phase);
		await expectFailureHandled(context, order, index + 1);
	}
}

const slow = { fixed: '300ms' };

/** Settings of the service with which two checkouts at the same time overlap in each call. */
export const slowAnswers = {
	latency: { paymentOptions: slow, paymentSuboptions: slow, hybridPayment: slow },
} satisfies SomeSettings;

/**
 * Does the work for all items, at most `limit` at the same time, a whole number from 1. Ends when all have ended, and
 * then throws the first error.
 */
export async function forAll<Item, Result>(
	items: readonly Item[],
	work: (item: Item) => Promise<Result>,
	limit = items.length,
): Promise<Result[]> {
	if (items.length > 0 && !(Number.isInteger(limit) && limit >= 1))
		throw new RangeError(`forAll: the limit must be a whole number from 1, not ${limit}`);
	const ended = await mapInParallel(items, limit, async (item) => {
		const running = (async () => work(item))();
		await running.catch(() => {});
		// Not the promise itself, whose failure would end this early.
		return { running };
	});
	return Promise.all(ended.map(({ running }) => running));
}
