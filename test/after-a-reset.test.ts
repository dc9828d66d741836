/** A call from before a reset has no effect on the workspace after it, which may have the same seeded ids and rules. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { headerNames, servicePaths } from '../simulator/contract/routes.ts';
import { leaveDuringPaymentOptions, options } from './support/calls.ts';
import { failing } from './support/faults.ts';
import { exchangeInTurn, postText } from './support/raw.ts';
import type { Sandbox } from './support/sandbox.ts';
import { startSandbox } from './support/sandbox.ts';

const waiting = { latency: { paymentOptions: { fixed: '60s' } } } as const;

/** Begins a payment-options call, resets the sandbox, runs `next`, and lets the client of the first call leave. */
async function leaveAfterReset(sandbox: Sandbox, next: () => Promise<void>): Promise<void> {
	await sandbox.configure(waiting);
	await leaveDuringPaymentOptions(sandbox, {}, async () => {
		await sandbox.reset();
		await next();
	});
	await expect.poll(sandbox.callsInFlight).toBe(0);
}

test('a client that leaves a call from before a reset did not leave the new payment with the same id', async () => {
	const sandbox = await startSandbox({ settings: { ids: { source: 'seeded' } } });
	await leaveAfterReset(sandbox, async () => {
		expect((await options(sandbox)).status).toBe(200);
	});
	const [payment] = await sandbox.payments();
	expect(payment?.calls).toMatchObject([{ call: 'payment-options', gone: false }]);
	expect(await sandbox.findings({ code: 'client_left_early' })).toMatchObject({
		findings: [],
		complete: true,
	});
});

test('a call from before a reset is not counted by a rule of the workspace after it', async () => {
	const rule = { fault: failing, phase: 'after', times: 1 } as const;
	const sandbox = await startSandbox({ settings: { faults: [rule] } });
	await leaveAfterReset(sandbox, async () => {});
	expect((await options(sandbox)).status).toBe(failing.status);
});

const freshStarts: [string, (sandbox: Sandbox) => Promise<unknown>][] = [
	['a reset', (sandbox) => sandbox.reset()],
	['its rule is removed', (sandbox) => sandbox.faults.clear()],
	[
		'its rule is written again',
		(sandbox) => sandbox.faults.put('cut', { fault: failing, skip: 2 }),
	],
];

test('a fault of a header cuts no call from after a reset', async () => {
	const sandbox = await startSandbox();
	const text = postText(servicePaths.paymentOptions, paymentOptionsExample);
	const cut = text.replace('\r\n', `\r\n${headerNames.fault}: close\r\n`);
	vi.useFakeTimers({ toFake: ['performance'] });
	onTestFinished(() => void vi.useRealTimers());
	await exchangeInTurn(sandbox.url, [text, cut]);
	await sandbox.reset();
	await exchangeInTurn(sandbox.url, [cut]);
	const { entries } = await sandbox.journal();
	expect(entries.map(({ status, resent }) => [status, resent])).toEqual([[0, false]]);
});

test.each(freshStarts)(
	'after %s, a call equal to one that was cut is a new one',
	async (_, begin) => {
		const sandbox = await startSandbox();
		await sandbox.faults.put('cut', { fault: { kind: 'close' }, skip: 1, times: 1 });
		const text = postText(servicePaths.paymentOptions, paymentOptionsExample);
		// The clock stands still: on a busy machine, the second call would come too late to be a re-send.
		vi.useFakeTimers({ toFake: ['performance'] });
		onTestFinished(() => void vi.useRealTimers());
		expect(await exchangeInTurn(sandbox.url, [text, text])).toMatchObject({ end: 'fin' });
		await begin(sandbox);
		const last = text.replace('\r\n', '\r\nConnection: close\r\n');
		expect((await exchangeInTurn(sandbox.url, [text, last])).text).toMatch(/^HTTP\/1\.1 200 /);
		const { entries } = await sandbox.journal();
		expect(entries.map(({ resent }) => resent)).not.toContain(true);
	},
);
