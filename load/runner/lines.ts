import type { Readable } from 'node:stream';

/** Hands on every line of a stream; faster than readline, which is what a stream of samples needs. */
export function eachLine(stream: Readable, take: (line: string) => void): void {
	let rest = '';
	stream.setEncoding('utf8');
	stream.on('data', (chunk: string) => {
		const lines = (rest + chunk).split('\n');
		rest = lines.pop() ?? '';
		for (const line of lines) take(line);
	});
	stream.on('end', () => {
		if (rest) take(rest);
	});
}
