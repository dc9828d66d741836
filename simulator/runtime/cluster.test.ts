import { expect, onTestFinished, test } from 'vitest';
import { forkWorker } from './cluster.ts';

test.each([
	// The one is refused by an event, the other by an exception.
	['/no/such/program', /ENOENT/],
	['no\0program', /null bytes/],
])('a process that the system refuses has ended, and is told why: %j', async (program, why) => {
	const { execPath } = process;
	onTestFinished(() => {
		process.execPath = execPath;
	});
	process.execPath = program;
	const refused = forkWorker('worker.js');
	expect(refused.pid).toBe(0);
	expect(await refused.ended).toEqual({
		code: null,
		signal: null,
		refusal: expect.stringMatching(why),
	});
	refused.kill();
	const failed = new Promise<void>((resolve) => refused.send({}, resolve));
	await failed;
});
