/** `GET /_sandbox/payments/{id}/explain` on a manual clock: the order of steps that have the same time. */
import { expect, test } from 'vitest';
import type { Act } from '../simulator/contract/control.ts';
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

const typesCode = '00:00 The shopper types the code of the challenge through the control API.';
const isRefused = expect.stringMatching(/^00:00 The shopper types the code .*, and is refused$/);
const steers = '00:00 The outcome or the return link timing is set through the control API.';
const submits = '00:00 The shopper submits the form through the control API.';
const opens = '00:00 The shopper opens the cashier page through the control API.';
const attempt = (number: number) => expect.stringMatching(`^00:00 Attempt ${number} `);

test.each<{ name: string; acts: Act[]; steps: unknown[] }>([
	{
		name: 'the right code leads to processing, a wrong one does not',
		acts: [
			{ action: 'otp', otp: '9999' },
			{ action: 'otp', otp: '1234' },
		],
		steps: [typesCode, typesCode, '00:00 The payment is processing', '00:05 Planned'],
	},
	{
		name: 'the right code leads to processing, the same code again is refused',
		acts: [
			{ action: 'otp', otp: '1234' },
			{ action: 'otp', otp: '1234' },
		],
		steps: [typesCode, '00:00 The payment is processing', isRefused, '00:05 Planned'],
	},
	{
		name: 'the right code leads to processing, also with other calls after a wrong code',
		acts: [
			{ action: 'otp', otp: '9999' },
			{ action: 'open' },
			{ action: 'submit' },
			{ action: 'otp', otp: '1234' },
		],
		steps: [
			...[typesCode, opens, submits, typesCode],
			...['00:00 The payment is processing', '00:05 Planned'],
		],
	},
	{
		name: 'the right code leads to the steered outcome that ends the payment at once',
		acts: [
			{ action: 'steer', outcome: 'EXPIRE' },
			{ action: 'otp', otp: '9999' },
			{ action: 'otp', otp: '1234' },
			{ action: 'otp', otp: '1234' },
		],
		steps: [steers, typesCode, typesCode, '00:00 The payment is expired', isRefused],
	},
	{
		name: 'the right code leads to processing, also with a steered outcome',
		acts: [
			{ action: 'steer', outcome: 'DECLINE' },
			{ action: 'otp', otp: '1234' },
		],
		steps: [steers, typesCode, '00:00 The payment is processing', '00:05 Planned'],
	},
	{
		name: 'each attempt has its own codes',
		acts: [
			{ action: 'otp', otp: '9999' },
			{ action: 'open' },
			{ action: 'otp', otp: '0000' },
			{ action: 'otp', otp: '1234' },
			{ action: 'submit' },
			{ action: 'otp', otp: '9999' },
			{ action: 'otp', otp: '1234' },
		],
		steps: [
			...[typesCode, opens, typesCode, '00:00 The payment is declined', isRefused, submits],
			...['00:00 The payment is opened', attempt(2), typesCode, typesCode],
			...['00:00 The payment is processing', '00:05 Planned'],
		],
	},
])('after a challenge: $name', async ({ acts, steps }) => {
	const sandbox = await startSandbox();
	const { sessionId } = await reachCashier(sandbox.url, 'card');
	await sandbox.act(sessionId, { action: 'steer', outcome: 'CHALLENGE' });
	await sandbox.act(sessionId, { action: 'submit' });
	// The story shows which codes are refused.
	for (const act of acts) await sandbox.act(sessionId, act).catch(() => null);
	expect(await lastSteps(sandbox, sessionId, steps.length + 1)).toEqual([attempt(1), ...steps]);
});

test('the steered outcome that ends a payment in processing is the last one', async () => {
	const sandbox = await startSandbox();
	const { sessionId } = await reachCashier(sandbox.url, 'card');
	await sandbox.act(sessionId, { action: 'submit' });
	await sandbox.act(sessionId, { action: 'steer', outcome: 'DECLINE' });
	await sandbox.act(sessionId, { action: 'steer', outcome: 'EXPIRE' });
	expect(await lastSteps(sandbox, sessionId, 4)).toEqual([
		'00:00 The payment is processing',
		steers,
		steers,
		'00:00 The payment is expired',
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

test('an explanation says how long a payment was in processing, for each way in which that ends', async () => {
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
