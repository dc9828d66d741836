/**
 * The amounts of the orders of a story. A shop that cuts off decimals instead of rounding gets them wrong: 19.99 × 100 is
 * 1998.9999… in binary floating point. Compares the amount of a payment with that of its order. Pure.
 */
import type { PaymentView } from '../../simulator/contract/control.ts';
import { currencyDecimals, toMinorUnits } from '../../simulator/contract/currency-decimals.ts';
import type { Market } from '../../simulator/contract/market-samples.ts';
import { marketSamples } from '../../simulator/contract/market-samples.ts';

/**
 * What to add to the sample amount of the market for the order with this number, in major units. The amounts of two
 * numbers differ by at least half a major unit. A market with whole amounts has no decimals to cut off.
 */
export function extraAmount(market: Market, number: number): number {
	const { amount: sample, currency } = marketSamples[market];
	if (Number.isInteger(sample)) return number;
	const factor = 10 ** (currencyDecimals[currency] ?? 2);
	const start = toMinorUnits(sample, currency);
	// Not every range of amounts has one that is wrong, but there is one below the double of each amount.
	const first = nextCutOff(start, factor, 2 * start) ?? start;
	const own = first + number * factor;
	return ((nextCutOff(own, factor, own + factor / 2) ?? own) - start) / factor;
}

export type PaidAmount = Pick<PaymentView, 'majorAmount' | 'currency'>;

/**
 * Whether a payment has the amount and the currency of the order. The sandbox may take amounts in minor units, and by
 * other decimals than those of the placeholders (D-02), so only its major units can be compared. Sums of decimals differ
 * in their last digits, so a hundredth of a minor unit does not count.
 */
export const hasAmountOf = (
	{ majorAmount, currency }: PaidAmount,
	order: { amountMinor: number; currency: string },
): boolean =>
	currency === order.currency &&
	Math.abs(Number(majorAmount) * 10 ** (currencyDecimals[currency] ?? 2) - order.amountMinor) <
		0.01;

/** The first amount, in minor units, that is wrong with its decimals cut off. */
function nextCutOff(from: number, factor: number, end: number): number | undefined {
	for (let minor = from; minor < end; minor += 1) {
		if (Math.trunc((minor / factor) * factor) !== minor) return minor;
	}
	return undefined;
}
