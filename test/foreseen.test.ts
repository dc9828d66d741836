import { expect, test } from 'vitest';
import { reachCashier, startSandbox } from './support/sandbox.ts';

const late = { customer: { email: 'late@sim.example' } };

test('a payment that ends late is foreseen, comes though nobody submits, and can be steered away', async () => {
	const sandbox = await startSandbox();
	const late = await reachCashier(sandbox.url, 'bank', {}, { 'X-Sandbox-Outcome': 'LATE' });
	expect((await sandbox.payment(late.sessionId)).fate).toMatchObject({ outcome: 'LATE' });
	await sandbox.advance('31m');
	expect(await sandbox.payment(late.sessionId)).toMatchObject({ state: 'expired', final: false });
	await sandbox.advance('24h');
	expect(await sandbox.payment(late.sessionId)).toMatchObject({ state: 'confirmed', final: true });

	const steered = await reachCashier(sandbox.url, 'bank', {}, { 'X-Sandbox-Outcome': 'LATE' });
	await sandbox.act(steered.sessionId, { action: 'steer', outcome: 'APPROVE' });
	await sandbox.advance('2d');
	expect(await sandbox.payment(steered.sessionId)).toMatchObject({ state: 'expired', final: true });
});

test('who steers an expired payment takes its late confirmation away, and is told as the cause', async () => {
	const sandbox = await startSandbox();
	const { sessionId } = await reachCashier(sandbox.url, 'card', late);
	await sandbox.act(sessionId, { action: 'submit' });
	await sandbox.advance('31m');
	const steered = await sandbox.act(sessionId, { action: 'steer', outcome: 'FUNDS' });
	expect(steered).toMatchObject({
		state: 'expired',
		final: true,
		fate: { outcome: 'FUNDS', cause: 'steer = FUNDS', reason: 'window_elapsed' },
	});
});

test('a late confirmation that was foreseen is not coming once the attempt is challenged', async () => {
	const sandbox = await startSandbox();
	const { sessionId } = await reachCashier(sandbox.url, 'card', late);
	await sandbox.act(sessionId, { action: 'submit', card: '4000000000003220' });
	await sandbox.advance('3d');
	expect(await sandbox.payment(sessionId)).toMatchObject({ state: 'expired', final: true });
});

test('what was foreseen at hybrid-payment stays so, whatever the settings say later', async () => {
	const sandbox = await startSandbox();
	const { sessionId } = await reachCashier(sandbox.url, 'card');
	await sandbox.configure({ defaultOutcome: 'LATE' });
	expect(await sandbox.payment(sessionId)).toMatchObject({ fate: null });
	await sandbox.advance('31m');
	expect(await sandbox.payment(sessionId)).toMatchObject({ state: 'expired', final: true });
});

test('a cancelled payment has no late fate', async () => {
	const sandbox = await startSandbox();
	const { sessionId } = await reachCashier(sandbox.url, 'card', late);
	expect(await sandbox.act(sessionId, { action: 'cancel' })).toMatchObject({ fate: null });
});

test('a wrong code is the fault of nobody who steered meanwhile', async () => {
	const sandbox = await startSandbox();
	const { sessionId } = await reachCashier(sandbox.url, 'card');
	await sandbox.act(sessionId, { action: 'submit', card: '4000000000003220' });
	await sandbox.act(sessionId, { action: 'steer', outcome: 'FUNDS' });
	expect(await sandbox.act(sessionId, { action: 'otp', otp: '0000' })).toMatchObject({
		state: 'declined',
		fate: {
			outcome: 'CHALLENGE',
			cause: 'test card ending 3220 = CHALLENGE',
			reason: 'authentication_failed',
		},
	});
});
