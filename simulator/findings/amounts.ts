/** Amounts that no shopper would pay: most often minor units sent as major ones, or the reverse. */
import { marketSamples } from '../contract/market-samples.ts';
import type { PaymentFacts } from './facts.ts';
import type { Order } from './orders.ts';
import type { Detection, Rules } from './rule.ts';

export const amountRules: Rules<'amount_implausible'> = { amount_implausible: implausible };

/**
 * The usual amounts of a market are a quarter to four times its sample amount, about 10 to 200 USD. Twenty times beyond
 * that is 80 times the sample: an order of a few thousand USD is spared. Of amounts in minor units (100 times), those of
 * orders above 80 % of the sample are found.
 */
const usualFactor = 4;
const beyondFactor = 20;
/** Between two payments of one order. */
const orderFactor = 100;

const samples = new Map<string, number>(
	Object.values(marketSamples).map(({ country, currency, amount }) => [
		`${country} ${currency}`,
		amount,
	]),
);

/** Null for a country and currency that are no market. */
function isUnusual({ country, currency, majorAmount }: PaymentFacts): boolean {
	const sample = samples.get(`${country} ${currency}`);
	if (sample === undefined) return false;
	const ratio = majorAmount / sample;
	return isBeyond(ratio, usualFactor * beyondFactor);
}

function isBeyond(ratio: number, factor: number): boolean {
	return ratio >= factor || ratio <= 1 / factor;
}

function implausible({ payments }: Order): Detection[] {
	const found: Detection[] = [];
	/** The smallest and the largest earlier amount of the order, by currency. */
	const earlier = new Map<string, { min: number; max: number }>();
	for (const payment of payments) {
		const { currency, majorAmount, transactionId } = payment;
		const { min, max } = earlier.get(currency) ?? { min: majorAmount, max: majorAmount };
		const differs = majorAmount / min >= orderFactor || max / majorAmount >= orderFactor;
		if (isUnusual(payment) || differs) found.push({ payments: [transactionId], entries: [] });
		earlier.set(currency, { min: Math.min(min, majorAmount), max: Math.max(max, majorAmount) });
	}
	return found;
}
