import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { servicePaths } from '../simulator/contract/routes.ts';
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
	expect((await ended).stderr).toMatch(
		/250000 payments .* may not fit .* Lower limits\.maxPayments/,
	);
});

test('with long responses and idempotency keys, the default number of payments fits into a small heap', async () => {
	// The response has the list twice, 50 kB: as many payments as with the default response would not fit.
	const values = Array.from({ length: 100 }, (_, value) => ({ value, label: 'y'.repeat(230) }));
	const list = `catalog.extraData.valuesShape=${JSON.stringify(values)}`;
	const args = ['--set', list, '--set', 'idempotency.header=Idempotency-Key'];
	const { url } = await startServe(args, smallHeap);
	const { maxPayments } = (await send('GET', `${url}/_sandbox/settings`)).body.limits;
	expect(maxPayments).toBeLessThan(1_000);
	const statuses = new Set<number>();
	for (let sent = 0; sent < 3_000; sent += 20) {
		const some = Array.from({ length: 20 }, (_, index) => ({
			'Idempotency-Key': `${sent + index}`,
		}));
		const answers = some.map((key) =>
			send('POST', url + servicePaths.paymentOptions, paymentOptionsExample, key),
		);
		for (const { status } of await Promise.all(answers)) statuses.add(status);
	}
	expect([...statuses]).toEqual([200]);
	const gauge = new RegExp(`^payin_sandbox_store_payments ${maxPayments}$`, 'm');
	expect((await send('GET', `${url}/metrics`)).body).toMatch(gauge);
});
