import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultRequestRules, requestSchemaFor } from '../contract/payment-options.ts';
import { createCustomer, createCustomers, customerCountries } from './customers.ts';

/** The documented object with every field, and no other field. */
const { customer, address } = requestSchemaFor({
	...defaultRequestRules,
	refuseOddFormats: true,
});
const documented = customer.extend({ address: address.required().strict() });
const complete = documented.required().strict();

const wanted = fc.record({
	market: fc.constantFrom(...customerCountries),
	seed: fc.integer(),
	index: fc.nat(5_000),
});

test('every customer has all documented fields, and no other', () => {
	fc.assert(
		fc.property(wanted, (one) => {
			const customer = complete.parse(createCustomer(one));
			expect(customer.address.country).toBe(one.market);
			expect(customer.phone).toMatch(/^\+[1-9]\d{7,14}$/);
			for (const text of [customer.name, ...Object.values(customer.address)]) {
				expect(text).toMatch(/^\S(.*\S)?$/u);
			}
		}),
		{ numRuns: 300 },
	);
});

test('e-mail and IP addresses are from ranges reserved for examples', () => {
	fc.assert(
		fc.property(wanted, (one) => {
			const { email, ip } = createCustomer(one);
			expect(email).toMatch(/^[\w.+-]+@example\.(com|net|org)$/);
			expect(ip).toMatch(/^192\.0\.2\.\d{1,3}$/);
		}),
		{ numRuns: 300 },
	);
});

test.each([
	['JP', /^\p{Script=Han}+ \S+$/u, /^customer/],
	['TH', /^\p{Script=Thai}/u, /^customer/],
	['KW', /^\p{Script=Arabic}/u, /^customer/],
	['PL', /^\p{Script=Latin}/u, /^[A-Za-z]+[._]/],
	['VN', /^\p{Script=Latin}/u, /^[A-Za-z]+[._]/],
])('names of %s use its own script, and mailboxes plain letters', (market, name, mailbox) => {
	for (const customer of createCustomers({ market, count: 100, seed: 3 })) {
		expect(customer.name).toMatch(name);
		expect(customer.email).toMatch(mailbox);
	}
});

test('the family name comes first where the country writes it first', () => {
	const families = createCustomers({ market: 'VN', count: 300, seed: 2 }).map(
		({ name }) => name?.split(' ')[0],
	);
	expect(families).toContain('Trần');
});

test('the user agent matches the device', () => {
	fc.assert(
		fc.property(wanted, (one) => {
			const { userDevice, userAgent = '' } = createCustomer(one);
			const mobile = /iPhone|Android.* Mobile /.test(userAgent);
			const tablet = /iPad|Tablet/.test(userAgent);
			expect(userDevice).toBe(mobile ? 'MOBILE' : tablet ? 'TABLET' : 'DESKTOP');
			expect(userAgent).not.toContain('{');
		}),
	);
});

test('a city has its own state', () => {
	const statesOf = new Map<string, Set<string>>();
	for (const market of customerCountries) {
		for (const { address } of createCustomers({ market, count: 80, seed: 1 })) {
			const city = `${address?.country} ${address?.city}`;
			statesOf.set(city, (statesOf.get(city) ?? new Set()).add(address?.state ?? ''));
		}
	}
	expect(statesOf.size).toBeGreaterThan(100);
	for (const [city, states] of statesOf) expect(states.size, city).toBe(1);
});

test('the same seed and index give the same customer, whatever the count', () => {
	fc.assert(
		fc.property(wanted, fc.nat(5), ({ market, seed, index }, more) => {
			const position = index % 20;
			const few = createCustomers({ market, seed, count: position + 1 });
			const many = createCustomers({ market, seed, count: position + 1 + more });
			expect(many.slice(0, few.length)).toEqual(few);
			expect(few[position]).toEqual(createCustomer({ market, seed, index: position }));
		}),
		{ numRuns: 30 },
	);
});

test('another seed gives other customers, also the next seed', () => {
	const first = createCustomers({ market: 'CO', count: 20, seed: 1 });
	const second = createCustomers({ market: 'CO', count: 20, seed: 2 });
	const phonesOfFirst = new Set(first.map(({ phone }) => phone));
	expect(phonesOfFirst.size).toBe(20);
	expect(second.filter(({ phone }) => phonesOfFirst.has(phone))).toEqual([]);
});

test('an unknown market throws, with the known ones in the message', () => {
	expect(() => createCustomers({ market: 'XX', count: 1, seed: 1 })).toThrow(
		`No customers for market "XX": known are ${customerCountries.join(', ')}.`,
	);
});
