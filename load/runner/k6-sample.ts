/** One sample of k6's output (`--out json`). */

export interface K6Sample {
	atMs: number;
	value: number;
	tags: Readonly<Record<string, string | undefined>>;
	/** The order of a shop, and the session of its payment. */
	order?: string | undefined;
	session?: string | undefined;
	/** The ids that the flow received, as text; see `flow-ids.ts`. */
	ids?: string | undefined;
	/** The times of the flow as text; see `flow-times.ts`. */
	times?: string | undefined;
	/** How late a request of the canary was sent, in milliseconds as text. Drops before it are not counted. */
	late?: string | undefined;
}

/** Parses one line of k6's output; undefined if it is no sample. */
export function parseSample(line: string): K6Sample | undefined {
	try {
		const { data } = JSON.parse(line);
		const atMs = Date.parse(data.time);
		if (Number.isNaN(atMs) || typeof data.value !== 'number') return undefined;
		const { session, order, ids, times, late } = data.metadata ?? {};
		return { atMs, value: data.value, tags: data.tags ?? {}, session, order, ids, times, late };
	} catch {
		return undefined;
	}
}
