/** Keeps the last output of a child process, to explain its failure. */
import type { Readable } from 'node:stream';

const maxChars = 2_000;

/** Reads the streams. `text` quotes the last lines that the child wrote, and `forget` drops those so far. */
export function keepLastOutput(streams: readonly (Readable | null)[]) {
	let kept = '';
	for (const stream of streams) {
		stream?.setEncoding('utf8').on('data', (chunk: string) => {
			kept += chunk;
			// Begin with a whole line, if there is one.
			if (kept.length > maxChars) kept = kept.slice(-maxChars).replace(/^[^\n]*\n(?=.)/s, '');
		});
	}
	return {
		text: () => (kept.trim() ? `\nIt wrote:\n${kept.trim()}` : ''),
		forget() {
			kept = '';
		},
	};
}
