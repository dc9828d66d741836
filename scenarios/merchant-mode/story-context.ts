/** The context of a merchant story: the shop, the shopper, the payment network, the service and the expectations. */
import type { PaymentState, PaymentView } from '../../simulator/contract/control.ts';
import type { PlaceholderValues } from '../../simulator/contract/placeholders.ts';
import type { ScenarioStep } from '../../simulator/contract/run-report.ts';
import { messageOf } from '../harness/errors.ts';
import type { AddDetail, Recorder, Stakes } from '../runner/recorder.ts';
import { createExpect, ExplainedError, StoryNotTried } from '../runner/recorder.ts';
import { waitForState } from '../runner/wait-for-state.ts';
import type { CashierPage, Merchant, ShopContext, ShopOrder, ShopOrderState } from '../shop.ts';
import { forAll } from '../shop-steps.ts';
import { createEndedPayments } from './ended-payment.ts';
import type { OrderValues } from './mixed-orders.ts';
import { flowOf, offeredFlows } from './offers.ts';
import { createOrderExpectations } from './order-state.ts';
import type { ReturnPage } from './return-page.ts';
import { checkReturnPage, withQuery } from './return-page.ts';
import type { SandboxControl } from './sandbox-control.ts';
import { createServiceExpectations } from './service-expectations.ts';
import { sendReports } from './settle-reports.ts';
import type { CheckoutAnswer, ShopClient } from './shop-client.ts';
import { createSpecialCheckouts, NoCashierError } from './special-checkouts.ts';
import type { StoryOrdersOptions } from './story-orders.ts';
import { createStoryOrders } from './story-orders.ts';
import type { StoryServiceOptions } from './story-service.ts';
import { createStoryService } from './story-service.ts';
import { createUnpayableOrders } from './unpayable-orders.ts';

export interface ShopContextOptions
	extends StoryOrdersOptions,
		Pick<StoryServiceOptions, 'onFault'> {
	shop: ShopClient;
	sandbox: SandboxControl;
	recorder: Recorder;
	canSettle: boolean;
	/** How long to wait for an order to change, in milliseconds. */
	orderWithinMs: number;
	/** The values of the placeholders `sandbox` and `port`. */
	values: PlaceholderValues;
	/** Called when the shop returns that an order is paid, as the story expects. */
	onPaid(order: ShopOrder, state: ShopOrderState): void;
	/** Called before a request that makes the shop work for the order. */
	onOrderRequest(order: ShopOrder): Promise<void>;
	/** Called when a shopper reaches the cashier. Throws a `StoryNotTried` if the payment cannot show what the story is about. */
	onPage(page: CashierPage, order: OrderValues, payment: PaymentView): void;
	onReturnPage(page: CashierPage, seen: ReturnPage): void;
	/** Returns the earlier story that had the session; undefined if there is none. */
	earlierStoryOf(sessionId: string): string | undefined;
}

/**
 * How far the clock may move until a payment is final: longer than the longest payment window and the latest
 * confirmation.
 */
const settleWithinMs = 60 * 86_400_000;

const stakesOfUnclearPage: Stakes = {
	cost: 'Shoppers, apps and monitoring cannot tell a failed checkout from one that worked.',
	advice:
		'Answer a failed checkout with a 4xx or a 5xx, or with a page that contains checkout.errorText of the merchant file. Never thank its shopper.',
};

const checkoutStep = 'shopper checks out order';
const orderStep = 'shopper orders';

/** Whether a step of this name is a checkout. */
export const isCheckout = (step: string): boolean => step.startsWith(checkoutStep);

/** Whether the story had only placed orders before this step: the first checkout, and nothing is broken on purpose. */
export function isFirstCheckout(step: string, steps: readonly ScenarioStep[]): boolean {
	const others = steps.filter(({ name }) => !name.startsWith(orderStep));
	return isCheckout(step) && others.length === 1;
}

