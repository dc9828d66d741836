import { expect, test } from 'vitest';
import { servicePaths } from '../simulator/contract/routes.ts';
import { post, reachCashier, startSandbox } from './support/sandbox.ts';

test('steers by test card, test bank, header and steer, and says who decided', async () => {
	const sandbox = await startSandbox();
	const fateOf = async (payment: { sessionId: string }, submit: object = {}) => {
		const view = await sandbox.act(payment.sessionId, { action: 'submit', ...submit });
		return [view.fate?.outcome, view.fate?.cause];
	};
	const { url } = sandbox;
	expect(await fateOf(await reachCashier(url, 'card'), { card: '4000000000000002' })).toEqual([
		'DECLINE',
		'test card ending 0002 = DECLINE',
	]);
	const held = await reachCashier(url, 'card', {}, { 'X-Sandbox-Outcome': 'hold' });
	expect(await fateOf(held, { card: '4000000000000002' })).toEqual([
		'HOLD',
		'header X-Sandbox-Outcome = HOLD',
	]);
	const steered = await reachCashier(url, 'card', {}, { 'X-Sandbox-Outcome': 'hold' });
	await sandbox.act(steered.sessionId, { action: 'steer', outcome: 'decline' });
	expect(await fateOf(steered)).toEqual(['DECLINE', 'steer = DECLINE']);
	const bank = await reachCashier(url, 'bank');
	await post(url + servicePaths.hybridPayment, {
		sessionId: bank.sessionId,
		paymentOptionId: bank.bankId,
		optionId: 'co-pse-sim-declines',
	});
	expect(await fateOf(bank)).toEqual(['DECLINE', 'test bank = SIM Bank (declines)']);
});

test('lets a list of outcomes fail once and then succeed', async () => {
	const sandbox = await startSandbox();
	const { sessionId } = await reachCashier(
		sandbox.url,
		'card',
		{},
		{ 'X-Sandbox-Outcome': 'DECLINE,APPROVE' },
	);
	await sandbox.act(sessionId, { action: 'submit' });
	await sandbox.advance('5s');
	expect(await sandbox.payment(sessionId)).toMatchObject({ state: 'declined', final: false });
	await sandbox.act(sessionId, { action: 'submit' });
	await sandbox.advance('5s');
	expect(await sandbox.payment(sessionId)).toMatchObject({ state: 'confirmed', final: true });
});

test("moves a held payment by the network's hand", async () => {
	const sandbox = await startSandbox();
	const { sessionId } = await reachCashier(
		sandbox.url,
		'card',
		{},
		{ 'X-Sandbox-Outcome': 'HOLD' },
	);
	await sandbox.act(sessionId, { action: 'submit' });
	await sandbox.advance('365d');
	expect(await sandbox.payment(sessionId)).toMatchObject({ state: 'processing' });
	expect(await sandbox.act(sessionId, { action: 'confirm' })).toMatchObject({
		state: 'confirmed',
		final: true,
	});
	const again = await post(`${sandbox.url}/_sandbox/payments/${sessionId}/act`, {
		action: 'cancel',
	});
	expect(again).toMatchObject({ status: 409, body: { code: 'not_allowed_in_state' } });
	expect(again.body.detail).toContain('confirmed');
});
