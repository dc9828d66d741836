import { expect, test } from 'vitest';
import { reachCashier, startSandbox } from './support/sandbox.ts';

const late = { customer: { email: 'late@sim.example' } };

test('a late confirmation needs no submit, is shown in advance, and can be removed by steering', async () => {
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

test('steering an expired payment removes its late confirmation and is the cause', async () => {
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

test('a planned late confirmation is removed once the attempt is challenged', async () => {
	const sandbox = await startSandbox();
	const { sessionId } = await reachCashier(sandbox.url, 'card', late);
	await sandbox.act(sessionId, { action: 'submit', card: '4000000000003220' });
	await sandbox.advance('3d');
	expect(await sandbox.payment(sessionId)).toMatchObject({ state: 'expired', final: true });
});

test('a late confirmation planned at hybrid-payment stays after a change of the settings', async () => {
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

test('a decline by a wrong code does not have the cause of a steering in the meantime', async () => {
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
