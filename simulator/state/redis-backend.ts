/**
 * Stores values and indexes in Redis, which several instances may share. Transactions that wait for the same round trip
 * form one batch. They run in this process over the values that were read. A script commits the batch if all these values
 * are unchanged; otherwise the batch runs again.
 */
import type { Backend, KeysToLoad } from './backend.ts';
import { CommitUncertain } from './backend.ts';
import { createBatchQueue, rejectAll } from './batch-queue.ts';
import type { DeadlineOptions } from './call-deadlines.ts';
import { createCallDeadlines } from './call-deadlines.ts';
import type { CommitReply } from './redis-commands.ts';
import { commitCommand, indexOfKey, timeLength, tokenLength } from './redis-commands.ts';
import type { RedisReaderOptions } from './redis-reader.ts';
import { createRedisReaders } from './redis-reader.ts';
import type { PendingTransaction } from './write-set.ts';
import { keyNameOf } from './write-set.ts';

export interface RedisBackendOptions extends DeadlineOptions, RedisReaderOptions {
	/** Four characters that differ for each process. */
	origin: string;
}

const sweepPauseMs = 10;
const maxInBatch = { read: 128, write: 32 };
/** The latest time that fits in a token. */
const latestTime = 36 ** timeLength - 1;
/** Three characters count the tokens, so that two of the same millisecond differ. */
const serials = 36 ** 3;

export function createRedisBackend(options: RedisBackendOptions): Backend {
	const { link, prefix, timeoutMs, monotonicMs, origin, clock } = options;
	const { createReader, lastRead } = createRedisReaders(options);
	let tokens = 0;
	/** Begins with the time of the change, for the clocks of other instances. */
	const newToken = () => {
		tokens = (tokens + 1) % serials;
		const time = Math.min(clock.now(), latestTime).toString(36).padStart(timeLength, '0');
		const serial = tokens.toString(36).padStart(tokenLength - timeLength - origin.length, '0');
		return time + origin + serial;
	};
	const deadlines = createCallDeadlines(options);
	const queue = { timeoutMs, monotonicMs };
	const reads = createBatchQueue({
		...queue,
		maxInBatch: maxInBatch.read,
		async attempt(batch, deadlineMs) {
			const reader = createReader(deadlineMs);
			const names = namesOf(batch);
			if (names.length > 0) await reader.load(names, []);
			const settle = await reader.run(batch, reader.newWriteSet());
			settle();
			return true;
		},
	});
	const writes = createBatchQueue({
		...queue,
		maxInBatch: maxInBatch.write,
		async attempt(batch, deadlineMs) {
			const reader = createReader(deadlineMs);
			const [time] = await reader.load(namesOf(batch), [['TIME']]);
			// Redis read its time before the reply arrived here, so a time by its clock is never later than it is here.
			const aheadMs = readTime(time) - monotonicMs();
			for (;;) {
				const changes = reader.newWriteSet();
				const settle = await reader.run(batch, changes);
				if (changes.isEmpty() && !reader.hasExtraTrips()) {
					settle();
					return true;
				}
				const commit = {
					deadlineMs: deadlineMs + aheadMs,
					validUntilMs: reader.validUntilMs() + aheadMs,
					...{ checks: reader.checks(), changes, newToken },
				};
				let reply: CommitReply | Error;
				try {
					[reply] = (await link.send([commitCommand(prefix, commit)], deadlineMs)) as [
						typeof reply,
					];
					if (reply instanceof Error) throw reply;
				} catch (failure) {
					// Redis may have committed the batch, so no transaction of it may run again.
					rejectAll(batch, failure, CommitUncertain);
					return true;
				}
				if (reply === 'late') throw new Error('Redis was too late');
				if (reply === 'conflict') return false;
				if (reply === 'done') {
					settle();
					return true;
				}
				// Run the batch again, so that only the transactions that add to these indexes are rejected.
				reader.excludeIndexes(reply.map((key) => indexOfKey(prefix, key)));
			}
		},
	});
	const through =
		({ add }: typeof reads) =>
		<R>(run: PendingTransaction['run'], needs?: KeysToLoad): Promise<R> =>
			new Promise((resolve, reject) => {
				const { deadlineMs, end } = deadlines.begin();
				const pending = {
					run,
					needs,
					resolve(result: unknown) {
						end();
						resolve(result as R);
					},
					reject(failure: unknown) {
						end();
						reject(failure);
					},
				};
				add(pending, deadlineMs);
			});

	return {
		sweepPauseMs,
		deadlines,
		lastRead,
		read: through(reads),
		write: through(writes),
		async close(untilMs = Number.POSITIVE_INFINITY) {
			const idle = Promise.all([reads.idle(), writes.idle()]);
			const ended = new AbortController();
			await Promise.race([idle, options.sleep(untilMs - monotonicMs(), ended.signal)]);
			ended.abort();
			link.close();
			await idle;
		},
	};
}

function namesOf(batch: readonly PendingTransaction[]): string[] {
	return batch.flatMap(({ needs }) => needs?.().map(keyNameOf) ?? []);
}

/** Converts the reply to TIME, seconds and microseconds, to milliseconds. */
function readTime(reply: unknown): number {
	const [seconds, micros] = reply as [string, string];
	return Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
}
