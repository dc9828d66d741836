import { expect, test } from 'vitest';
import { currencyDecimals, toMinorUnits } from '../../simulator/contract/currency-decimals.ts';
import type { Market } from '../../simulator/contract/market-samples.ts';
import { marketSamples } from '../../simulator/contract/market-samples.ts';
import { orderPlaceholders } from '../../simulator/contract/placeholders.ts';
import { extraAmount } from './order-amount.ts';

const markets = Object.keys(marketSamples) as Market[];
const order = { reference: 'r', flow: 'card', option: 'Card', bank: null, customer: {} } as const;
const amountsOf = (market: Market, count: number) =>
	Array.from({ length: count }, (_, number) =>
		orderPlaceholders({ ...order, market, extra: extraAmount(market, number) }, marketSamples),
	);

test.each(markets)('the amounts of the orders in %s differ', (market) => {
	const amounts = amountsOf(market, 200);
	expect(new Set(amounts.map(({ amountMinor }) => amountMinor)).size).toBe(200);
	for (const { amount, amountMinor, currency } of amounts) {
		expect(toMinorUnits(amount, currency)).toBe(amountMinor);
	}
});

const withDecimals = markets.filter((market) => !Number.isInteger(marketSamples[market].amount));

test.each(withDecimals)('cut-off decimals show in the first order in %s', (market) => {
	for (const { amount, amountMinor, currency } of amountsOf(market, 1)) {
		expect(Math.trunc(amount * 10 ** (currencyDecimals[currency] ?? 2))).not.toBe(amountMinor);
	}
});
