/** The orders of a load run: their references, and what is in them. Pure, shared by k6 and Node. */
import type { Market, MarketSamples } from '../simulator/contract/market-samples.ts';
import { orderValues } from '../simulator/contract/placeholders.ts';
import type { ShopOffers } from './plan.ts';
import { merchantSteps } from './plan.ts';

export const shopFlows = ['card', 'bank'] as const;
export type ShopFlow = (typeof shopFlows)[number];

export const merchantStoryName = (flow: ShopFlow) => `merchant/${flow}`;

/** The flows of a shop, as profiles need them. A flow waits for the shop alone, never for the network. */
export const merchantStories = (pays: boolean) =>
	shopFlows.map((flow) => ({
		name: merchantStoryName(flow),
		needs: 'calls' as const,
		tags: [flow],
		steps: pays ? merchantSteps : merchantSteps.slice(0, 1),
	}));

/** Short, because shops limit their order ids. The number has a fixed width, so that no reference begins with another. */
export const orderReference = (prefix: string, phase: string, iteration: number): string =>
	`${prefix}-${phase.replace(/[^a-z0-9]/g, '')}-${String(iteration).padStart(7, '0')}`;

/** Finds the reference of an order in a payment's: a shop may add to it. */
export function orderFinder(prefix: string): (text: string | null) => string | undefined {
	const pattern = new RegExp(`${prefix}-[a-z0-9]+-\\d{7,}`);
	return (text) => (text === null ? undefined : pattern.exec(text)?.[0]);
}

const numberOf = (reference: string) => Number(/\d+$/.exec(reference)?.[0] ?? 0);

/** Amounts differ, because two orders with one customer and one amount look like one order that is paid twice. */
const amounts = 50;

/** The placeholders of an order, apart from `sandbox` and `port`. */
export function valuesOfOrder(
	reference: string,
	story: string,
	{
		offers,
		markets,
		customers,
	}: {
		offers: ShopOffers;
		markets: MarketSamples;
		/** JSON texts. */
		customers(market: Market): ArrayLike<string>;
	},
) {
	const flow = shopFlows.find((name) => merchantStoryName(name) === story) ?? 'card';
	const iteration = numberOf(reference);
	const offering = (Object.keys(offers) as Market[]).filter((name) => offers[name]?.[flow]);
	const market = offering[iteration % offering.length];
	const chosen = market && offers[market]?.[flow];
	if (!market || !chosen) throw new TypeError(`No market of the merchant file offers a ${flow}.`);
	const { option, bank } = typeof chosen === 'string' ? { option: chosen, bank: null } : chosen;
	const all = customers(market);
	const extra = Math.floor(iteration / Math.max(1, all.length)) % amounts;
	const customer = JSON.parse(all[iteration % all.length] ?? '{}');
	return orderValues({ reference, market, flow, option, bank, customer, extra }, markets);
}
