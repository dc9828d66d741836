/** The event streams that are open in this process: bounded, and ended together when the sandbox stops. */
import type { Ending } from '../runtime/time.ts';

export interface StreamLimits {
	/** Of the whole process. */
	whole: number;
	/** Of one session. */
	ofSession: number;
}

type Begun = { ok: true; ended: AbortSignal } | { ok: false; over: keyof StreamLimits };

export function createStreams(stopping: AbortSignal) {
	const bySession = new Map<string, Set<AbortController>>();
	let open = 0;
	stopping.addEventListener('abort', () => {
		for (const streams of bySession.values()) for (const stream of streams) stream.abort();
	});
	return {
		/** `ended` is aborted when the client is gone or the sandbox stops; the first makes room for another. */
		begin(session: string, gone: Ending, limits: StreamLimits): Begun {
			const streams = bySession.get(session) ?? new Set();
			if (open >= limits.whole) return { ok: false, over: 'whole' };
			if (streams.size >= limits.ofSession) return { ok: false, over: 'ofSession' };
			const stream = new AbortController();
			if (stopping.aborted || gone.aborted) stream.abort();
			if (gone.aborted) return { ok: true, ended: stream.signal };
			open += 1;
			bySession.set(session, streams.add(stream));
			gone.addEventListener('abort', () => {
				stream.abort();
				if (streams.delete(stream)) open -= 1;
				if (streams.size === 0 && bySession.get(session) === streams) bySession.delete(session);
			});
			return { ok: true, ended: stream.signal };
		},
	};
}
