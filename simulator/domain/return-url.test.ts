import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testPayment } from '../../test/support/payment.ts';
import { brokenReturnAddressRule } from '../contract/return-url.ts';
import { redirectProblem, returnUrlOf } from './return-url.ts';

const payment = testPayment({ paymentReference: 'order 7&8#é+/?\ud83d\ude00' });
const encoded = 'order%207%268%23%C3%A9%2B%2F%3F%F0%9F%98%80';

test.each([
	['https://shop.example', `https://shop.example?ref=${encoded}`],
	['https://shop.example/a', `https://shop.example/a?ref=${encoded}`],
	['https://shop.example/a?', `https://shop.example/a?ref=${encoded}`],
	['https://shop.example/a??', `https://shop.example/a??&ref=${encoded}`],
	['https://shop.example/a?b', `https://shop.example/a?b&ref=${encoded}`],
	['https://shop.example/a?b=%7E&', `https://shop.example/a?b=%7E&ref=${encoded}`],
	['https://shop.example/a#b?c', `https://shop.example/a?ref=${encoded}#b?c`],
	['https://shop.example/a?b#', `https://shop.example/a?b&ref=${encoded}#`],
	['myapp:paid', `myapp:paid?ref=${encoded}`],
])('%s carries a parameter', (redirectUrl, expected) => {
	const append = { ref: 'paymentReference' } as const;
	expect(returnUrlOf({ ...payment, redirectUrl }, 'confirmed', append)).toBe(expected);
});

test('every field can be appended, in the given order, and missing values are omitted', () => {
	const append = { s: 'state', t: 'transactionId', r: 'paymentReference', i: 'sessionId' } as const;
	const { transactionId, sessionId } = payment;
	const given = { ...payment, redirectUrl: 'https://a.example/', paymentReference: null };
	const added = `s=expired&t=${transactionId}&i=${sessionId}`;
	expect(returnUrlOf(given, 'expired', append)).toBe(`https://a.example/?${added}`);
	const onlyReference = { r: 'paymentReference' } as const;
	expect(returnUrlOf(given, 'expired', onlyReference)).toBe('https://a.example/');
	expect(returnUrlOf(given, 'expired', {})).toBe('https://a.example/');
});

const name = fc.stringMatching(/^[\w.-]{1,8}$/);
const piece = fc.string({ unit: 'grapheme', maxLength: 12 }).map(encodeURI);
const address = fc
	.record({ path: piece, query: fc.option(piece), fragment: fc.option(piece) })
	.map(({ path, query, fragment }) => {
		const before = `https://shop.example/${path.replaceAll(/[?#]/g, '')}`;
		const asked = query === null ? '' : `?${query.replaceAll('#', '')}`;
		return `${before}${asked}${fragment === null ? '' : `#${fragment}`}`;
	});

test('parameters are appended as in the URL standard, and the rest is unchanged', () => {
	const text = fc.string({ unit: 'binary', maxLength: 30 });
	fc.assert(
		fc.property(address, name, text, (redirectUrl, param, paymentReference) => {
			fc.pre(param !== '__proto__');
			const given = { ...payment, redirectUrl, paymentReference };
			const url = returnUrlOf(given, 'confirmed', { [param]: 'paymentReference' });
			const before = new URL(redirectUrl);
			const after = new URL(url);
			const wellFormed = Buffer.from(paymentReference).toString();
			expect([...after.searchParams]).toEqual([...before.searchParams, [param, wellFormed]]);
			expect(after.hash).toBe(before.hash);
			const [head = ''] = redirectUrl.split('#');
			expect(url.startsWith(head)).toBe(true);
			expect(brokenReturnAddressRule(url)).toBeNull();
		}),
	);
});

const web = ['http', 'https'];

test.each([
	['https://shop.example/', ['shop.example'], true],
	['https://SHOP.example/', ['shop.EXAMPLE'], true],
	['https://shop.example:8443/', ['shop.example'], true],
	['https://shop.example:8443/', ['shop.example:8443'], true],
	['https://shop.example/', ['shop.example:443'], true],
	['http://shop.example/', ['shop.example:443'], false],
	['http://shop.example/', ['other.example', 'shop.example:80'], true],
	['https://shop.example:8443/', ['shop.example:443'], false],
	['https://pay.shop.example/', ['shop.example'], false],
	['https://shop.example.evil.example/', ['shop.example'], false],
	['https://evil.example/?shop.example', ['shop.example'], false],
	['https://evil.example/#@shop.example', ['shop.example'], false],
	['http://[::1]:3000/', ['[::1]'], true],
	['http://[0:0::1]:3000/', ['[::1]:3000'], true],
	['https://münchen.example/', ['xn--mnchen-3ya.example'], true],
])('%s among the hosts %j: %s', (url, hosts, isTaken) => {
	expect(redirectProblem(url, { schemes: web, hosts }) === null).toBe(isTaken);
});

test('the scheme is compared without case, and the address of an app has no host', () => {
	expect(redirectProblem('HTTPS://shop.example/', { schemes: web, hosts: null })).toBeNull();
	expect(redirectProblem('myapp://x', { schemes: ['myapp'], hosts: ['a.example'] })).toBeNull();
	const problem = { broken: 'schemes', allowed: ['https'] };
	expect(redirectProblem('http://a.example/', { schemes: ['https'], hosts: null })).toEqual(
		problem,
	);
});
