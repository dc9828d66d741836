import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { servicePaths } from '../simulator/contract/routes.ts';
import { openAt } from './support/cashier.ts';
import type { Sandbox } from './support/sandbox.ts';
import { post, reachCashier, send, startPayment, startSandbox } from './support/sandbox.ts';

/** The state, whether the page has the return link, and whether it suggests something else: while processing, after a decline, at the end. */
async function linksOf(sandbox: Sandbox, headers: Record<string, string> = {}) {
	const { page, sessionId } = await reachCashier(sandbox.url, 'card', {}, headers);
	await sandbox.act(sessionId, { action: 'submit', holder: 'DECLINE' });
	const seen: [string | null, boolean, boolean][] = [];
	const record = async () => {
		const { state, returnLink, text } = await openAt(page);
		seen.push([state, returnLink !== null, /You may (close this page|try again)/.test(text)]);
	};
	await record();
	await sandbox.advance('5s');
	await record();
	await sandbox.act(sessionId, { action: 'submit' });
	await sandbox.advance('5s');
	await record();
	return { seen, sessionId };
}

const expectedLinks = (processing: boolean, declined: boolean, confirmed: boolean) => [
	['processing', processing, !processing],
	['declined', declined, !declined],
	['confirmed', confirmed, !confirmed],
];

const orders = [
	['before-final', expectedLinks(true, true, true)],
	['after-final', expectedLinks(false, false, true)],
	['never', expectedLinks(false, false, false)],
] as const;

test.each(orders)(
	'%s is set by the setting or by the header, which has precedence',
	async (order, expected) => {
		const sandbox = await startSandbox();
		expect((await linksOf(sandbox)).seen).toEqual(expectedLinks(true, true, true));
		await sandbox.configure({ return: { showIn: order } });
		expect((await linksOf(sandbox)).seen).toEqual(expected);
		await sandbox.configure({ return: { showIn: order === 'never' ? 'before-final' : [] } });
		const byHeader = await linksOf(sandbox, { 'X-Sandbox-Return': order.toUpperCase() });
		expect(byHeader.seen).toEqual(expected);
		expect(await sandbox.payment(byHeader.sessionId)).toMatchObject({ return: order });
	},
);

test('an unknown order is refused with the known ones, and creates no payment', async () => {
	const sandbox = await startSandbox();
	const { status, body } = await post(
		`${sandbox.url}/v2/payment-options`,
		{
			country: 'CO',
			currency: 'COP',
			amount: 1,
			redirectUrl: 'https://shop.example',
			customer: {},
		},
		{ 'X-Sandbox-Return': 'sometimes' },
	);
	expect([status, body.code, body.param]).toEqual([
		400,
		'unknown_return_link_timing',
		'X-Sandbox-Return',
	]);
	expect(body.detail).toContain('before-final, after-final, never');
	expect(body.assumptions).toContain('D-37');
	const { body: health } = await send('GET', `${sandbox.url}/_sandbox/health`);
	expect(health.payments.live).toBe(0);
});

test('steer changes the order with or without an outcome, and nothing else', async () => {
	const sandbox = await startSandbox();
	const { page, sessionId } = await reachCashier(sandbox.url, 'card');
	expect((await sandbox.payment(sessionId)).return).toBeNull();
	await sandbox.act(sessionId, { action: 'submit' });
	const before = await sandbox.payment(sessionId);
	const after = await sandbox.act(sessionId, { action: 'steer', return: 'after-final' });
	expect({ ...after, calls: [], return: null }).toEqual({ ...before, calls: [] });
	expect((await openAt(page)).returnLink).toBeNull();
	const both = { action: 'steer', outcome: 'DECLINE', return: 'never' } as const;
	expect(await sandbox.act(sessionId, both)).toMatchObject({
		return: 'never',
		fate: { outcome: 'DECLINE' },
	});
	// Without `return` the order stays.
	await sandbox.act(sessionId, { action: 'steer', outcome: 'APPROVE' });
	expect((await sandbox.payment(sessionId)).return).toBe('never');
});

test.each([
	[{ action: 'steer' }, 'outcome'],
	[{ action: 'steer', return: 'later' }, 'return'],
	[{ action: 'steer', return: null }, 'return'],
	[{ action: 'open', return: 'never' }, 'return'],
])('%j is refused with its field', async (asked, param) => {
	const { url } = await startSandbox();
	const { sessionId } = await startPayment(url);
	const { status, body } = await post(`${url}/_sandbox/payments/${sessionId}/act`, asked);
	expect([status, body.code, body.param]).toEqual([400, 'invalid_body', param]);
	expect(body.fix).toBeTruthy();
});

test('without the return link there is no automatic return', async () => {
	const settings = { return: { showIn: 'after-final', auto: '9s' } } as const;
	const sandbox = await startSandbox({ settings });
	const { page, sessionId } = await reachCashier(sandbox.url, 'card');
	await sandbox.act(sessionId, { action: 'cancel' });
	expect((await openAt(page)).refresh).toBe('9; url=https://shop.example/return');
	await sandbox.configure({ return: { showIn: 'never' } });
	expect(await openAt(page)).toMatchObject({ refresh: null, returnLink: null });
});

test('without the return link a declined payment suggests another attempt until the end', async () => {
	const sandbox = await startSandbox({ settings: { return: { showIn: 'after-final' } } });
	const { page, sessionId } = await reachCashier(sandbox.url, 'card');
	await sandbox.act(sessionId, { action: 'submit', holder: 'DECLINE' });
	await sandbox.advance('5s');
	const { text, returnLink } = await openAt(page);
	expect(returnLink).toBeNull();
	expect(text).toContain('You may try again, or cancel the payment on the form.');
	expect(text).not.toContain('You may close');
	await sandbox.configure({ cashier: { cancel: false } });
	expect((await openAt(page)).text).toContain('You may try again.');
	await sandbox.advance('31m');
	expect((await openAt(page)).text).not.toContain('You may try again');
});

test('a repeated request with another order conflicts with its idempotency key', async () => {
	const idempotency = { header: 'Idempotency-Key' };
	const { url } = await startSandbox({ settings: { idempotency } });
	const ask = async (order: string) => {
		const headers = { 'Idempotency-Key': 'k', 'X-Sandbox-Return': order };
		return (await post(`${url}${servicePaths.paymentOptions}`, paymentOptionsExample, headers))
			.body;
	};
	const first = await ask('never');
	expect(await ask('never')).toEqual(first);
	expect(await ask('after-final')).toMatchObject({ code: 'idempotency_conflict' });
});
