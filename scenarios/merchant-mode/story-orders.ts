/** The orders of a merchant story, with the values that fill the placeholders of the merchant file. */
import type { Market } from '../../simulator/contract/market-samples.ts';
import { marketSamples } from '../../simulator/contract/market-samples.ts';
import type { ShopOrderFacts } from '../../simulator/contract/placeholders.ts';
import { orderPlaceholders } from '../../simulator/contract/placeholders.ts';
import { createCustomer } from '../../simulator/customers/customers.ts';
import { StoryNotTried } from '../runner/recorder.ts';
import type { KeysOf } from '../runner/story-values.ts';
import { checkKeys, checkValue } from '../runner/story-values.ts';
import type { Merchant, ShopFlow, ShopOrder } from '../shop.ts';
import { shopFlows } from '../shop.ts';
import type { OrderValues } from './mixed-orders.ts';
import type { Method, Offers } from './offers.ts';
import { offeredFlows } from './offers.ts';
import { extraAmount } from './order-amount.ts';

export interface StoryOrdersOptions {
	offers: Offers;
	/** Whether the shop gets the bank that the shopper chooses. */
	sendsBank: boolean;
	seed: number;
	/** The index of the customer of the first order. */
	firstCustomer: number;
	nextReference(): string;
	/** Called for each new order. */
	onOrder(order: OrderValues): void;
}

type NewOrder = Parameters<Merchant['newOrder']>[0];

const newOrderKeys: KeysOf<NewOrder> = {
	flow: true,
	market: true,
	specialCharacters: true,
	sameShopperAs: true,
	mayBeRefused: true,
	otherOption: true,
};

/**
 * Characters that need encoding in a query. There is no slash, because many servers reject an encoded slash in a path.
 */
const specialSuffix = ' é&b=1#2+3';

/** Why an order is not placed: no market, or not the one that the story wants, offers the method. */
function notOffered(offers: Offers, method = 'payment method', market?: Market): string {
	if (market && !offers.has(market)) {
		return `needs the market ${market}, and the markets of the merchant file are ${[...offers.keys()].join(', ')}`;
	}
	return `${market ? `the market ${market} offers no` : 'no market of the merchant file offers a'} ${method}, or "flows" leaves it out`;
}

export function createStoryOrders(options: StoryOrdersOptions) {
	const { offers, sendsBank, seed, firstCustomer, nextReference, onOrder } = options;
	const known = new Map<ShopOrder, { facts: ShopOrderFacts; values: OrderValues }>();
	let count = 0;

	const recordOf = (order: ShopOrder) => {
		const record = known.get(order);
		if (record === undefined) throw new Error(`Create order ${order.reference} with newOrder.`);
		return record;
	};

	function methodOf(market: Market, flow: ShopFlow, option?: string): Method & { flow: ShopFlow } {
		checkValue('flow', flow, shopFlows);
		const { card = null, bank = null, others = [] } = offers.get(market) ?? {};
		const ofFlow =
			flow === 'bank' ? bank : card === null ? null : { option: card, bank: null, otherBank: null };
		const method = option === undefined ? ofFlow : others.find((other) => other.option === option);
		if (!method) throw new StoryNotTried(notOffered(offers, option ?? flow, market));
		return { flow, ...method };
	}

	/** The market and the flow that the story wants. By default, the first ones that fit. */
	function placeFor({ market, flow }: NewOrder): { market: Market; flow: ShopFlow } {
		if (market !== undefined) checkValue('market', market, Object.keys(marketSamples));
		if (flow !== undefined) checkValue('flow', flow, shopFlows);
		// Another option may have a flow that the market does not offer by its usual option.
		if (market && flow) return { market, flow };
		for (const [name, offer] of offers) {
			const [first] = offeredFlows(offer).filter((one) => flow === undefined || one === flow);
			if (first && (market === undefined || market === name)) return { market: name, flow: first };
		}
		throw new StoryNotTried(notOffered(offers, flow, market));
	}

	function add(
		facts: Omit<ShopOrderFacts, 'flow' | 'option' | 'bank'>,
		{ flow, option, bank }: ReturnType<typeof methodOf>,
	): ShopOrder {
		const all = { ...facts, flow, option, bank: bank?.name ?? null };
		const values = orderPlaceholders(all, marketSamples);
		const { reference, market } = facts;
		const { amount, currency } = values;
		const order = {
			...{ reference, market, flow, amount, currency },
			option,
			...(sendsBank && bank ? { bank: bank.name, bankId: bank.id } : { bank: null, bankId: null }),
		};
		known.set(order, { facts: all, values });
		return order;
	}

	return {
		create(wanted: NewOrder): ShopOrder {
			checkKeys('newOrder', wanted, newOrderKeys);
			const { flow, market } = placeFor(wanted);
			const { otherOption, specialCharacters, sameShopperAs } = wanted;
			const method = methodOf(market, flow, otherOption);
			const reference = `${nextReference()}${specialCharacters ? specialSuffix : ''}`;
			const customer = sameShopperAs
				? recordOf(sameShopperAs).facts.customer
				: createCustomer({ market, seed, index: firstCustomer + count });
			// The number makes the amount differ: two orders with the same customer and amount would look like one order paid
			// twice.
			const extra = extraAmount(market, count);
			const order = add({ reference, market, customer, extra }, method);
			count += 1;
			onOrder(recordOf(order).values);
			return order;
		},
		/** The order with another payment method. */
		withFlow(order: ShopOrder, flow: ShopFlow): ShopOrder {
			return add(recordOf(order).facts, methodOf(order.market, flow));
		},
		/** The order with another bank; null if the option of its flow has no other one, or the shop does not get it. */
		withOtherBank(order: ShopOrder): ShopOrder | null {
			if (!sendsBank) return null;
			const method = methodOf(order.market, order.flow);
			return method.otherBank && add(recordOf(order).facts, { ...method, bank: method.otherBank });
		},
		/** The values of the placeholders of an order. Throws if it is not of this story. */
		valuesOf: (order: ShopOrder): OrderValues => recordOf(order).values,
	};
}
