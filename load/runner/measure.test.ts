import { expect, test } from 'vitest';
import { marketSamples } from '../../simulator/contract/market-samples.ts';
import { customersByMarket } from './measure.ts';

test('every market of a story has its customers', () => {
	const counts = Object.entries(customersByMarket(1)).map(([market, all]) => [market, all.length]);
	expect(counts).toEqual(Object.keys(marketSamples).map((market) => [market, 200]));
});
