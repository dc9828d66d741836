/** A Redis of its own for a test: on a free port, in a temporary folder, forgotten when the test is over. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { freePort } from '../../scenarios/harness/free-port.ts';
import { findRedis } from '../parts/redis.ts';
import { temporaryFolder } from './command.ts';
import { atEnd } from './shared.ts';

/** Null where there is none: the tests that need it are skipped, and say so. */
export const redisProgram = findRedis({ env: process.env });

export interface Redis {
	url: string;
	/** It answers nobody any more, and keeps its connections. */
	stall(): void;
	resume(): void;
	stop(): Promise<void>;
}

export async function startRedis(args: readonly string[] = [], port?: number): Promise<Redis> {
	const at = port ?? (await freePort());
	const child = spawn(
		redisProgram ?? '',
		[
			'--port',
			String(at),
			'--bind',
			'127.0.0.1',
			'--save',
			'',
			'--dir',
			temporaryFolder(),
			...args,
		],
		{ stdio: ['ignore', 'pipe', 'inherit'] },
	);
	const ended = once(child, 'close');
	const stop = async () => {
		child.kill('SIGKILL');
		await ended;
	};
	atEnd(stop);
	await new Promise<void>((resolve, reject) => {
		let text = '';
		child.stdout.on('data', (chunk) => {
			text += chunk;
			if (/Ready to accept connections/.test(text)) resolve();
		});
		child.once('close', () => reject(new Error(`Redis did not start: ${text}`)));
	});
	return {
		url: `redis://127.0.0.1:${at}`,
		stall: () => void child.kill('SIGSTOP'),
		resume: () => void child.kill('SIGCONT'),
		stop,
	};
}

/**
 * Listens in front of Redis, and closes both sides of a connection together. `pass` moves the bytes between them.
 * Returns the address for clients.
 */
async function startPath(target: string, pass: (near: Socket, far: Socket) => void) {
	const { port, hostname } = new URL(target);
	const server = createServer((near) => {
		const far = connect(Number(port), hostname);
		pass(near, far);
		for (const [one, other] of [
			[near, far],
			[far, near],
		] as const) {
			one.on('error', () => other.destroy());
			one.on('close', () => other.destroy());
		}
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	atEnd(() => server.close());
	return `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A way to Redis on which each reply arrives later by `delayMs`, which may be changed at any time. */
export async function startSlowPath(target: string) {
	const path = { url: '', delayMs: 0 };
	path.url = await startPath(target, (near, far) => {
		near.pipe(far);
		far.on('data', (reply) => void setTimeout(() => near.write(reply), path.delayMs));
	});
	return path;
}

/** A way to Redis that breaks the connection instead of passing the reply to a command that fits `cutReplyTo`, once. */
export async function startCuttingPath(target: string) {
	const path: { url: string; cutReplyTo: RegExp | null } = { url: '', cutReplyTo: null };
	path.url = await startPath(target, (near, far) => {
		let isCut = false;
		near.on('data', (commands) => {
			if (path.cutReplyTo?.test(commands.toString())) {
				isCut = true;
				path.cutReplyTo = null;
			}
			far.write(commands);
		});
		far.on('data', (reply) => void (isCut ? near.destroy() : near.write(reply)));
	});
	return path;
}
