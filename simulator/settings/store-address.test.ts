import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readStoreAddress, withoutUser } from './store-address.ts';

test.each([
	['memory', { kind: 'memory' }],
	['file:payments', { kind: 'file', path: resolve('payments'), sync: 'process' }],
	['file:./payments?sync=full', { kind: 'file', path: resolve('payments'), sync: 'full' }],
	['file:~/payments', { kind: 'file', path: join(homedir(), 'payments'), sync: 'process' }],
	['file:/var/lib/payments', { kind: 'file', path: '/var/lib/payments', sync: 'process' }],
	['file:///var/lib/pay%20ments', { kind: 'file', path: '/var/lib/pay ments', sync: 'process' }],
	[
		'redis://cache:6380',
		{
			kind: 'redis',
			url: 'redis://cache:6380',
			prefix: 'payin-sandbox:',
			shown: 'redis://cache:6380',
		},
	],
	[
		'rediss://ana:s%40cret@cache/2?prefix=team:',
		{
			kind: 'redis',
			url: 'rediss://ana:s%40cret@cache/2',
			prefix: 'team:',
			shown: 'rediss://cache/2?prefix=team:',
		},
	],
])('%s is parsed', (text, address) => {
	expect(readStoreAddress(text)).toEqual(address);
});

test('a shown address has everything but the user name and the password', () => {
	const shown = 'redis://cache/2?prefix=team:';
	for (const user of ['ana:secret', ':secret', 'secret'])
		expect(withoutUser(`redis://${user}@cache/2?prefix=team:`)).toBe(shown);
	for (const open of ['memory', 'file:x?sync=full', shown]) expect(withoutUser(open)).toBe(open);
});

test.each([
	'redis://:100%@cache',
	'redis://a%:41@cache',
	'redis://cache/payments',
	'redis:cache',
	'file:',
	'file:x?sync=no',
])('%s is no address', (text) => {
	expect(readStoreAddress(text)).toBeNull();
});
