/** Questions and answers between two processes: each may ask the other, and nobody waits for ever. */
import { sleep } from '../runtime/time.ts';

/** Where messages go and come. */
export interface Port {
	/** `failed` is called when it cannot be delivered. */
	send(message: object, failed: () => void): void;
	onMessage(take: (message: unknown) => void): void;
}

/** What may be asked of a side. Plain data goes in and comes out. */
type Calls<T> = { [K in keyof T]: (input: never) => unknown };
type Input<F> = F extends (input: infer I) => unknown ? I : never;
type Output<F> = F extends (input: never) => infer R ? Awaited<R> : never;
/** How a side answers. */
export type Answers<T extends Calls<T>> = {
	[K in keyof T]: (input: Input<T[K]>) => Output<T[K]> | Promise<Output<T[K]>>;
};

export interface Channel<Theirs extends Calls<Theirs>> {
	/** Rejects with `NoAnswer`. Waits `waitMs`, or as long as the other side lives when that is null. */
	ask<K extends keyof Theirs & string>(
		what: K,
		input: Input<Theirs[K]>,
		waitMs?: number | null,
	): Promise<Output<Theirs[K]>>;
	/** The other side is gone. */
	close(): void;
}

/** The other process gave no answer: in time, or ever. */
export class NoAnswer extends Error {
	readonly isGone: boolean;

	constructor(what: string, isGone: boolean) {
		super(`${what} was not answered: the process ${isGone ? 'is gone' : 'took too long'}`);
		this.isGone = isGone;
	}
}

interface Question {
	ask: number;
	what: string;
	input: unknown;
}
/** `noAnswer`: who was asked had to ask somebody else in turn, in vain. */
type Reply = { reply: number } & ({ result: unknown } | { failure: string; noAnswer: boolean });

interface Waiting {
	what: string;
	resolve(result: unknown): void;
	reject(error: Error): void;
}

const usualWaitMs = 5_000;

export function createChannel<Theirs extends Calls<Theirs>, Mine extends Calls<Mine>>(
	port: Port,
	mine: Answers<Mine>,
): Channel<Theirs> {
	const waiting = new Map<number, Waiting>();
	let asked = 0;
	let isClosed = false;

	const close = () => {
		isClosed = true;
		for (const { what, reject } of waiting.values()) reject(new NoAnswer(what, true));
		waiting.clear();
	};
	const send = (message: Question | Reply) => port.send(message, close);
	const answer = async ({ ask, what, input }: Question) => {
		try {
			const result = await mine[what as keyof Mine](input as never);
			send({ reply: ask, result: result ?? null });
		} catch (error) {
			const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
			send({ reply: ask, failure, noAnswer: error instanceof NoAnswer });
		}
	};
	const settle = (reply: Reply) => {
		const asker = waiting.get(reply.reply);
		waiting.delete(reply.reply);
		if (!asker) return;
		if ('result' in reply) asker.resolve(reply.result);
		else if (reply.noAnswer) asker.reject(new NoAnswer(asker.what, false));
		else asker.reject(new Error(`${asker.what} failed in another process: ${reply.failure}`));
	};
	port.onMessage((message) => {
		if (typeof message !== 'object' || message === null) return;
		if ('ask' in message) void answer(message as Question);
		else if ('reply' in message) settle(message as Reply);
	});

	return {
		async ask(what, input, waitMs = usualWaitMs) {
			if (isClosed) throw new NoAnswer(what, true);
			asked += 1;
			const id = asked;
			const settled = new AbortController();
			const answered = new Promise<unknown>((resolve, reject) => {
				waiting.set(id, { what, resolve, reject });
				send({ ask: id, what, input });
			});
			if (waitMs !== null) {
				void sleep(waitMs, settled.signal).then(() => {
					waiting.get(id)?.reject(new NoAnswer(what, false));
					waiting.delete(id);
				});
			}
			try {
				return (await answered) as Output<Theirs[typeof what]>;
			} finally {
				settled.abort();
			}
		},
		close,
	};
}
