/** Reads the event stream of a payment. */
import { onTestFinished } from 'vitest';

export interface StatusEvent {
	id: string;
	state: string | null;
	final: boolean;
}

/** `address`: of the payment's page. */
export const eventsOf = (address: string) => address.replace('/pay?', '/pay/events?');

export async function listen(address: string, headers: Record<string, string> = {}) {
	const gone = new AbortController();
	onTestFinished(() => gone.abort());
	const answer = await fetch(eventsOf(address), { headers, signal: gone.signal });
	const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
	let text = '';
	return {
		status: answer.status,
		headers: answer.headers,
		/** The next event; null once the stream has ended. */
		async next(): Promise<StatusEvent | null> {
			for (;;) {
				const end = text.indexOf('\n\n');
				if (end === -1) {
					const read = await reader?.read();
					if (!read || read.done) return null;
					text += read.value;
					continue;
				}
				const event = text.slice(0, end);
				text = text.slice(end + 2);
				const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(event)?.[1] ?? '';
				if (field('event')) return { id: field('id'), ...JSON.parse(field('data')) };
			}
		},
		leave: () => gone.abort(),
	};
}
