import { expect, test } from 'vitest';
import { reachCashier, startSandbox } from './support/sandbox.ts';

const late = { customer: { email: 'late@sim.example' } };

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
