import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from './free-port.ts';

test('each call gets another port, below those that connections get, and none that is taken', async () => {
	const first = await freePort();
	const server = createServer().listen(first + 1, '127.0.0.1');
	onTestFinished(() => void server.close());
	await once(server, 'listening');
	const ports = [first, ...(await Promise.all(Array.from({ length: 20 }, freePort)))];
	expect(new Set(ports).size).toBe(ports.length);
	expect(ports).not.toContain(first + 1);
	expect(Math.max(...ports)).toBeLessThan(32_768);
});
