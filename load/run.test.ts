import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { messageOf, UsageError } from '../scenarios/harness/errors.ts';
import { loadReportSchema } from '../simulator/contract/run-report.ts';
import { temporaryFolder } from '../test/support/command.ts';
import { runLoad } from './run.ts';

function setup() {
	const cwd = temporaryFolder();
	const output: string[] = [];
	const write = (text: string) => void output.push(text);
	const { signal } = new AbortController();
	const io = { out: write, err: write, isTerminal: false, env: {}, cwd, signal };
	const options = { profile: 'smoke', seed: 1, permission: false, allowHosts: [], command: 'load' };
	return { cwd, output, io, options };
}

test('every problem is reported before anything runs, the SLO file included', async () => {
	const { io, options } = setup();
	const wrong = { ...options, target: 'https://pay.example', slo: 'none.json' };
	const error = await runLoad(wrong, io).catch((reason: unknown) => reason);
	expect(error).toBeInstanceOf(UsageError);
	expect(String(error)).toMatch(/owner's permission[\s\S]*none\.json does not exist/);
});

test('an unreachable target is an ERROR with a report', async () => {
	const { cwd, io, options } = setup();
	const target = 'http://127.0.0.1:1';
	const report = await runLoad({ ...options, target, out: 'results' }, io);
	expect(report).toMatchObject({ verdict: 'ERROR', exitCode: 3, target });
	const written: unknown = JSON.parse(readFileSync(join(cwd, 'results', 'report.json'), 'utf8'));
	expect(loadReportSchema.parse(written).reasons).toMatchObject([{ id: 'target' }]);
});

test('a sandbox that does not start is an ERROR; a started one is stopped', async () => {
	const { io, options, output } = setup();
	const broken = () => Promise.reject(new Error('The sandbox did not start.'));
	expect(await runLoad({ ...options, startSandbox: broken }, io)).toMatchObject({
		exitCode: 3,
		reasons: [{ text: 'The sandbox did not start.' }],
	});
	expect(output.at(-1)).toBe('ERROR: The sandbox did not start.\n');
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

test('a folder that cannot be written to is reported before anything runs', async () => {
	const { cwd, io, options } = setup();
	writeFileSync(join(cwd, 'file'), '');
	let started = 0;
	const startSandbox = async () => {
		started += 1;
		return { url: 'http://127.0.0.1:1', stop: async () => {} };
	};
	const failing = runLoad({ ...options, startSandbox, out: 'file/results' }, io);
	await expect(failing).rejects.toMatchObject({
		problems: [expect.stringMatching(/^--out .*file is a file, not a folder\. Name a place /)],
	});
	expect(started).toBe(0);
});

test('a rejected option leaves no folder behind', async () => {
	const { cwd, io, options } = setup();
	const failing = runLoad({ ...options, target: 'https://pay.example', out: 'results' }, io);
	await expect(failing).rejects.toBeInstanceOf(UsageError);
	expect(existsSync(join(cwd, 'results'))).toBe(false);
});

test('a folder that is lost during the run costs the files, not the verdict', async () => {
	const { cwd, output, io, options } = setup();
	const startSandbox = async () => {
		rmSync(join(cwd, 'results'), { recursive: true });
		writeFileSync(join(cwd, 'results'), '');
		throw new Error('The sandbox did not start.');
	};
	const report = await runLoad({ ...options, startSandbox, out: 'results' }, io);
	expect(report).toMatchObject({ verdict: 'ERROR', exitCode: 3 });
	expect(output.join('')).toMatch(
		/The sandbox did not start\.[\s\S]*could not be written to .*results: .* not a folder\.\n$/,
	);
});

test('a mistake in the SLO file is reported with field and fix', async () => {
	const { cwd, io, options } = setup();
	writeFileSync(join(cwd, 'slo.json'), '{"schemaVersion":1,"steps":{},"flows":{}}');
	const failing = runLoad({ ...options, target: 'http://127.0.0.1:1', slo: 'slo.json' }, io);
	await expect(failing).rejects.toThrow(
		/^--slo .* flow is required\. flows is not known here \(did you mean flow\?\)\. Compare it with/,
	);
});

test('a limits file that is missing or misspelt is named, with an example that is there', async () => {
	const { cwd, io, options } = setup();
	const failing = (limits: string) =>
		runLoad({ ...options, target: 'http://127.0.0.1:1', limits }, io).catch(messageOf);
	const named = /Give a JSON file such as (\S+)\.$/;
	const absent = await failing('nowhere.json');
	expect(absent).toMatch(/^--limits \S+nowhere\.json does not exist\. Give/);
	expect(existsSync(join(cwd, named.exec(String(absent))?.[1] ?? ''))).toBe(true);
	const flow = { maxFailureRatio: 0.01, minAchievedRatio: 0.9 };
	const steps = { 'payment-option': { maxFailureRatio: 0.01 } };
	writeFileSync(join(cwd, 'limits.json'), JSON.stringify({ schemaVersion: 2, steps, flow }));
	expect(await failing('limits.json')).toContain(
		'steps.payment-option is not known here (did you mean payment-options?).',
	);
	const short = { schemaVersion: 2, steps: {}, flow, maxSilentSeconds: 0.5 };
	writeFileSync(join(cwd, 'limits.json'), JSON.stringify(short));
	expect(await failing('limits.json')).toContain(
		'maxSilentSeconds must be 1 or more: a shorter silence is not measured. Give 1, or leave it out for 2.',
	);
	writeFileSync(join(cwd, 'limits.json'), '{ // ours\n"flow": {},\n"flow": {} }');
	expect(await failing('limits.json')).toContain('has the key "flow" twice, again at line 3, ');
});
