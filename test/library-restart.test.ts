/** Sandboxes one after another in one process, as test suites start them. */
import { afterEach, expect, test, vi } from 'vitest';
import { freePort } from '../scenarios/harness/free-port.ts';
import { startSandbox } from './support/sandbox.ts';

afterEach(() => void vi.useRealTimers());

test('a sandbox on the port of one that was closed just before answers its first call', async () => {
	const port = await freePort();
	for (let round = 0; round < 10; round += 1) {
		const sandbox = await startSandbox({ port });
		await sandbox.advance('1s');
		expect(await sandbox.payments()).toEqual([]);
		await sandbox.close();
	}
});

test('calls are answered while the timers of the process are fake, and by later sandboxes', async () => {
	const first = await startSandbox();
	vi.useFakeTimers();
	expect(await first.payments()).toEqual([]);
	vi.useRealTimers();
	const later = await startSandbox();
	expect(await later.payments()).toEqual([]);
	await Promise.all([first.close(), later.close()]);
});
