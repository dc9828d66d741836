/** Clients that open more connections than the process has file descriptors. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { cashierPath, controlPaths } from '../simulator/contract/routes.ts';
import { builtCommand } from './support/command.ts';
import { atEnd } from './support/shared.ts';

const limit = 200;
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

/** Starts `serve` with a limit of file descriptors. Returns its URL. */
async function startLimited(): Promise<URL> {
	const script = `ulimit -n ${limit}; exec "$0" "$@"`;
	const serve = [process.execPath, builtCommand, 'serve', '--no-config', '--port', '0', '--quiet'];
	const child = spawn('bash', ['-c', script, ...serve], { stdio: ['ignore', 'pipe', 'ignore'] });
	atEnd(() => void child.kill('SIGKILL'));
	const [line] = await once(child.stdout, 'data');
	return new URL(/http:\S+/.exec(String(line))?.[0] ?? '');
}

/** Opens a connection. It may be closed at once. */
async function open({ hostname, port }: URL): Promise<Socket> {
	const socket = connect(Number(port), hostname);
	socket.on('error', () => {});
	atEnd(() => void socket.destroy());
	await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
	return socket;
}

async function statusOf(socket: Socket, path: string): Promise<number> {
	socket.write(get(path));
	const [answer] = await once(socket, 'data');
	return Number(/^HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1]);
}

test.runIf(process.platform === 'linux')(
	'modules that are loaded while all connections are in use can be loaded',
	async () => {
		const url = await startLimited();
		const first = await open(url);
		expect(await statusOf(first, '/nothing')).toBe(404);
		await Promise.all(Array.from({ length: 2 * limit }, () => open(url)));
		expect(await statusOf(first, controlPaths.health)).toBe(200);
		expect(await statusOf(first, `${cashierPath}?sessionId=unknown`)).toBe(404);
		expect(await statusOf(first, '/')).toBe(200);
	},
);
