import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadReportSchema } from '../../simulator/contract/run-report.ts';
import { runLoad } from '../run.ts';
import { LoadUsageError } from './problem.ts';

function setup() {
	const cwd = mkdtempSync(join(tmpdir(), 'load-run-'));
	onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
	const said: string[] = [];
	const say = (text: string) => void said.push(text);
	const { signal } = new AbortController();
	const io = { out: say, err: say, isTerminal: false, env: {}, cwd, signal };
	const options = { profile: 'smoke', seed: 1, permission: false, allowHosts: [], command: 'load' };
	return { cwd, said, io, options };
}

test('whatever is wrong is told before anything runs, the SLO file included', async () => {
	const { io, options } = setup();
	const wrong = { ...options, target: 'https://pay.example', slo: 'none.json' };
	const error = await runLoad(wrong, io).catch((reason: unknown) => reason);
	expect(error).toBeInstanceOf(LoadUsageError);
	expect(String(error)).toMatch(/owner's permission[\s\S]*none\.json cannot be read/);
});

test('a target that does not answer is an ERROR with a report', async () => {
	const { cwd, io, options } = setup();
	const target = 'http://127.0.0.1:1';
	const report = await runLoad({ ...options, target, out: 'results' }, io);
	expect(report).toMatchObject({ verdict: 'ERROR', exitCode: 3, target });
	const written: unknown = JSON.parse(readFileSync(join(cwd, 'results', 'report.json'), 'utf8'));
	expect(loadReportSchema.parse(written).reasons).toMatchObject([{ rule: 'target' }]);
});

test('a sandbox that does not start is an ERROR, and one that did is stopped', async () => {
	const { io, options } = setup();
	const broken = () => Promise.reject(new Error('The sandbox did not start.'));
	expect(await runLoad({ ...options, startSandbox: broken }, io)).toMatchObject({
		exitCode: 3,
		reasons: [{ detail: 'The sandbox did not start.' }],
	});
	let stopped = 0;
	const stop = async () => {
		stopped += 1;
	};
	await runLoad(
		{ ...options, startSandbox: async () => ({ url: 'http://127.0.0.1:1', stop }) },
		io,
	);
	expect(stopped).toBe(1);
});
