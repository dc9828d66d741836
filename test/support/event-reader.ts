/** Reads `/_sandbox/events` as bytes, and parses what came by the rules of the format. */
import { expect, onTestFinished } from 'vitest';
import type { EventData, EventName } from '../../simulator/contract/events.ts';
import { eventSchemas } from '../../simulator/contract/events.ts';
import { controlPaths } from '../../simulator/contract/routes.ts';

export type ReadEvent = {
	[Name in EventName]: { event: Name; id: number; data: EventData[Name] };
}[EventName];

export async function readEvents(url: string, headers: Record<string, string> = {}) {
	const gone = new AbortController();
	onTestFinished(() => gone.abort());
	const answer = await fetch(url + controlPaths.events, { headers, signal: gone.signal });
	const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
	let text = '';
	let raw = '';
	let lastId = 0;

	/** Null once the stream has ended. */
	async function block(): Promise<string | null> {
		for (;;) {
			const end = text.indexOf('\n\n');
			if (end >= 0) {
				const found = text.slice(0, end);
				text = text.slice(end + 2);
				return found;
			}
			const read = await reader?.read();
			if (!read || read.done) return null;
			text += read.value;
			raw += read.value;
		}
	}
	async function next(): Promise<ReadEvent | null> {
		for (;;) {
			const found = await block();
			if (found === null) return null;
			if (found === ':') continue;
			const fields = new Map(
				found.split('\n').map((line) => {
					const [, name = '', value = ''] = /^(event|id|data|retry): (.*)$/.exec(line) ?? [];
					expect(name, line).not.toBe('');
					return [name, value] as const;
				}),
			);
			const id = Number(fields.get('id') ?? lastId);
			expect(id).toBeGreaterThanOrEqual(lastId);
			const event = fields.get('event') as EventName | undefined;
			if (event !== undefined && event !== 'gap') expect(id).toBeGreaterThan(lastId);
			lastId = id;
			if (event === undefined) continue;
			const data = eventSchemas[event].strict().parse(JSON.parse(fields.get('data') ?? ''));
			return { event, id, data } as ReadEvent;
		}
	}
	return {
		status: answer.status,
		headers: answer.headers,
		next,
		/** The events up to the first one that fits, which is the last. */
		async until(fits: (found: ReadEvent) => boolean): Promise<ReadEvent[]> {
			const found: ReadEvent[] = [];
			for (;;) {
				const one = await next();
				if (!one) throw new Error(`The stream ended after ${JSON.stringify(found)}.`);
				found.push(one);
				if (fits(one)) return found;
			}
		},
		/** Of the latest event. */
		id: () => String(lastId),
		raw: () => raw,
		leave: () => gone.abort(),
	};
}

/** An event in a few words: `transition opened → processing`. */
export function inWords({ event, data }: ReadEvent): string {
	switch (event) {
		case 'call':
			return `call ${data.endpoint} ${data.status}`;
		case 'payment':
			return data.created ? 'payment created' : `payment is ${data.state}`;
		case 'transition':
			return `transition ${data.from} → ${data.to}`;
		case 'settings':
			return `settings ${data.changed}`;
		case 'clock':
			return `clock ${data.now}`;
		default:
			return event;
	}
}
