/** Rules for amounts that no shopper would pay. Most often, minor units were sent as major ones, or the reverse. */
import { marketSamples } from '../contract/market-samples.ts';
import type { PaymentFacts } from './facts.ts';
import type { MerchantOrder } from './orders.ts';
import type { Detection, FindingRules } from './rule.ts';

export const amountRules: FindingRules<'amount_implausible'> = { amount_implausible: implausible };

/**
 * An amount is usual from a quarter to four times the market's sample amount (about 10 to 200 USD). It is a finding
 * from twenty times beyond that, 80 times the sample, so that an order of a few thousand USD is not reported. If
 * amounts are sent in minor units (100 times), orders above 80 % of the sample are reported.
 */
const usualFactor = 4;
const beyondFactor = 20;
/** If the amounts of two payments of one order differ by this factor, one was probably sent in minor units. */
const orderFactor = 100;

const samples = new Map<string, number>(
	Object.values(marketSamples).map(({ country, currency, amount }) => [
		`${country} ${currency}`,
		amount,
	]),
);

/** Whether the amount is unusual in its market. A country and currency without a market has no usual amounts. */
function isUnusual({ country, currency, majorAmount }: PaymentFacts): boolean {
	const sample = samples.get(`${country} ${currency}`);
	if (sample === undefined) return false;
	const ratio = majorAmount / sample;
	return isBeyond(ratio, usualFactor * beyondFactor);
}

function isBeyond(ratio: number, factor: number): boolean {
	return ratio >= factor || ratio <= 1 / factor;
}

function implausible({ payments }: MerchantOrder): Detection[] {
	const found: Detection[] = [];
	/** The smallest and the largest earlier amount of the order, in each currency. */
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
