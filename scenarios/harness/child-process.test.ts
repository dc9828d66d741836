import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { eachLine, execute } from './child-process.ts';

test('a program that never ends is killed', async () => {
	const script = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)';
	const ended = await execute(process.execPath, ['-e', script], { timeoutMs: 100 });
	expect(ended).toMatchObject({ code: null, timedOut: true });
});

test('a program that does not exist is a result, not an exception', async () => {
	const ended = await execute('/nowhere/k6', ['version'], { timeoutMs: 1000 });
	expect(ended).toMatchObject({ code: null, timedOut: false });
});

test('lines are complete, wherever the chunks of the stream end', async () => {
	const stream = new PassThrough();
	const lines: string[] = [];
	eachLine(stream, (line) => lines.push(line));
	const bytes = Buffer.from('one\ntwé\n\nthree');
	for (const byte of bytes) stream.write(Buffer.from([byte]));
	stream.end();
	await new Promise((resolve) => stream.on('end', resolve));
	expect(lines).toEqual(['one', 'twé', '', 'three']);
});
