/** `GET /_sandbox/payments/{id}/explain` on a manual clock: the order of steps that have the same time. */
import { expect, test } from 'vitest';
import { choose } from './support/calls.ts';
import type { Sandbox } from './support/sandbox.ts';
import { reachCashier, startSandbox } from './support/sandbox.ts';

/** The last steps of the story, without the causes of the states. */
async function lastSteps(sandbox: Sandbox, sessionId: string, count: number): Promise<string[]> {
	const { story } = await sandbox.explain(sessionId);
	return story.slice(-count).map(({ at, text }) => `${at.slice(14, 19)} ${text.split(':')[0]}`);
}

test('a payment is confirmed before the shopper returns', async () => {
	const sandbox = await startSandbox();
	const { sessionId } = await reachCashier(sandbox.url, 'card');
	await sandbox.act(sessionId, { action: 'submit' });
	await sandbox.advance('5s');
	await sandbox.act(sessionId, { action: 'return' });
	expect(await lastSteps(sandbox, sessionId, 5)).toEqual([
		'00:00 The payment is opened',
		expect.stringMatching(/^00:00 Attempt 1 /),
		'00:00 The payment is processing',
		'00:05 The payment is confirmed after 5 s in processing',
		'00:05 The shopper follows the return link through the control API.',
	]);
});

test('a payment is declined before the second submit, which leads to the second attempt', async () => {
	const sandbox = await startSandbox();
	const { sessionId } = await reachCashier(sandbox.url, 'card');
	await sandbox.act(sessionId, { action: 'submit', card: '4000000000000002' });
	await sandbox.advance('5s');
	await sandbox.act(sessionId, { action: 'submit' });
	await sandbox.act(sessionId, { action: 'decline' });
	expect(await lastSteps(sandbox, sessionId, 6)).toEqual([
		'00:05 The payment is declined after 5 s in processing',
		'00:05 The shopper submits the form through the control API.',
		expect.stringMatching(/^00:05 Attempt 2 /),
		'00:05 The payment is processing',
		'00:05 A caller makes the network decline through the control API.',
		'00:05 The payment is declined',
	]);
});

test('a payment is confirmed before a hybrid-payment that is too late', async () => {
	const sandbox = await startSandbox();
	const { sessionId, cardId: paymentOptionId } = await reachCashier(sandbox.url, 'card');
	await sandbox.act(sessionId, { action: 'submit' });
	await sandbox.advance('5s');
	await choose(sandbox, { sessionId, paymentOptionId });
	expect(await lastSteps(sandbox, sessionId, 2)).toEqual([
		'00:05 The payment is confirmed after 5 s in processing',
		expect.stringMatching(/^00:05 hybrid-payment is answered with 200, .* Warnings$/),
	]);
});

test('a payment expires before a caller confirms it', async () => {
	const sandbox = await startSandbox();
	const { sessionId } = await reachCashier(sandbox.url, 'card');
	await sandbox.advance('30m');
	await sandbox.act(sessionId, { action: 'confirm' });
	expect(await lastSteps(sandbox, sessionId, 3)).toEqual([
		'30:00 The payment is expired',
		'30:00 A caller makes the network confirm through the control API.',
		'30:00 The payment is confirmed',
	]);
});

test('without a processing delay, each outcome follows its own submit', async () => {
	const sandbox = await startSandbox({ profile: 'instant' });
	const { sessionId } = await reachCashier(sandbox.url, 'card');
	await sandbox.act(sessionId, { action: 'submit', card: '4000000000000002' });
	await sandbox.act(sessionId, { action: 'submit' });
	await sandbox.act(sessionId, { action: 'return' });
	expect(await lastSteps(sandbox, sessionId, 10)).toEqual([
		'00:00 The shopper submits the form through the control API.',
		'00:00 The payment is opened',
		expect.stringMatching(/^00:00 Attempt 1 /),
		'00:00 The payment is processing',
		'00:00 The payment is declined',
		'00:00 The shopper submits the form through the control API.',
		expect.stringMatching(/^00:00 Attempt 2 /),
		'00:00 The payment is processing',
		'00:00 The payment is confirmed',
		'00:00 The shopper follows the return link through the control API.',
	]);
});

