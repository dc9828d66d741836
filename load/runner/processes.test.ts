import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { execute } from './execute.ts';
import { eachLine } from './lines.ts';
import { k6Environment } from './spawn-k6.ts';

test('a program that never ends is ended', async () => {
	const script = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)';
	const ended = await execute(process.execPath, ['-e', script], { timeoutMs: 100 });
	expect(ended).toMatchObject({ code: null, timedOut: true });
});

test('a program that is not there is an answer, not an exception', async () => {
	const ended = await execute('/nowhere/k6', ['version'], { timeoutMs: 1000 });
	expect(ended).toMatchObject({ code: null, timedOut: false });
});

test('lines are whole, however the stream is cut', async () => {
	const stream = new PassThrough();
	const lines: string[] = [];
	eachLine(stream, (line) => lines.push(line));
	const bytes = Buffer.from('one\ntwé\n\nthree');
	for (const byte of bytes) stream.write(Buffer.from([byte]));
	stream.end();
	await new Promise((resolve) => stream.on('end', resolve));
	expect(lines).toEqual(['one', 'twé', '', 'three']);
});

test('the options of k6 in the environment do not reach it', () => {
	const env = k6Environment({ K6_VUS: '900', K6_BIN: '/opt/k6', PATH: '/bin' });
	expect(env).toEqual({
		PATH: '/bin',
		K6_NO_USAGE_REPORT: 'true',
		K6_AUTO_EXTENSION_RESOLUTION: 'false',
	});
});
