import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { hybridPaymentResponseSchema } from '../simulator/contract/hybrid-payment.ts';
import { paymentOptionsResponseSchema } from '../simulator/contract/payment-options.ts';
import { paymentSuboptionsResponseSchema } from '../simulator/contract/payment-suboptions.ts';
import type { Check, Checked } from './responses.ts';
import { checkPaymentOptions, hybridCheck, outcomeOf, suboptionsCheck } from './responses.ts';
import { readServerTiming } from './server-timing.ts';

const transactionId = '6f1c2a54-3d0e-4b8e-9a77-2f4d5c6b7a81';
const sessionId = '0b9d7c1e-58a2-4f63-8c3b-9e1f2a3b4c5d';
const paymentOptionId = '1c2d3e4f-5a6b-4c7d-8e9f-0a1b2c3d4e5f';

const field = { label: 'CVV', name: 'cardcvv', type: 'string', values: [], required: true };
const option = { paymentOptionId, name: 'Card', logo: null, extraData: [field] };
const options = { transactionId, sessionId, paymentOptions: [option] };
const bank = { id: 'b-1', name: 'Bank', logo: null, uuid: transactionId, formInputs: [] };
const listed = { paymentOptionId, transactionId, sessionId, options: [bank] };
const suboptions = { statusCode: '085', resultType: 'option_choice', result: listed };
const redirectUrl = `http://127.0.0.1:8080/pay?sessionId=${sessionId}`;
const redirected = { redirectUrl, transactionId };
const hybrid = { statusCode: '300', resultType: 'redirect', result: redirected };

/** Reads the answer as it is sent. */
function read<T>(check: Check<T>, answer: unknown): Checked<T> {
	const text = JSON.stringify(answer) ?? '';
	return check(text, () => answer);
}

const calls = [
	{
		call: 'payment-options',
		schema: paymentOptionsResponseSchema,
		check: checkPaymentOptions,
		good: options,
		value: options,
		bad: [
			{ ...options, sessionId: 'x' },
			{ ...options, paymentOptions: [] },
			{ ...options, paymentOptions: [{ ...option, name: 7 }] },
			{ ...options, paymentOptions: [{ ...option, logo: 'x' }] },
			{ ...options, paymentOptions: [{ ...option, extraData: [{ ...field, required: 'yes' }] }] },
		],
	},
	{
		call: 'payment-suboptions',
		schema: paymentSuboptionsResponseSchema,
		check: suboptionsCheck(sessionId, transactionId, paymentOptionId),
		good: suboptions,
		value: [bank],
		bad: [
			{ ...suboptions, statusCode: '85' },
			{ ...suboptions, result: { ...listed, options: [{ ...bank, uuid: 'x' }] } },
			{ ...suboptions, result: null },
		],
	},
	{
		call: 'hybrid-payment',
		schema: hybridPaymentResponseSchema,
		check: hybridCheck(sessionId, transactionId),
		good: hybrid,
		value: redirectUrl,
		bad: [
			{ ...hybrid, statusCode: 300 },
			{ ...hybrid, resultType: 'ok' },
			{ ...hybrid, result: { ...redirected, redirectUrl: 'nowhere' } },
		],
	},
];

test.each(calls)('$call: accepts what the contract accepts, rejects what it rejects', (one) => {
	expect(one.schema.safeParse(one.good).success).toBe(true);
	expect(read<unknown>(one.check, one.good)).toEqual({ ok: true, value: one.value });
	for (const answer of [...one.bad, undefined, null, 'text', []]) {
		expect(one.schema.safeParse(answer).success).toBe(false);
		expect(read(one.check, answer)).toMatchObject({ ok: false });
	}
});

test('a response about another payment breaks the contract', () => {
	const other = '99999999-5a6b-4c7d-8e9f-0a1b2c3d4e5f';
	expect(read(suboptionsCheck(other, transactionId, paymentOptionId), suboptions).ok).toBe(false);
	expect(read(suboptionsCheck(sessionId, other, paymentOptionId), suboptions).ok).toBe(false);
	expect(read(hybridCheck(sessionId, other), hybrid).ok).toBe(false);
	expect(read(hybridCheck(other, transactionId), hybrid).ok).toBe(false);
});

test('the problem names the field', () => {
	expect(read(checkPaymentOptions, { ...options, sessionId: 'x' })).toEqual({
		ok: false,
		problem: 'sessionId is missing or wrong',
	});
});

test.each([
	[200, 0, 'accepted'],
	[302, 0, 'bad_contract'],
	[400, 1400, 'client_error'],
	[429, 1429, 'rate_limited'],
	[503, 1503, 'server_error'],
	[0, 1050, 'timeout'],
	[0, 1212, 'transport'],
])('status %i with error code %i is %s', (status, code, outcome) => {
	expect(outcomeOf(status, code)).toBe(outcome);
});