test('an outcome that ends the payment at once follows the call that set it or the submit', async () => {
	const sandbox = await startSandbox();
	const steered = (await reachCashier(sandbox.url, 'card')).sessionId;
	await sandbox.act(steered, { action: 'submit' });
	await sandbox.act(steered, { action: 'steer', outcome: 'EXPIRE' });
	expect(await lastSteps(sandbox, steered, 3)).toEqual([
		'00:00 The payment is processing',
		'00:00 The outcome or the return link timing is set through the control API.',
		'00:00 The payment is expired',
	]);
	const submitted = (await reachCashier(sandbox.url, 'card')).sessionId;
	await sandbox.act(submitted, { action: 'steer', outcome: 'CANCEL' });
	await sandbox.act(submitted, { action: 'submit' });
	expect(await lastSteps(sandbox, submitted, 4)).toEqual([
		'00:00 The shopper submits the form through the control API.',
		'00:00 The payment is opened',
		expect.stringMatching(/^00:00 Attempt 1 /),
		'00:00 The payment is cancelled',
	]);
});

test('after a challenge, the last code leads to the next state', async () => {
	const sandbox = await startSandbox();
	const { sessionId } = await reachCashier(sandbox.url, 'card');
	await sandbox.act(sessionId, { action: 'steer', outcome: 'CHALLENGE' });
	await sandbox.act(sessionId, { action: 'submit' });
	await sandbox.act(sessionId, { action: 'otp', otp: '9999' });
	await sandbox.act(sessionId, { action: 'otp', otp: '1234' });
	expect(await lastSteps(sandbox, sessionId, 5)).toEqual([
		expect.stringMatching(/^00:00 Attempt 1 /),
		'00:00 The shopper types the code of the challenge through the control API.',
		'00:00 The shopper types the code of the challenge through the control API.',
		'00:00 The payment is processing',
		'00:05 Planned',
	]);
});

test('the calls that left the history of the payment still come before the states that they led to', async () => {
	const sandbox = await startSandbox();
	const { sessionId } = await reachCashier(sandbox.url, 'card');
	for (let count = 0; count < 20; count += 1) await sandbox.act(sessionId, { action: 'open' });
	const { story } = await sandbox.explain(sessionId);
	expect(story.slice(0, 4).map(({ text }) => text)).toEqual([
		expect.stringMatching(/^payment-options is answered/),
		'The payment is created: payment-options.',
		expect.stringMatching(/^hybrid-payment is answered/),
		'The payment is redirected: hybrid-payment.',
	]);
});

test('the story says how long a payment was in processing, whatever ended it', async () => {
	const sandbox = await startSandbox();
	const late = (await reachCashier(sandbox.url, 'card')).sessionId;
	const held = (await reachCashier(sandbox.url, 'card')).sessionId;
	await sandbox.act(late, { action: 'steer', outcome: 'LATE' });
	await sandbox.act(held, { action: 'steer', outcome: 'HOLD' });
	await sandbox.act(late, { action: 'submit' });
	await sandbox.act(held, { action: 'submit' });
	await sandbox.advance('7s');
	await sandbox.act(held, { action: 'confirm' });
	await sandbox.advance('30m');
	const lastText = async (id: string) =>
		(await sandbox.explain(id)).story.findLast(({ text }) => text.startsWith('The payment'))?.text;
	expect(await lastText(late)).toBe(
		"The payment is expired after 1800 s in processing: the shopper's window ended.",
	);
	expect(await lastText(held)).toBe(
		'The payment is confirmed after 7 s in processing: control API: confirm.',
	);
});
