import { expect, test } from 'vitest';
import { marketSamples } from '../../simulator/contract/market-samples.ts';
import { k6Environment } from './k6-process.ts';
import { customersByMarket } from './measure.ts';

test('every market of a story has its customers', () => {
	const counts = Object.entries(customersByMarket(1)).map(([market, all]) => [market, all.length]);
	expect(counts).toEqual(Object.keys(marketSamples).map((market) => [market, 200]));
});

test('K6_ variables and proxies of the environment do not reach k6', () => {
	const proxies = { HTTPS_PROXY: 'http://gateway.test', http_proxy: 'http://gateway.test' };
	const env = k6Environment({ K6_VUS: '900', K6_BIN: '/opt/k6', PATH: '/bin', ...proxies });
	expect(env).toEqual({
		PATH: '/bin',
		K6_NO_USAGE_REPORT: 'true',
		K6_AUTO_EXTENSION_RESOLUTION: 'false',
	});
});

test('k6 trusts the certificates that this process trusts', () => {
	const NODE_EXTRA_CA_CERTS = '/etc/ca.pem';
	expect(k6Environment({ NODE_EXTRA_CA_CERTS, SSL_CERT_FILE: '/etc/all.pem' })).toMatchObject({
		SSL_CERT_FILE: '/etc/ca.pem',
	});
	expect(k6Environment({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toMatchObject({
		K6_INSECURE_SKIP_TLS_VERIFY: 'true',
	});
});
