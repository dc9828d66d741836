/** A connection to Redis with a deadline for every command. It connects on the first command, and again after a failure. */
import { monotonicMs, sleep } from './time.ts';

export type Command = readonly string[];

export interface RedisLink {
	/**
	 * Sends the commands in one batch and returns their replies, in order. Rejects after `untilMs` (`monotonicMs`), or if
	 * a command fails; the commands may have been executed then. If only the key of a command has the wrong type, the
	 * reply is the error.
	 */
	send(commands: readonly Command[], untilMs: number): Promise<unknown[]>;
	/** Closes the connection. Commands that wait for their replies reject; Redis may execute them. */
	close(): void;
}

/** Returns the error of a command whose key has another type than the command needs, and throws every other error. */
function errorOfOneKey(error: unknown): Error {
	// Before Redis 7, the text of an error in a script has it in the middle.
	if (error instanceof Error && /\bWRONGTYPE /.test(error.message)) return error;
	throw error;
}

interface Connection {
	/** Resolves when the connection is open and Redis has answered the `preparation` commands. */
	ready: Promise<unknown>;
	send(command: Command): Promise<unknown>;
	end(): void;
}

/**
 * Creates a link that sends `preparation` on every new connection. Rejects with `ERR_MODULE_NOT_FOUND` if the Redis
 * client is not installed.
 */
export async function createRedisLink(
	url: string,
	preparation: readonly Command[],
): Promise<RedisLink> {
	const { createClient } = await import('@redis/client');
	let current: Connection | null = null;
	let isClosed = false;

	const connect = (): Connection => {
		const ended = new AbortController();
		const client = createClient({
			url,
			RESP: 2,
			// A command that cannot be sent fails at once; the next command connects again.
			disableOfflineQueue: true,
			// The client cannot cancel an attempt to connect, which would keep a stopped process alive. The signal does.
			socket: { reconnectStrategy: false, signal: ended.signal },
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
				ended.abort();
			},
		};
		// Listen for errors: without a listener, an error event would end the process. The failed command reports the
		// error.
		client.on('error', connection.end);
		return connection;
	};

	return {
		async send(commands, untilMs) {
			// A call that was cut off by the stop must not connect again.
			if (isClosed) throw new Error('the sandbox has stopped');
			current ??= connect();
			const connection = current;
			const replies = connection.ready.then(() => {
				const sent = commands.map(connection.send);
				return Promise.all(sent).catch(() =>
					Promise.all(sent.map((reply) => reply.catch(errorOfOneKey))),
				);
			});
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
		// Ignore a later rejection of the promise that lost the race.
		timeout.catch(() => undefined);
		promise.catch(() => undefined);
		settled.abort();
	}
}
