import { expect, test } from 'vitest';
import { marketSamples } from '../../simulator/contract/market-samples.ts';
import { k6Environment } from './k6-process.ts';
import { customersByMarket } from './measure.ts';

test('every market of a story has its customers', () => {
	const counts = Object.entries(customersByMarket(1)).map(([market, all]) => [market, all.length]);
	expect(counts).toEqual(Object.keys(marketSamples).map((market) => [market, 200]));
});

test('K6_ variables of the environment do not reach k6', () => {
	const env = k6Environment({ K6_VUS: '900', K6_BIN: '/opt/k6', PATH: '/bin' });
	expect(env).toEqual({
		PATH: '/bin',
		K6_NO_USAGE_REPORT: 'true',
		K6_AUTO_EXTENSION_RESOLUTION: 'false',
	});
});
