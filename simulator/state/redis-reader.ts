/** Reads the values and indexes that the transactions of one batch need from Redis, in few round trips. */
import { createLruCache } from '../runtime/lru-cache.ts';
import type { Key, LimitedRange } from './backend.ts';
import { DamagedValue, damagedIndex } from './backend.ts';
import type { Command, ReadReply } from './redis-commands.ts';
import {
	contentOfStoredText,
	countCommand,
	entriesCommand,
	readCommand,
	readCount,
	readEntries,
	timeOfStoredText,
	tokenOfStoredText,
} from './redis-commands.ts';
import type { StoreClock } from './store-clock.ts';
import type { PendingTransaction, StoredData, WriteSet } from './write-set.ts';
import { createWriteSet, keyNameOf, notLoadedError, runNextTransaction } from './write-set.ts';

export interface RedisReaderOptions {
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
	clock: StoreClock;
	monotonicMs(): number;
	/** Is called for each value and index that cannot be read, each time that a transaction needs it. */
	noticeDamage?(damage: DamagedValue): void;
}

/** The most cached values. Only workspace records are cached, and 1,000 is the default of `limits.maxWorkspaces`. */
const maxParsed = 1_000;

export function createRedisReaders({
	link,
	prefix,
	clock,
	monotonicMs,
	noticeDamage = () => {},
}: RedisReaderOptions) {
	/** The parsed values of cached keys, by their names. */
	const parsed = createLruCache<{ text: string; value: unknown }>(maxParsed);
	/**
	 * An instance whose clock is behind would not see a state that another instance has stored, and would decide as if it
	 * did not exist.
	 */
	const followTimeOf = (text: string) => {
		const ms = timeOfStoredText(text);
		// A text that another program has written has no time, although its beginning can be read as one.
		if (ms > clock.now() && hasContent(text)) clock.follow(ms);
	};
	const parseContent = (text: string, key: Key<unknown>): unknown => {
		try {
			return JSON.parse(contentOfStoredText(text));
		} catch {
			const damage = new DamagedValue(key);
			noticeDamage(damage);
			throw damage;
		}
	};
	const parse = (text: string, name: string, key: Key<unknown>): unknown => {
		if (!key.isCached) return parseContent(text, key);
		const known = parsed.get(name);
		if (known?.text === text) return known.value;
		const value = parseContent(text, key);
		parsed.put(name, { text, value });
		return value;
	};
	const noticingDamage = <R>(read: () => R): R => {
		try {
			return read();
		} catch (failure) {
			if (failure instanceof DamagedValue) noticeDamage(failure);
			throw failure;
		}
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
			entries(ranges) {
				const replies = repliesTo(ranges.map((range) => entriesCommand(prefix, range)));
				return noticingDamage(() =>
					replies.map((reply, index) => readEntries(reply, (ranges[index] as LimitedRange).index)),
				);
			},
			count(span) {
				const [reply] = repliesTo([countCommand(prefix, span)]);
				return noticingDamage(() => readCount(reply, span.index));
			},
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
				for (const index of found) {
					damagedIndexes.add(index);
					noticeDamage(damagedIndex(index));
				}
			},
			newWriteSet: () => createWriteSet(source),
			/** Until when the decisions of the batch are valid, on the monotonic clock. */
			validUntilMs: () => validUntilMs,
		};
	};

	return {
		createReader,
		lastRead: <T>(key: Key<T>) => parsed.get(keyNameOf(key))?.value as T | undefined,
	};
}

function hasContent(text: string): boolean {
	try {
		JSON.parse(contentOfStoredText(text));
		return true;
	} catch {
		return false;
	}
}
