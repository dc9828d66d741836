/** The faults of a call in its events and metrics. */
import { expect, test } from 'vitest';
import { controlPaths } from '../../simulator/contract/routes.ts';
import { inWords, readEvents } from '../support/event-reader.ts';
import { send, startPayment, startSandbox } from '../support/sandbox.ts';

test('the faults of a call are sent before it, and are counted', async () => {
	const sandbox = await startSandbox();
	const stream = await readEvents(sandbox.url);
	const delay = { kind: 'delay', law: { fixed: 1 } } as const;
	await sandbox.configure({
		faults: [
			{ id: 'late', fault: delay, phase: 'before' },
			{ id: 'f-1', fault: { kind: 'close' }, phase: 'after' },
		],
	});
	await expect(startPayment(sandbox.url)).rejects.toThrow();
	await sandbox.advance('1s');
	const found = await stream.until(({ event }) => event === 'clock');
	expect(found.slice(0, -1).map(inWords)).toEqual([
		'settings faults',
		'payment created',
		'fault',
		'fault',
		'call paymentOptions 0',
		// The payment notes that its client got no response.
		'payment is created',
	]);
	const fault = { id: 'f-1', kind: 'close', phase: 'after' };
	const late = { id: 'late', kind: 'delay', phase: 'before' };
	expect(found.slice(2, 5).map(({ data }) => data)).toMatchObject([
		late,
		fault,
		{ fault, faults: [late, fault] },
	]);
	const { body } = await send('GET', sandbox.url + controlPaths.metrics);
	expect(body).toContain('\npayin_sandbox_faults_total{kind="delay",phase="before"} 1\n');
	expect(body).toContain('\npayin_sandbox_faults_total{kind="close",phase="after"} 1\n');
	expect(body).toContain('\npayin_sandbox_calls_total{endpoint="paymentOptions",status="0"} 1\n');
});
