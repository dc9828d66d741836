import { expect, test } from 'vitest';
import { startServe } from './support/command.ts';
import { send } from './support/sandbox.ts';

const smallHeap = { NODE_OPTIONS: '--max-old-space-size=128' };

test('the default of limits.maxPayments fits into a small heap, and the start says so', async () => {
	const { url, child, ended } = await startServe([], smallHeap);
	const settings = `${url}/_sandbox/settings`;
	const { maxPayments } = (await send('GET', settings)).body.limits;
	// Paid payments take 2.2 kB of heap.
	expect(maxPayments * 2_200).toBeLessThan(80_000_000);
	expect(maxPayments).toBeGreaterThanOrEqual(1_000);
	expect((await send('GET', `${settings}/changes`)).body).toEqual({});
	const set = await send('PUT', settings, { limits: { maxPayments: 250_000 } });
	expect(set.body.limits.maxPayments).toBe(250_000);
	const restored = await send('PUT', settings, { limits: { maxPayments: null } });
	expect(restored.body.limits.maxPayments).toBe(maxPayments);
	child.kill('SIGTERM');
	expect((await ended).stderr).toMatch(`limits.maxPayments is ${maxPayments}: `);
});

test('a value that the user set stays, and the start says that it may not fit into the heap', async () => {
	const { url, child, ended } = await startServe(['--set', 'limits.maxPayments=250000'], smallHeap);
	const { body } = await send('GET', `${url}/_sandbox/settings`);
	expect(body.limits.maxPayments).toBe(250_000);
	child.kill('SIGTERM');
	expect((await ended).stderr).toMatch(/250000 payments may not fit .* Lower limits\.maxPayments/);
});