test('Server-Timing separates injected and own time', () => {
	expect(readServerTiming('injected;dur=80.5, sandbox;dur=0.4')).toEqual({
		injectedMs: 80.5,
		ownMs: 0.4,
	});
	expect(readServerTiming('sandbox;desc="own";dur=2')).toEqual({ ownMs: 2 });
	expect(readServerTiming('cdn-cache;desc=HIT, edge;dur=1')).toEqual({});
	expect(readServerTiming(undefined)).toEqual({});
});

test('a body is known again by its text, and differs only in the ids of the payment', () => {
	const ids = fc.record({ transactionId: fc.uuid(), sessionId: fc.uuid() });
	const changes = fc.constantFrom('none', 'a bank', 'a space', 'the option', 'an id');
	fc.assert(
		fc.property(fc.array(fc.tuple(ids, changes), { minLength: 2, maxLength: 8 }), (answers) => {
			for (const [own, change] of answers) {
				const result = { ...listed, ...own };
				if (change === 'a bank') result.options = [{ ...bank, name: own.sessionId }];
				if (change === 'the option') result.paymentOptionId = own.sessionId;
				if (change === 'an id') result.sessionId = 'not-an-id'.padEnd(36);
				const body = { ...suboptions, result };
				const text = JSON.stringify(body, null, change === 'a space' ? ' ' : '');
				const check = suboptionsCheck(own.sessionId, own.transactionId, paymentOptionId);
				const isGood = change !== 'the option' && change !== 'an id';
				expect(check(text, () => JSON.parse(text))).toMatchObject(
					isGood ? { ok: true, value: body.result.options } : { ok: false },
				);
			}
		}),
	);
});

test('a body that differs in its ids only is not parsed again', () => {
	const second = { ...options, sessionId: transactionId, transactionId: sessionId };
	expect(read(checkPaymentOptions, options).ok).toBe(true);
	const parse = vi.fn();
	expect(checkPaymentOptions(JSON.stringify(second), parse)).toEqual({ ok: true, value: second });
	expect(parse).not.toHaveBeenCalled();
});

/** A list of banks with these UUIDs. */
const withUuids = (uuids: readonly string[]) => {
	const banks = uuids.map((own) => ({ ...bank, uuid: own }));
	return { ...suboptions, result: { ...listed, options: banks } };
};
const tenUuids = () => Array.from({ length: 10 }, () => randomUUID());

test('a list that differs in its UUIDs only is not checked again field by field', () => {
	const check = suboptionsCheck(sessionId, transactionId, paymentOptionId);
	expect(read(check, withUuids(tenUuids())).ok).toBe(true);
	const second = withUuids(tenUuids());
	const readItem = vi.fn();
	const options = new Proxy(second.result.options, { get: readItem });
	const result = { ...second.result, options };
	const { ok } = check(JSON.stringify(second), () => ({ ...second, result }));
	expect(ok).toBe(true);
	expect(readItem).not.toHaveBeenCalled();
	expect(read(check, second)).toEqual({ ok: true, value: second.result.options });
});

test('a malformed UUID in a list is found, also in a list that is known', () => {
	const check = suboptionsCheck(sessionId, transactionId, paymentOptionId);
	expect(read(check, withUuids(tenUuids())).ok).toBe(true);
	const malformed = withUuids([...tenUuids().slice(1), 'x'.repeat(36)]);
	expect(read(check, malformed)).toMatchObject({ ok: false });
	expect(read(check, withUuids(tenUuids())).ok).toBe(true);
	expect(read(check, malformed)).toMatchObject({ ok: false });
});

test('a service may give the session and the transaction one id', () => {
	for (const id of [transactionId, sessionId]) {
		const same = { ...options, sessionId: id, transactionId: id };
		expect(read(checkPaymentOptions, same)).toEqual({ ok: true, value: same });
	}
});

test('a redirect of another session is not the known one', () => {
	const check = hybridCheck(sessionId, transactionId);
	const other = { ...redirected, redirectUrl: redirectUrl.replace(sessionId, paymentOptionId) };
	expect(read(check, hybrid).ok).toBe(true);
	expect(read(check, hybrid)).toEqual({ ok: true, value: redirectUrl });
	expect(read(check, { ...hybrid, result: other })).toMatchObject({ outcome: 'wrong_session' });
});

test.each([
	`${redirectUrl}undefined`,
	`http://127.0.0.1:8080/pay?sessionId=${paymentOptionId}&ref=sessionId=${sessionId}`,
	`${redirectUrl}&sessionId=${paymentOptionId}`,
	`${redirectUrl}&session%49d=`,
])('a redirect to %s belongs to another session', (address) => {
	const check = hybridCheck(sessionId, transactionId);
	const result = { ...redirected, redirectUrl: address };
	expect(read(check, { ...hybrid, result })).toMatchObject({ outcome: 'wrong_session' });
});

test('a redirect that names its session twice breaks the contract', () => {
	const result = { ...redirected, redirectUrl: `${redirectUrl}&sessionId=${sessionId}` };
	expect(read(hybridCheck(sessionId, transactionId), { ...hybrid, result })).toEqual({
		ok: false,
		problem: 'result.redirectUrl has sessionId more than once',
	});
});
