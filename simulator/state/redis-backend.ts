/**
 * Stores values and indexes in Redis, which several instances may share. Transactions that wait for the same round trip
 * form one batch. They run in this process over the values that were read. A script commits the batch if all these values
 * are unchanged; otherwise the batch runs again.
 */
import { createLruCache } from '../runtime/lru-cache.ts';
import type { Backend, Key, KeysToLoad, LimitedRange } from './backend.ts';
import { CommitUncertain, DamagedValue } from './backend.ts';
import { createBatchQueue, rejectAll } from './batch-queue.ts';
import type { DeadlineOptions } from './call-deadlines.ts';
import { createCallDeadlines } from './call-deadlines.ts';
import type { Command, CommitReply, ReadReply } from './redis-commands.ts';
import {
	commitCommand,
	contentOfStoredText,
	countCommand,
	entriesCommand,
	indexOfKey,
	readCommand,
	readCount,
	readEntries,
	tokenLength,
	tokenOfStoredText,
} from './redis-commands.ts';
import type { StoreClock } from './store-clock.ts';
import type { PendingTransaction, StoredData, WriteSet } from './write-set.ts';
import { createWriteSet, keyNameOf, notLoadedError, runNextTransaction } from './write-set.ts';

export interface RedisBackendOptions extends DeadlineOptions {
	link: {
		/**
		 * Sends commands and returns their replies. Rejects if the replies have not arrived by the deadline (monotonic). If
		 * only the key of a command has the wrong type, the reply is the error.
		 */
		send(commands: readonly Command[], deadlineMs: number): Promise<unknown[]>;
		/** Rejects what waits for replies. */
		close(): void;
	};
	/** The beginning of every key in Redis. */
	prefix: string;
	/** Four characters that differ for each process. */
	origin: string;
	clock: StoreClock;
}

const sweepPauseMs = 10;
const maxInBatch = { read: 128, write: 32 };
/** The length of the time in a token: enough until the year 5188. */
const timeLength = 9;
const latestTime = 36 ** timeLength - 1;
/** Three characters count the tokens, so that two of the same millisecond differ. */
const serials = 36 ** 3;
/** The most cached values. Only workspace records are cached, and 1,000 is the default of `limits.maxWorkspaces`. */
const maxParsed = 1_000;

