/** Reports when Redis begins to fail, and when it answers again. */
import type { RedisBackendOptions } from './redis-backend.ts';
import { commitDigest } from './redis-commands.ts';

type RedisLink = RedisBackendOptions['link'];

/** What fails: every command, or only changes, which Redis refuses when its memory is full or when it is a replica. */
export type Outage = 'all' | 'changes';

interface OutageOptions {
	monotonicMs(): number;
	began(outage: Outage, failure: unknown): void;
	ended(outage: Outage): void;
}

/**
 * How long no command may have failed before an outage counts as over, in milliseconds: a slow Redis answers some
 * commands in time and others late, and each change would be a line of the log.
 */
const steadyMs = 1_000;

/** Redis's errors begin with a code in capital letters. Other errors come from the connection. */
const isRefusal = (failure: unknown) =>
	failure instanceof Error && /^[A-Z]+ /.test(failure.message);

export function watchOutages(
	link: RedisLink,
	{ monotonicMs, began, ended }: OutageOptions,
): RedisLink {
	let outage: Outage | null = null;
	let failedMs = 0;
	let isClosed = false;
	return {
		async send(commands, untilMs) {
			const isChange = commands[0]?.[1] === commitDigest;
			try {
				const replies = await link.send(commands, untilMs);
				const isOver = outage === 'all' || (outage === 'changes' && isChange);
				if (outage !== null && isOver && monotonicMs() - failedMs >= steadyMs) {
					const over = outage;
					outage = null;
					ended(over);
				}
				return replies;
			} catch (failure) {
				// The stop rejects the commands that wait.
				if (!isClosed) {
					failedMs = monotonicMs();
					const found: Outage = isChange && isRefusal(failure) ? 'changes' : 'all';
					if (outage === null || (outage === 'changes' && found === 'all')) {
						outage = found;
						began(found, failure);
					}
				}
				throw failure;
			}
		},
		close() {
			isClosed = true;
			link.close();
		},
	};
}
