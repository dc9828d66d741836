import { expect, test } from 'vitest';
import { cookiesAfter, cookiesOfOtherDomains } from './browser-cookies.ts';

const nowMs = Date.UTC(2026, 10, 1);
/** A cookie as k6 reads it from a response. Without `Expires`, its time is Go's zero time. */
const set = (name: string, changes: object = {}) => ({
	...{ name, value: 'x', domain: '', path: '', secure: false, http_only: false, max_age: 0 },
	...{ expires: -6_795_364_578_871, ...changes },
});
const cookiesOf = (...responses: [url: string, ...cookies: { name: string }[]][]) =>
	cookiesAfter(
		responses.map(([url, ...cookies]) => ({
			url,
			cookies: Object.fromEntries(cookies.map((cookie) => [cookie.name, [cookie]])),
		})),
		nowMs,
	);

test.each([
	[{}, { domain: '127.0.0.1', path: '/orders/7' }],
	[{ path: '/return' }, { domain: '127.0.0.1', path: '/return' }],
	[{ path: 'return' }, { path: '/orders/7' }],
	[{ domain: '127.0.0.1' }, { domain: '127.0.0.1' }],
	[
		{ secure: true, http_only: true },
		{ secure: true, httpOnly: true },
	],
])('a browser gets a cookie with %j', (attributes, expected) => {
	const cookies = cookiesOf(['http://127.0.0.1:8090/orders/7/pay?try=1', set('cart', attributes)]);
	expect(cookies).toEqual([expect.objectContaining({ name: 'cart', value: 'x', ...expected })]);
});

test.each([
	['shop.example', ['.shop.example']],
	['.Shop.example', ['.shop.example']],
	['pay.shop.example', ['.pay.shop.example']],
	['www.pay.shop.example', []],
	['hop.example', []],
	['other.example', []],
])('a cookie of pay.shop.example with the domain %s', (domain, domains) => {
	const cookies = cookiesOf(['http://pay.shop.example/', set('cart', { domain })]);
	expect(cookies.map((cookie) => cookie.domain)).toEqual(domains);
});

test.each([
	['http://shop.example', '/'],
	['http://shop.example/pay', '/'],
	['http://shop.example/pay/', '/pay'],
])('the path of a cookie of %s is %s', (url, path) => {
	expect(cookiesOf([url, set('cart')])).toMatchObject([{ path }]);
});

test('a later response replaces a cookie or removes it', () => {
	const url = 'http://shop.example/';
	const [kept, ...others] = cookiesOf(
		[url, set('a'), set('b'), set('c'), set('d', { expires: nowMs + 1 })],
		[url, set('a', { value: 'new' }), set('b', { max_age: -1 }), set('c', { expires: nowMs })],
	);
	expect(kept).toMatchObject({ name: 'a', value: 'new' });
	expect(others).toMatchObject([{ name: 'd' }]);
});

test('only cookies of another domain are set by hand, without the domain', () => {
	const cookies = [
		set('own'),
		set('above', { domain: '.shop.example' }),
		set('other', { domain: '.public.example', path: '/', http_only: true }),
		set('gone', { domain: 'public.example', expires: nowMs }),
	];
	const response = {
		url: 'http://pay.shop.example/orders',
		cookies: Object.fromEntries(cookies.map((cookie) => [cookie.name, [cookie]])),
	};
	const attributes = { path: '', secure: false, http_only: false };
	expect(cookiesOfOtherDomains(response, nowMs)).toEqual([
		{ name: 'other', value: 'x', attributes: { ...attributes, path: '/', http_only: true } },
		{ name: 'gone', value: 'x', attributes: { ...attributes, max_age: -1 } },
	]);
});