export function createRedisBackend(options: RedisBackendOptions): Backend {
	const { link, prefix, timeoutMs, monotonicMs, origin, clock } = options;
	/** The parsed values of cached keys, by their names. */
	const parsed = createLruCache<{ text: string; value: unknown }>(maxParsed);
	let tokens = 0;
	/** Begins with the time of the change, for the clocks of other instances. */
	const newToken = () => {
		tokens = (tokens + 1) % serials;
		const time = Math.min(clock.now(), latestTime).toString(36).padStart(timeLength, '0');
		const serial = tokens.toString(36).padStart(tokenLength - timeLength - origin.length, '0');
		return time + origin + serial;
	};
	/**
	 * An instance whose clock is behind would not see a state that another instance has stored, and would decide as if it
	 * did not exist.
	 */
	const followTimeOf = (text: string) => clock.follow(parseInt(text.slice(0, timeLength), 36));
	const parse = (text: string, name: string, key: Key<unknown>): unknown => {
		if (!key.isCached) return parseContent(text, key);
		const known = parsed.get(name);
		if (known?.text === text) return known.value;
		const value = parseContent(text, key);
		parsed.put(name, { text, value });
		return value;
	};

	/**
	 * Reads values for one batch, and keeps those it has loaded. A transaction that needs another value stops, and runs
	 * again when it is loaded.
	 */
	const createReader = (deadlineMs: number) => {
		/** The loaded values as texts, with their tokens. */
		const texts = new Map<string, string | null>();
		/** The replies to range and count commands, by command. */
		const replies = new Map<string, unknown>();
		let missing: { names: readonly string[] } | { commands: readonly Command[] } = { names: [] };
		let extraTrips = 0;
		let validUntilMs = Number.MAX_SAFE_INTEGER;
		const damagedIndexes = new Set<string>();

		/** Sends the commands and loads the values, in one round trip. Returns the replies to the commands. */
		const load = async (names: readonly string[], commands: readonly Command[]) => {
			const wanted = [...new Set(names)].filter((name) => !texts.has(name));
			// Send the known token: a workspace record has several kilobytes and rarely changes, so Redis sends it only if
			// its token differs.
			const known = wanted.map((name) => parsed.get(name)?.text ?? null);
			const pairs = wanted.map(
				(name, index) => [name, tokenOfStoredText(known[index] ?? null)] as const,
			);
			const reading = pairs.length > 0 ? [readCommand(prefix, pairs)] : [];
			const answers = await link.send([...commands, ...reading], deadlineMs);
			const values = (answers[commands.length] ?? []) as ReadReply[];
			for (const [index, name] of wanted.entries()) {
				const value = values[index] ?? null;
				if (typeof value === 'string') followTimeOf(value);
				texts.set(name, typeof value === 'number' ? (known[index] ?? null) : value);
			}
			return answers;
		};
		const loadMissing = async () => {
			extraTrips += 1;
			if ('names' in missing) return void (await load(missing.names, []));
			const { commands } = missing;
			const answers = await load([], commands);
			for (const [index, command] of commands.entries())
				replies.set(command.join(' '), answers[index]);
		};
		const repliesTo = (commands: readonly Command[]): unknown[] => {
			const texts = commands.map((command) => command.join(' '));
			const unknown = commands.filter((_, index) => !replies.has(texts[index] as string));
			if (unknown.length === 0) return texts.map((text) => replies.get(text));
			missing = { commands: unknown };
			throw notLoadedError;
		};
		const source: StoredData = {
			values(keys) {
				const names = keys.map(keyNameOf);
				if (!names.every((name) => texts.has(name))) {
					missing = { names };
					throw notLoadedError;
				}
				return keys.map((key, index) => {
					const name = names[index] as string;
					const text = texts.get(name) ?? null;
					return text === null ? undefined : parse(text, name, key);
				});
			},
			entries: (ranges) =>
				repliesTo(ranges.map((range) => entriesCommand(prefix, range))).map((reply, index) =>
					readEntries(reply, (ranges[index] as LimitedRange).index),
				),
			count: (span) => readCount(repliesTo([countCommand(prefix, span)])[0], span.index),
			damagedIndexes,
			validFor(ms) {
				validUntilMs = Math.min(validUntilMs, monotonicMs() + ms);
			},
		};

		return {
			load,
			checks: () => [...texts].map(([name, text]) => [name, tokenOfStoredText(text)] as const),
			/** Whether there was more than one round trip. Values from the second may be newer than those from the first. */
			hasExtraTrips: () => extraTrips > 0,
			/** Runs all transactions of a batch. Returns a function that settles them. */
			async run(batch: readonly PendingTransaction[], changes: WriteSet): Promise<() => void> {
				const settle: (() => void)[] = [];
				while (settle.length < batch.length) {
					try {
						settle.push(
							runNextTransaction(source, changes, batch[settle.length] as PendingTransaction),
						);
					} catch (failure) {
						if (failure !== notLoadedError) throw failure;
						await loadMissing();
					}
				}
				return () => {
					for (const one of settle) one();
				};
			},
			/** Excludes indexes that a commit found damaged, for the next run of the batch. */
			excludeIndexes(found: readonly string[]) {
				for (const index of found) damagedIndexes.add(index);
			},
			newWriteSet: () => createWriteSet(source),
			/** Until when the decisions of the batch are valid, on the monotonic clock. */
			validUntilMs: () => validUntilMs,
		};
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
		lastRead: <T>(key: Key<T>) => parsed.get(keyNameOf(key))?.value as T | undefined,
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

function parseContent(text: string, key: Key<unknown>): unknown {
	try {
		return JSON.parse(contentOfStoredText(text));
	} catch {
		throw new DamagedValue(key);
	}
}

function namesOf(batch: readonly PendingTransaction[]): string[] {
	return batch.flatMap(({ needs }) => needs?.().map(keyNameOf) ?? []);
}

/** Converts the reply to TIME, seconds and microseconds, to milliseconds. */
function readTime(reply: unknown): number {
	const [seconds, micros] = reply as [string, string];
	return Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
}
