import { expect, test } from 'vitest';
import { z } from 'zod';
import { settingsOf } from '../settings/settings.ts';
import { actSchema } from './control.ts';
import { paymentOptionsExample } from './examples.ts';
import { fieldErrors } from './field-errors.ts';
import { paymentOptionsRequestSchema } from './payment-options.ts';
import { declineReasonCodes } from './reasons.ts';
import { settingsSchema } from './settings.ts';

function setup(schema: z.ZodType, sent: unknown, example: unknown = {}) {
	const issues = schema.safeParse(sent).error?.issues ?? [];
	return fieldErrors(issues, sent, example);
}

const options = (changes: Record<string, unknown>) =>
	setup(
		paymentOptionsRequestSchema,
		{ ...paymentOptionsExample, ...changes },
		paymentOptionsExample,
	);

test('a valid value has no errors', () => {
	expect(options({})).toEqual([]);
});

test.each([
	[{ country: undefined }, 'country', 'country is required.', 'country = "CO"'],
	[{ amount: '5' }, 'amount', 'amount must be a number.', 'amount = 150000'],
	[{ amount: Number.NaN }, 'amount', 'amount must be a finite number.', 'amount = 150000'],
	[{ amount: 0 }, 'amount', 'amount must be greater than 0.', 'amount = 150000'],
	[{ customer: [] }, 'customer', 'customer must be an object.', 'customer = {'],
	[{ customer: 'Ana' }, 'customer', 'customer must be an object.', 'customer = {'],
	[{ language: null }, 'language', 'language must be a text.', 'language = "EN"'],
	[
		{ customer: { phone: '300' } },
		'customer.phone',
		'customer.phone must begin with a plus sign.',
		'customer.phone = "+573001234567"',
	],
	[
		{ customer: { address: { country: 'co' } } },
		'customer.address.country',
		'customer.address.country must be a country code of two upper-case letters.',
		'customer.address.country = "CO"',
	],
])('%j names the field, the rule and a fix', (changes, param, detail, fix) => {
	const errors = options(changes);
	expect(errors).toHaveLength(1);
	expect(errors[0]).toMatchObject({ param, detail });
	expect(errors[0]?.fix).toContain(`Send, for example, ${fix}`);
});

test('all wrong fields are named at once', () => {
	const errors = options({ country: 'co', currency: 'peso', redirectUrl: 'javascript:alert(1)' });
	expect(errors.map(({ param }) => param)).toEqual(['country', 'currency', 'redirectUrl']);
});

test.each([undefined, null, 5, 'text', []])('a body that is %j must be an object', (sent) => {
	const errors = setup(paymentOptionsRequestSchema, sent, paymentOptionsExample);
	expect(errors).toMatchObject([{ param: 'body', detail: 'body must be an object.' }]);
});

test('each unknown key gets its own sentence', () => {
	const sent = { ...settingsOf('sandbox').inForce, one: 1, two: 2 };
	expect(setup(settingsSchema, sent)).toEqual([
		{
			param: 'one',
			detail: 'one is not known here.',
			fix: 'Leave one out, or check its spelling.',
		},
		{
			param: 'two',
			detail: 'two is not known here.',
			fix: 'Leave two out, or check its spelling.',
		},
	]);
});

test('the error for an enum lists all values', () => {
	const details = (sent: unknown) => setup(actSchema, sent).map(({ detail }) => detail);
	expect(details({ action: 'decline', reason: 'bored' })).toEqual([
		`reason must be one of ${declineReasonCodes.join(', ')}.`,
	]);
	expect(details({ action: 'dance' })[0]).toMatch(/^action must be one of open, submit, /);
});

test('without an example, the fix is still useful', () => {
	const errors = setup(z.object({ plain: z.string() }), { plain: 5 });
	expect(errors[0]?.fix).toBe('Correct plain and send again.');
});

test('the error for a literal names it', () => {
	const errors = setup(z.object({ type: z.literal('string') }), { type: 'date' });
	expect(errors[0]?.detail).toBe('type must be "string".');
});

test('inherited properties do not count as an example or as sent', () => {
	const schema = z.object({ constructor: z.string(), toString: z.string() });
	const errors = setup(schema, Object.create(null));
	expect(errors.map(({ detail }) => detail)).toEqual([
		'constructor is required.',
		'toString is required.',
	]);
	for (const { fix } of errors) expect(fix).toMatch(/^Correct /);
});

test('the error for a misspelt key suggests the right one', () => {
	const { inForce } = settingsOf('sandbox');
	const errors = setup(settingsSchema, { ...inForce, sesion: {}, nothingLikeIt: 1 }, inForce);
	expect(errors.map(({ detail }) => detail)).toEqual([
		'sesion is not known here (did you mean session?).',
		'nothingLikeIt is not known here.',
	]);
});
