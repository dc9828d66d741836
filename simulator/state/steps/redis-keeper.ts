/**
 * Keeps steps in Redis, which several machines may share. Steps that wait for the same round trip go together; they are
 * decided here by what was read, and kept there only if that is still so: otherwise they are decided again.
 */
import type { Waiting } from './batch.ts';
import { driveAsync, runBatch } from './batch.ts';
import { createLane, rejectAll } from './lane.ts';
import type { Command } from './redis-commands.ts';
import {
	commitCommand,
	contentOf,
	countCommand,
	entriesCommand,
	readCommand,
	readEntries,
	tokenOf,
} from './redis-commands.ts';
import type { CommitReply, ReadReply } from './redis-script.ts';
import { tokenLength } from './redis-script.ts';
import { createSteadyValues } from './steady.ts';
import type { Ask, Job, Keeper, Key } from './step.ts';

interface RedisKeeperOptions {
	link: {
		/** Rejects when the replies are not there by then (monotonic). */
		send(commands: readonly Command[], untilMs: number): Promise<unknown[]>;
		close(): void;
	};
	/** In front of every key. */
	prefix: string;
	timeoutMs: number;
	monotonicMs(): number;
	/** Of this process alone: eight characters. */
	origin: string;
}

/** What a batch has read: the values as they came, by the name of their key. */
type Known = Map<string, string | null>;

const mostInBatch = { read: 128, write: 32 };

export function createRedisKeeper(options: RedisKeeperOptions): Keeper {
	const { link, prefix, timeoutMs, monotonicMs, origin } = options;
	const steady = createSteadyValues<string>({
		isSame: (one, other) => one === other,
		hold: (text) => text,
		parse: (text) => JSON.parse(contentOf(text)),
	});
	let tokens = 0;
	const newToken = () => {
		tokens += 1;
		return origin + tokens.toString(36).padStart(tokenLength - origin.length, '0');
	};

	/** Reads what is not known yet; `before` goes out with it, and its replies come back. */
	const learn = async (
		known: Known,
		keys: readonly Key<unknown>[],
		untilMs: number,
		before: readonly Command[] = [],
	) => {
		const names = [...new Set(keys.map(({ name }) => name))].filter((name) => !known.has(name));
		// A world is several kilobytes, and nearly always the one that was read last.
		const held = names.map((name) => steady.held(name) ?? null);
		const asked = names.map((name, index) => [name, tokenOf(held[index] ?? null)] as const);
		const reading = names.length > 0 ? [readCommand(prefix, asked)] : [];
		const replies = await link.send([...before, ...reading], untilMs);
		const told = (reading.length > 0 ? replies.at(-1) : []) as ReadReply[];
		for (const [index, name] of names.entries()) {
			const reply = told[index] ?? null;
			known.set(name, typeof reply === 'number' ? (held[index] ?? null) : reply);
		}
		return replies;
	};
	const valueIn = (known: Known, { name, steady: isSteady }: Key<unknown>): unknown => {
		const text = known.get(name) ?? null;
		if (text === null) return undefined;
		return isSteady ? steady.read(name, text) : JSON.parse(contentOf(text));
	};
	/** Counts the round trips it takes beyond what is known. */
	const answerFrom = (known: Known, untilMs: number, asked: { times: number }) => (ask: Ask) => {
		if (ask.kind === 'values') {
			const values = () => ask.keys.map((key) => valueIn(known, key));
			if (ask.keys.every(({ name }) => known.has(name))) return values();
			asked.times += 1;
			return learn(known, ask.keys, untilMs).then(values);
		}
		asked.times += 1;
		return ask.kind === 'entries'
			? link
					.send([entriesCommand(prefix, ask.range)], untilMs)
					.then(([reply]) => readEntries(reply))
			: link.send([countCommand(prefix, ask.span)], untilMs).then(([reply]) => reply);
	};

	const reads = createLane({
		mostInBatch: mostInBatch.read,
		timeoutMs,
		monotonicMs,
		async attempt(batch, untilMs) {
			const known: Known = new Map();
			const needs = needsOf(batch);
			if (needs.length > 0) await learn(known, needs, untilMs);
			const ran = await driveAsync(runBatch(batch), answerFrom(known, untilMs, { times: 0 }));
			ran.settle();
			return true;
		},
	});
	const writes = createLane({
		mostInBatch: mostInBatch.write,
		timeoutMs,
		monotonicMs,
		async attempt(batch, untilMs) {
			const known: Known = new Map();
			const asked = { times: 0 };
			const [time] = await learn(known, needsOf(batch), untilMs, [['TIME']]);
			// Redis's clock was that much at some time before now: not later than this is not too late.
			const untilThere = readTime(time) + untilMs - monotonicMs();
			const ran = await driveAsync(runBatch(batch), answerFrom(known, untilMs, asked));
			if (ran.hasChanges || asked.times > 0) {
				const checks = [...known].map(([name, text]) => [name, tokenOf(text)] as const);
				const { changes } = ran;
				const commit = { untilMs: untilThere, checks, changes, newToken };
				let reply: CommitReply;
				try {
					[reply] = (await link.send([commitCommand(prefix, commit)], untilMs)) as [CommitReply];
				} catch (failure) {
					// It may have been carried out: nobody of them may be run again.
					rejectAll(batch, failure);
					return true;
				}
				if (reply === 'late') throw new Error('Redis was too late');
				if (reply === 'conflict') return false;
			}
			ran.settle();
			return true;
		},
	});
	const through = (lane: typeof reads) =>
		function put<R>(job: Job<R>): Promise<R> {
			return new Promise((resolve, reject) => {
				lane.add({ job, resolve: resolve as Waiting['resolve'], reject });
			});
		};

	return {
		lastKnown: <T>({ name }: Key<T>) => steady.last(name) as T | undefined,
		read: through(reads),
		write: through(writes),
		async close() {
			await Promise.all([reads.idle(), writes.idle()]);
			link.close();
		},
	};
}

function needsOf(batch: readonly Waiting[]): Key<unknown>[] {
	return batch.flatMap(({ job }) => job.needs);
}

/** Seconds and microseconds. */
function readTime(reply: unknown): number {
	const [seconds, micros] = reply as [string, string];
	return Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
}
