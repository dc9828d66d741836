/** A connection to Redis with a deadline for every command. It connects on the first command, and again after a failure. */
import { monotonicMs, sleep } from './time.ts';

export type Command = readonly string[];

export interface RedisLink {
	/**
	 * Sends the commands in one batch and resolves with their replies, in order. Rejects after `untilMs` (`monotonicMs`), or
	 * when a command fails: the commands may have been executed or not.
	 */
	send(commands: readonly Command[], untilMs: number): Promise<unknown[]>;
	close(): void;
}

interface Connection {
	/** Resolves once the connection is open and Redis has answered the `preparation` commands. */
	ready: Promise<unknown>;
	send(command: Command): Promise<unknown>;
	end(): void;
}

/** Sends `preparation` on every new connection. Rejects with `ERR_MODULE_NOT_FOUND` when the client is not installed. */
export async function createRedisLink(
	url: string,
	preparation: readonly Command[],
): Promise<RedisLink> {
	const { createClient } = await import('@redis/client');
	let current: Connection | null = null;
	let isClosed = false;

	const connect = (): Connection => {
		const client = createClient({
			url,
			RESP: 2,
			// A command that cannot be sent fails at once; the next command connects again.
			disableOfflineQueue: true,
			socket: { reconnectStrategy: false },
			disableClientInfo: true,
			maintNotifications: 'disabled',
		});
		const send = (command: Command) => client.sendCommand([...command]);
		const connection = {
			ready: client.connect().then(() => Promise.all(preparation.map(send))),
			send,
			end() {
				if (current === connection) current = null;
				if (client.isOpen) client.destroy();
			},
		};
		// The failed command reports the error; an error event without a listener would end the process.
		client.on('error', connection.end);
		return connection;
	};

	return {
		async send(commands, untilMs) {
			// A call that the stop cut off must not connect again.
			if (isClosed) throw new Error('the sandbox has stopped');
			current ??= connect();
			const connection = current;
			const replies = connection.ready.then(() => Promise.all(commands.map(connection.send)));
			try {
				return await within(replies, untilMs);
			} catch (error) {
				connection.end();
				throw error;
			}
		},
		close() {
			isClosed = true;
			current?.end();
		},
	};
}

async function within<T>(promise: Promise<T>, untilMs: number): Promise<T> {
	const settled = new AbortController();
	const timeout = sleep(untilMs - monotonicMs(), settled.signal).then(() => {
		throw new Error('Redis did not answer in time');
	});
	try {
		return await Promise.race([promise, timeout]);
	} finally {
		// The promise that lost the race may reject later; ignore that.
		timeout.catch(() => undefined);
		promise.catch(() => undefined);
		settled.abort();
	}
}
