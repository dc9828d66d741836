/** One HTTP exchange, bounded in time to the last byte of its answer. */
import { fetchFailure } from './fetch-failure.ts';

export interface Answer {
	status: number;
	ok: boolean;
	headers: Headers;
	text: string;
}

export interface Bounds {
	timeoutMs: number;
	signal?: AbortSignal | undefined;
}

export const callLimitMs = 10_000;

/** Fails with the reason alone: whoever asks knows what was asked. */
export async function ask(url: string, init: RequestInit, bounds: Bounds): Promise<Answer> {
	const { timeoutMs, signal } = bounds;
	const stop = new AbortController();
	let begun = false;
	let giveUp = (_reason: Error) => {};
	// Raced, because a platform that loses the signal between head and body would wait for ever.
	const givenUp = new Promise<never>((_, reject) => {
		giveUp = reject;
	});
	const timer = setTimeout(() => {
		const limit = `within ${timeoutMs / 1_000} s`;
		giveUp(new Error(begun ? `its answer began and did not end ${limit}` : `no answer ${limit}`));
		stop.abort();
	}, timeoutMs);
	const interrupt = () => {
		giveUp(new Error('interrupted'));
		stop.abort();
	};
	signal?.addEventListener('abort', interrupt, { once: true });
	if (signal?.aborted) interrupt();
	const exchange = async (): Promise<Answer> => {
		// A redirect is not an answer of this service, so it is not followed into one.
		const request = { ...init, redirect: 'manual', signal: stop.signal } as const;
		const answer = await fetch(url, request);
		begun = true;
		const { status, ok, headers } = answer;
		return { status, ok, headers, text: await answer.text() };
	};
	try {
		return await Promise.race([givenUp, exchange()]);
	} catch (error) {
		throw new Error(fetchFailure(error), { cause: error });
	} finally {
		clearTimeout(timer);
		signal?.removeEventListener('abort', interrupt);
	}
}

/** A body as JSON; undefined when it is none. */
export function jsonOf({ text }: Answer): { body: unknown } | undefined {
	try {
		return { body: JSON.parse(text) };
	} catch {
		return undefined;
	}
}
