import { expect, test } from 'vitest';
import { currencyDecimals, toMinorUnits } from '../simulator/contract/currency-decimals.ts';
import { marketSamples } from '../simulator/contract/market-samples.ts';
import {
	createOrderFinder,
	createOtherOrderFinder,
	orderPlaceholderValues,
	orderReference,
	shopFlowFacts,
	stepPrefix,
} from './merchant-orders.ts';

const offers = {
	CO: { card: 'Card', bank: { option: 'PSE', bank: 'Bancolombia' } },
	JP: { card: 'Card', bank: null },
};
const customers = () => ['{"name":"Ana"}', '{"name":"Luz"}'];
const valuesOf = (iteration: number, story: string) =>
	orderPlaceholderValues(orderReference('labc', 'hold', iteration), story, {
		...{ offers, markets: marketSamples, customers },
	});

test('orders take the markets that offer the flow in turn', () => {
	const markets = [0, 1, 2].map((iteration) => valuesOf(iteration, 'merchant/card').market);
	expect(markets).toEqual(['CO', 'JP', 'CO']);
	expect(valuesOf(1, 'merchant/bank')).toMatchObject({
		...{ reference: 'labc-hold-0000001', market: 'CO', option: 'PSE', bank: 'Bancolombia' },
		...{ amount: 150_001, amountMinor: 150_001, currency: 'COP', name: 'Luz' },
	});
});

test('no two of 900 orders have the same customer and amount', () => {
	const keys = Array.from({ length: 900 }, (_, iteration) => {
		const { name, amount } = valuesOf(iteration, 'merchant/bank');
		return `${name} ${amount}`;
	});
	expect(new Set(keys).size).toBe(900);
});

test('no two orders of phases and steps that have places for them have the same customer and amount', () => {
	const many = Array.from({ length: 200 }, (_, index) => `{"name":"customer ${index}"}`);
	const prefixes = ['labc', ...[1, 2, 3, 10].map((step) => stepPrefix('labc', step))];
	const keys = prefixes.flatMap((prefix) =>
		['warm_up', 'hold', 'peak', 'after', 'browser'].flatMap((phase) =>
			Array.from({ length: 1_600 }, (_, iteration) => {
				const { name, amount } = orderPlaceholderValues(
					orderReference(prefix, phase, iteration),
					'merchant/bank',
					{ offers: { CO: offers.CO }, markets: marketSamples, customers: () => many },
				);
				return `${name} ${amount}`;
			}),
		),
	);
	expect(new Set(keys).size).toBe(keys.length);
});

test.each(Object.values(marketSamples))(
	'no two of 400 orders in $country that follow each other have the same amount',
	({ country, currency, amount: sample }) => {
		const only = { offers: { [country]: { card: 'Card', bank: null } }, markets: marketSamples };
		const orders = Array.from({ length: 400 }, (_, iteration) =>
			orderPlaceholderValues(orderReference('labc', 'hold', iteration), 'merchant/card', {
				...{ ...only, customers },
			}),
		);
		expect(new Set(orders.map(({ amount }) => amount)).size).toBe(400);
		const decimals = currencyDecimals[currency] ?? 2;
		for (const { amount, amountMinor } of orders) {
			expect(amount).toBeGreaterThanOrEqual(sample);
			expect(amount).toBeLessThanOrEqual(4 * sample);
			// The amount has no more decimals than its currency, and sums of decimals leave no trace in it.
			expect(String(amount)).toBe(String(Number(amount.toFixed(decimals))));
			expect(amountMinor).toBe(toMinorUnits(amount, currency));
		}
	},
);

test('an order is found in a reference that a shop has made of its own', () => {
	const find = createOrderFinder('labc');
	expect(find(`shop/${orderReference('labc', 'warm_up', 12)}-2nd`)).toBe('labc-warmup-0000012');
	expect(find('labd-hold-0000012')).toBeUndefined();
	expect(find(null)).toBeUndefined();
});

test('a page names another order only when it does not name its own', () => {
	const otherOrderIn = createOtherOrderFinder('labc');
	const own = orderReference('labc', 'hold', 12);
	const other = orderReference('labc', 'warm_up', 3);
	expect(otherOrderIn(`Thank you for order ${other}.`, own)).toBe(other);
	expect(otherOrderIn(`Orders: ${other}, ${own}`, own)).toBeUndefined();
	expect(otherOrderIn(`Thank you for order ${own}3.`, own)).toBeUndefined();
	expect(otherOrderIn('Thank you for order 8d2f-hold-0000003.', own)).toBeUndefined();
});

test('the order of an earlier step of a breakpoint run is another order', () => {
	const [first, second] = [1, 2].map((step) =>
		orderReference(stepPrefix('labc', step), 'hold', 12),
	);
	expect(createOtherOrderFinder(stepPrefix('labc', 2))(`${first}`, `${second}`)).toBe(first);
});

test('the return page is a step only with a shopper', () => {
	const steps = (pays: boolean) => shopFlowFacts(pays).map((story) => story.steps);
	expect(steps(false)[0]).toEqual(['merchant-checkout']);
	expect(steps(true)[0]).toEqual(['merchant-checkout', 'merchant-return']);
});
