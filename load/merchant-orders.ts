/** The orders of a load run against a shop: their references and their contents. Pure, shared by k6 and Node. */
import type { Market, MarketSamples } from '../simulator/contract/market-samples.ts';
import { orderPlaceholders } from '../simulator/contract/placeholders.ts';
import type { Phase, ShopOffers } from './plan.ts';
import { merchantSteps } from './plan.ts';

export const shopFlowNames = ['card', 'bank'] as const;
export type ShopFlow = (typeof shopFlowNames)[number];

export const merchantStoryName = (flow: ShopFlow) => `merchant/${flow}`;

/**
 * The shop's stories as load profiles need them. With `pays`, the shopper also pays and returns. These stories never
 * wait for the payment network.
 */
export const shopFlowFacts = (pays: boolean) =>
	shopFlowNames.map((flow) => ({
		name: merchantStoryName(flow),
		needs: 'calls' as const,
		tags: [flow],
		steps: pays ? merchantSteps : merchantSteps.slice(0, 1),
	}));

/** The digits of an order's number: enough for 200 orders a second over twelve hours. */
const numberWidth = 7;

/**
 * Builds the reference of an order. It is short, because shops limit the length of order ids. The number has a fixed
 * width, so that no reference begins with another one, and an order is found in a reference to which a shop added digits.
 */
export const orderReference = (prefix: string, phase: string, iteration: number): string =>
	`${prefix}-${nameInReference(phase)}-${String(iteration).padStart(numberWidth, '0')}`;

function nameInReference(phase: string): string {
	return phase.replace(/[^a-z0-9]/g, '');
}

/** The prefix of the references of one step of a breakpoint run. */
export const stepPrefix = (prefix: string, step: number): string => `${prefix}-s${step}`;
const stepSuffix = /-s\d+$/;

/** Returns a function that finds an order's reference in the reference of a payment, to which a shop may add text. */
export function createOrderFinder(prefix: string): (text: string | null) => string | undefined {
	const pattern = new RegExp(`${prefix}-[a-z0-9]+-\\d{${numberWidth}}`);
	return (text) => (text === null ? undefined : pattern.exec(text)?.[0]);
}

/** The same for the orders of all steps of the run. */
export const createRunOrderFinder = (prefix: string) =>
	createOrderFinder(`${prefix.replace(stepSuffix, '')}(?:-s\\d+)?`);

/**
 * Returns a function that finds the reference of another order in a text; undefined if the text names this order too, or
 * none. A shop may show several orders, or references of its own. The other order may be of another step of the run.
 */
export function createOtherOrderFinder(prefix: string) {
	const findOrder = createRunOrderFinder(prefix);
	return (text: string, reference: string): string | undefined =>
		text.includes(reference) ? undefined : findOrder(text);
}

const numberOf = (reference: string) => Number(/\d+$/.exec(reference)?.[0] ?? 0);

/**
 * The place of the first order of each phase. The place of an order decides its customer and its amount: no two orders
 * have the same pair of these in the first 19,000 orders of each phase, and in the first 1,700 of each of the first 11 steps
 * of a breakpoint run. If a shop mixes up two later orders with the same pair, their amounts and customers do not show it.
 * There are 99,800 pairs: 499 amounts of 200 customers.
 */
const phaseStarts: Record<Phase | 'browser', number> = {
	hold: 0,
	warm_up: 19_000,
	peak: 38_000,
	after: 57_000,
	browser: 76_000,
};
const placesOfStep = 1_700;
const startsInReferences = new Map(
	Object.entries(phaseStarts).map(([phase, start]) => [nameInReference(phase), start]),
);

/** The place of an order among all orders of its run, by which it gets its customer and its amount. */
function placeOf(reference: string): number {
	const [, step = '0', phase = '', number] = /(?:-s(\d+))?-([a-z]+)-(\d+)$/.exec(reference) ?? [];
	const start = startsInReferences.get(phase);
	if (start === undefined) throw new TypeError(`${reference} is no reference of an order.`);
	return start + Number(step) * placesOfStep + Number(number);
}

/**
 * Orders take this many amounts in turn. Orders that are in flight together have different amounts, so that a shopper
 * who gets the payment of another order is noticed. The number is prime, so that customers and amounts do not repeat
 * together: two orders with the same customer and amount would look like one order paid twice.
 */
const amounts = 499;

/**
 * The step between two amounts: 1, or 0.1 or 0.01 where samples are small. All amounts stay below four times the
 * sample, which is usual in its market, and have no more decimals than its currency.
 */
const amountStep = (sample: number) =>
	10 ** Math.min(0, Math.floor(Math.log10((3 * sample) / amounts)));

/** The values that fill the placeholders of the merchant file for one order, except `sandbox` and `port`. */
export function orderPlaceholderValues(
	reference: string,
	story: string,
	{
		offers,
		markets,
		customers,
	}: {
		offers: ShopOffers;
		markets: MarketSamples;
		/** Returns the customers of a market, each as JSON text. */
		customers(market: Market): ArrayLike<string>;
	},
) {
	const flow = shopFlowNames.find((name) => merchantStoryName(name) === story) ?? 'card';
	const offering = (Object.keys(offers) as Market[]).filter((name) => offers[name]?.[flow]);
	const market = offering[numberOf(reference) % offering.length];
	const chosen = market && offers[market]?.[flow];
	if (!market || !chosen) throw new TypeError(`No market of the merchant file offers a ${flow}.`);
	const { option, bank } = typeof chosen === 'string' ? { option: chosen, bank: null } : chosen;
	const all = customers(market);
	const place = placeOf(reference);
	const extra = (place % amounts) * amountStep(markets[market].amount);
	const customer = JSON.parse(all[place % all.length] ?? '{}');
	return orderPlaceholders({ reference, market, flow, option, bank, customer, extra }, markets);
}
