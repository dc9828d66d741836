import { expect, test } from 'vitest';
import { startServe } from './support/command.ts';
import { send } from './support/sandbox.ts';

test('the default of limits.maxPayments fits into a small heap, and the start says so; a value that was set stays', async () => {
	const smallHeap = { NODE_OPTIONS: '--max-old-space-size=128' };
	const limitOf = async (flags: string[]) => {
		const { url, child, ended } = await startServe(flags, smallHeap);
		const { maxPayments } = (await send('GET', `${url}/_sandbox/settings`)).body.limits;
		child.kill('SIGTERM');
		return { maxPayments, stderr: (await ended).stderr };
	};
	const fitted = await limitOf([]);
	// Paid payments take 2.2 kB of heap.
	expect(fitted.maxPayments * 2_200).toBeLessThan(80_000_000);
	expect(fitted.maxPayments).toBeGreaterThanOrEqual(1_000);
	expect(fitted.stderr).toMatch(`limits.maxPayments is ${fitted.maxPayments}: `);
	const set = await limitOf(['--set', 'limits.maxPayments=250000']);
	expect(set).toEqual({ maxPayments: 250_000, stderr: '' });
});
