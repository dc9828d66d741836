/** A connection to Redis on which nobody waits for ever: made when a command wants it, given up when one fails. */
import { monotonicMs, sleep } from './time.ts';

export type Command = readonly string[];

export interface RedisLink {
	/**
	 * Sends commands together and resolves with their replies, in order. Rejects when they are not there by then
	 * (`monotonicMs`) or one is refused: whether they were carried out is not known.
	 */
	send(commands: readonly Command[], untilMs: number): Promise<unknown[]>;
	close(): void;
}

interface Connection {
	/** Resolves once it is connected and prepared. */
	ready: Promise<unknown>;
	send(command: Command): Promise<unknown>;
	end(): void;
}

/** `preparation` is sent on every new connection. Rejects with `ERR_MODULE_NOT_FOUND` without the client's package. */
export async function createRedisLink(
	url: string,
	preparation: readonly Command[],
): Promise<RedisLink> {
	const { createClient } = await import('@redis/client');
	let current: Connection | null = null;

	const connect = (): Connection => {
		const client = createClient({
			url,
			RESP: 2,
			// What cannot be sent now is refused now; the next command connects again.
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
		// Told by the command that fails; an error without a listener would end the process.
		client.on('error', connection.end);
		return connection;
	};

	return {
		async send(commands, untilMs) {
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
		close: () => current?.end(),
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
		// The loser of the race is told nobody: its rejection is no news.
		timeout.catch(() => undefined);
		promise.catch(() => undefined);
		settled.abort();
	}
}
