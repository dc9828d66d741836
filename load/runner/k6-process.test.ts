import { expect, test } from 'vitest';
import { k6Environment } from './k6-process.ts';

test('K6_ variables of the environment do not reach k6', () => {
	const env = k6Environment({ K6_VUS: '900', K6_BIN: '/opt/k6', PATH: '/bin' });
	expect(env).toEqual({
		PATH: '/bin',
		K6_NO_USAGE_REPORT: 'true',
		K6_AUTO_EXTENSION_RESOLUTION: 'false',
	});
});
