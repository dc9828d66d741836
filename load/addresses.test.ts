import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostOf as hostOfTarget, pageOf as pageOfTarget } from '../scenarios/harness/target.ts';
import { hostOf, originOf, pageOf, resolveAddress, sessionIn, sessionsIn } from './addresses.ts';

const base = 'http://shop.example:8090/orders/7/pay?try=1';

test.each([
	['/pay?sessionId=4', 'http://shop.example:8090/pay?sessionId=4'],
	['next', 'http://shop.example:8090/orders/7/next'],
	['../8/./x?a=b', 'http://shop.example:8090/orders/8/x?a=b'],
	['..', 'http://shop.example:8090/orders/'],
	['?again=1', 'http://shop.example:8090/orders/7/pay?again=1'],
	['//pay.example/x', 'http://pay.example/x'],
	['https://pay.example/x#top', 'https://pay.example/x'],
	['', base],
])('%j leads to %s', (location, expected) => {
	expect(resolveAddress(base, location)).toBe(expected);
	expect(new URL(location, base).href.replace(/#.*$/, '')).toBe(expected);
});

test.each([
	['http://127.0.0.1:8080/pay', 'http://localhost:8080'],
	['HTTPS://Pay.Example:443/pay', 'https://pay.example'],
	['http://[::1]:80/pay', 'http://localhost'],
	['http://user@pay.example:81?x', 'http://pay.example:81'],
])('the origin of %s is %s', (address, expected) => {
	expect(originOf(address)).toBe(expected);
});

test.each(['javascript:alert(1)', 'mailto:a@b.example'])('%s is no web address', (location) => {
	expect(resolveAddress(base, location)).toBeUndefined();
});

test('relative addresses are resolved as the class URL does it', () => {
	const segment = fc.constantFrom('a', 'b-1', '.', '..', '', 'c%20d');
	const path = fc.array(segment, { maxLength: 5 }).map((parts) => parts.join('/'));
	const query = fc.constantFrom('', '?x=1', '?x=/../y');
	// Two slashes begin another host, which may be empty here.
	const location = fc.tuple(path, query).map(([way, rest]) => `${way.replace(/^\/+/, '/')}${rest}`);
	fc.assert(
		fc.property(path, location, (from, to) => {
			const address = `http://127.0.0.1:80a/${from}`.replace('80a', '8090');
			expect(resolveAddress(new URL(address).href, to)).toBe(new URL(to, address).href);
		}),
		{ seed: 1 },
	);
});

test.each([
	['http://127.0.0.1:8090/x', 'localhost'],
	['http://[::1]:8090/', 'localhost'],
	['http://LOCALHOST', 'localhost'],
	['https://user:secret@shop.example:8443/x?@y', 'shop.example'],
	['http://Shop.localhost:3000/return', 'shop.localhost'],
])('the host of %s is %s', (address, expected) => {
	expect(hostOf(address)).toBe(expected);
	// The hosts of the merchant file are compared with those that k6 sees.
	expect(hostOfTarget(address)).toBe(expected);
});

test.each([
	['http://pay.example/w/team/pay?a=1&sessionId=s-1', 'http://pay.example/w/team/pay'],
	['http://127.0.0.1:8080/pay', 'http://localhost:8080/pay'],
	['https://Pay.Example:443/pay#top', 'https://pay.example/pay'],
	['http://shop.example?next=/pay', 'http://shop.example/'],
	['http://pay.example/x/../w/./team/pay', 'http://pay.example/w/team/pay'],
	['http://pay.example/pay/..', 'http://pay.example/'],
])('the page of %s is %s', (address, expected) => {
	expect(pageOf(address)).toBe(expected);
	// The pages of the cashier come from the runner, and are compared with those that k6 sees.
	expect(pageOfTarget(address)).toBe(expected);
});

test.each([
	['http://pay.example/pay?a=1&sessionId=s-1#x', 's-1'],
	['http://pay.example/pay?sessionId=a%2Bb+c', 'a+b c'],
	['http://pay.example/pay?sessionId=', undefined],
	['http://pay.example/pay?mysessionId=1', undefined],
	['http://pay.example/pay?session%49d=1', '1'],
	['http://pay.example/sessionId=1', undefined],
])('the session of %s is %s', (address, expected) => {
	expect(sessionIn(address)).toBe(expected);
	expect(new URL(address).searchParams.get('sessionId') || undefined).toBe(expected);
});

test.each([
	['http://pay.example/pay?sessionId=own&sessionId=other', ['own', 'other']],
	['http://pay.example/pay?sessionId=own&session%49d=other', ['own', 'other']],
	['http://pay.example/pay?sessionId=own&sessionId=', ['own', '']],
	['http://pay.example/pay?sessionId', ['']],
])('an address with several sessions has none: %s', (address, expected) => {
	expect(sessionsIn(address)).toEqual(expected);
	expect(new URL(address).searchParams.getAll('sessionId')).toEqual(expected);
	expect(sessionIn(address)).toBeUndefined();
});
