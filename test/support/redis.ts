/** A Redis of its own for a test: on a free port, in a temporary folder, forgotten when the test is over. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findRedis } from '../parts/redis.ts';
import { freePort, temporaryFolder } from './command.ts';
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