export function createShopContext(options: ShopContextOptions): ShopContext {
	const { shop, sandbox, recorder, offers, canSettle } = options;
	const markets = [...offers].map(([market, offer]) => {
		const others = offer.others.map((method) => ({ option: method.option, flow: flowOf(method) }));
		return { market, flows: offeredFlows(offer), others };
	});
	const flows = [...new Set(markets.flatMap((one) => one.flows))];
	const orders = createStoryOrders(options);
	const ended = createEndedPayments(sandbox);
	/** The cashier pages that the shoppers have reached. */
	const pages: CashierPage[] = [];
	/** What the shopper saw at the latest failed checkout of each order. */
	const errors = new Map<ShopOrder, Extract<CheckoutAnswer, { kind: 'error' }>>();
	const valuesOf = (order: ShopOrder): PlaceholderValues => ({
		...options.values,
		...orders.valuesOf(order),
	});

	function checkOut(order: ShopOrder): Promise<CashierPage>;
	/** Returns null if the shopper sees an answer that `allowed` lists. */
	function checkOut(
		order: ShopOrder,
		...allowed: CheckoutAnswer['kind'][]
	): Promise<CashierPage | null>;
	async function checkOut(
		order: ShopOrder,
		...allowed: CheckoutAnswer['kind'][]
	): Promise<CashierPage | null> {
		const name = `${checkoutStep} ${order.reference} in ${order.market}`;
		return recorder.step(
			name,
			async (note) => {
				await options.onOrderRequest(order);
				const answer = await shop.checkOut(valuesOf(order), note);
				if (answer.kind !== 'cashier') {
					const { kind, detail } = answer;
					note(`the shopper sees ${detail}`);
					if (answer.kind === 'error') errors.set(order, answer);
					if (allowed.includes(kind)) return null;
					if (kind === 'other') throw new ExplainedError(answer.problem, stakesOfUnclearPage);
					throw new NoCashierError(
						`the shopper gets no cashier page, but an error: ${detail}${hintAtFlows(order)}`,
					);
				}
				const payment = await sandbox.find(answer.sessionId);
				if (!payment) {
					const earlier = options.earlierStoryOf(answer.sessionId);
					const why = earlier
						? `this session belongs to an earlier story (${earlier}): the shop reuses it. Start a session for each checkout`
						: `the sandbox behind the shop does not know this session. Does the shop call ${options.values.sandbox}, and start a session for each checkout?`;
					throw new Error(`the shop sent the shopper to ${answer.address}, and ${why}`);
				}
				const { sessionId, transactionId } = payment;
				const page = { order, sessionId, transactionId };
				pages.push(page);
				ended.noteArrival(page, payment);
				options.onPage(page, orders.valuesOf(order), payment);
				return page;
			},
			['shopper', 'merchant'],
		);
	}

	/** The hint for a checkout that the shop refused, while no checkout of its flow has led to the cashier. */
	function hintAtFlows(order: ShopOrder): string {
		const { status = 0 } = errors.get(order) ?? {};
		const isRefused = status >= 400 && status < 500 && flows.length > 1;
		if (!isRefused || pages.some((page) => page.order.flow === order.flow)) return '';
		return `\nIf the shop does not sell by ${order.flow}, leave it out of "flows" in the merchant file.`;
	}

	async function placeOrder(wanted: Parameters<Merchant['newOrder']>[0], mayFail = false) {
		const created = orders.create(wanted);
		const { specialCharacters, sameShopperAs, mayBeRefused } = wanted;
		if (sameShopperAs) shop.shareShopper(sameShopperAs, created);
		const ofShopper = mayBeRefused && 'no second order of a shopper while the first is open';
		const refusal = specialCharacters ? `no order id such as "${created.reference}"` : ofShopper;
		const prepare = async (note: AddDetail) => {
			await options.onOrderRequest(created);
			await shop.prepare(valuesOf(created), refusal || undefined, note).catch((error: unknown) => {
				if (!mayFail) throw error;
				note(messageOf(error));
			});
		};
		const name = `${orderStep} ${created.reference} in ${created.market}`;
		await recorder.step(name, prepare, ['shopper', 'merchant']);
		return created;
	}

	const unpayable = createUnpayableOrders({
		...{ shop, valuesOf },
		errorStatusOf: (order) => errors.get(order)?.status,
	});

	const special = createSpecialCheckouts({
		...{ sandbox, recorder, checkOut, withinMs: options.orderWithinMs },
		isUnpayable: unpayable.isUnpayable,
		errorOf: (order) => errors.get(order)?.detail ?? '',
	});

	const orderExpectations = createOrderExpectations({
		...{ shop: unpayable, sandbox, recorder, valuesOf, pages },
		withinMs: options.orderWithinMs,
		onPaid: options.onPaid,
	});

	async function openReturn(page: CashierPage, address: string, note: AddDetail) {
		const seen = await shop.openReturn(address, page.order.reference, note);
		options.onReturnPage(page, seen);
		return seen;
	}

	return {
		merchant: {
			markets,
			...{ flows, canSettle },
			newOrder: (wanted) => placeOrder(wanted),
			tryToOrder: async (wanted) => void (await placeOrder(wanted, true)),
			orderAgain: (order, mayBeRefused = false) =>
				placeOrder({ flow: order.flow, market: order.market, sameShopperAs: order, mayBeRefused }),
			withFlow: orders.withFlow,
			withOtherBank: orders.withOtherBank,
			checkOut: (order) => checkOut(order),
			async tryToCheckOut(order) {
				await unpayable.readBeforeCheckout(order);
				return checkOut(order, 'error');
			},
			...special,
			checkOutPaid: (order) => checkOut(order, 'error', 'other'),
			checkOutTogether: (several) => forAll(several, (order) => checkOut(order)),
		},
		shopper: {
			async pay(page) {
				await act('shopper pays', page, { action: 'submit' });
			},
			async cancel(page) {
				await act('shopper cancels', page, { action: 'cancel' });
			},
			async returnToShop(page) {
				const back = await act('shopper follows RETURN TO ACCOUNT', page, { action: 'return' });
				await recorder.step(
					'shopper opens the return page',
					async (note) => {
						const seen = await openReturn(page, back.returnUrl, note);
						checkReturnPage(seen, back.returnUrl, back.state);
					},
					['shopper', 'merchant'],
				);
			},
			async forgeReturn(page, added = '') {
				await recorder.step(
					`a visitor opens the return page${added && ` with ${added}`}, without a payment`,
					async (note) => {
						// A payment shows its addresses masked. The response to this action does not.
						const { returnUrl, redirectUrl } = await sandbox.act(page.sessionId, {
							action: 'return',
						});
						await openReturn(page, added === '' ? returnUrl : withQuery(redirectUrl, added), note);
					},
					['shopper', 'merchant'],
				);
			},
		},
		network: {
			async settles({ order, sessionId, transactionId }, state, reports = 1) {
				await recorder.step(
					`wait for ${state}`,
					(note) => waitForState(sandbox, { sessionId, state, withinMs: settleWithinMs }, note),
					['network', 'service'],
				);
				await report({ order, transactionId }, state, 'report', reports);
			},
			reportsAgain: (page, state) => report(page, state, 'report again'),
		},
		service: createStoryService({
			...{ sandbox, recorder, onFault: options.onFault },
			decide: (page, outcome) =>
				act(`the network decides ${outcome}`, page, { action: 'steer', outcome }),
		}),
		expect: {
			...createExpect(recorder),
			...orderExpectations,
			...createServiceExpectations({ sandbox, recorder }),
		},
		skip(reason) {
			throw new StoryNotTried(reason);
		},
	};

	async function report(
		{ order, transactionId }: Pick<CashierPage, 'order' | 'transactionId'>,
		state: PaymentState,
		verb: string,
		reports = 1,
	): Promise<void> {
		if (!canSettle) return;
		await recorder.step(
			`${verb} ${state} to the shop`,
			(note) => {
				const values = { ...valuesOf(order), transactionId, state };
				return sendReports(reports, () => shop.settle(values, note), note);
			},
			['network', 'merchant'],
		);
	}

	async function act(
		name: string,
		page: CashierPage,
		action: Parameters<SandboxControl['act']>[1],
	): Promise<PaymentView> {
		const from = action.action === 'steer' ? 'network' : 'shopper';
		return recorder.step(
			name,
			async (note) => {
				const payment = await ended.act(page, action);
				note(payment.state);
				return payment;
			},
			[from, 'service'],
		);
	}
}
