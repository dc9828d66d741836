import { expect, test } from 'vitest';
import { createCustomerCheck, describeCustomer } from './order-customer.ts';

const customer = { name: 'José Ángel Núñez', email: 'jose@shop.example' };
const fileWith = (json: object) => ({
	prepare: [{ method: 'POST' as const, url: 'http://127.0.0.1:1/orders', json }],
	checkout: {
		...{ method: 'POST' as const, url: 'http://127.0.0.1:1/pay' },
		redirect: { header: 'Location' },
	},
});
const check = createCustomerCheck(fileWith({ name: '{name}', contact: { email: '{email}' } }));

test.each([
	[{ name: 'José Ángel Núñez', email: 'jose@shop.example' }],
	[{ name: 'NUNEZ, Jose', email: 'JOSE@shop.example' }],
	[{ name: '  ', phone: '+57 1' }],
	[{ name: 7, email: null }],
	[null],
])('a request with the customer %j fits the order', (sent) => {
	expect(check({ customer: sent }, customer)).toBeUndefined();
});

test.each([
	[{ name: 'Luz Núñez' }, 'Luz Núñez'],
	[{ name: '...' }, '...'],
	[{ email: 'luz@shop.example' }, '<luz@shop.example>'],
	[{ ...customer, email: 'luz@shop.example' }, 'José Ángel Núñez <luz@shop.example>'],
])('a request with the customer %j is that of another customer', (sent, described) => {
	expect(check({ customer: sent }, customer)).toBe(described);
});

test('only what the merchant file sends is compared', () => {
	const other = { name: 'Luz', email: 'luz@shop.example' };
	expect(createCustomerCheck(fileWith({}))({ customer: other }, customer)).toBeUndefined();
	const sendsName = createCustomerCheck(fileWith({ name: '{name}' }));
	expect(sendsName({ customer: { ...other, name: 'José' } }, customer)).toBeUndefined();
	expect(describeCustomer(customer)).toBe('José Ángel Núñez <jose@shop.example>');
});
