import { expect, test } from 'vitest';
import { createSandbox } from '../sandbox.ts';
import type { LogMode } from './request-log.ts';
import { createRequestLog } from './request-log.ts';

const entry = {
	method: 'GET',
	path: '/pay',
	status: 200,
	problem: null,
	requestId: 'r-1',
	ms: 1.2345,
};

async function setup(mode: LogMode) {
	const lines: string[] = [];
	return { lines, log: await createRequestLog(mode, (line) => lines.push(line)) };
}

test('a text line has method, path, status and time', async () => {
	const { lines, log } = await setup('line');
	log.request?.(entry);
	log.request?.({ ...entry, status: null });
	log.request?.({ ...entry, problem: 'session_expired' });
	log.request?.({
		...entry,
		method: null,
		path: null,
		status: 408,
		problem: 'request_timeout',
		ms: null,
	});
	expect(lines).toEqual([
		'GET  /pay 200 1.2 ms\n',
		'GET  /pay gone 1.2 ms\n',
		'GET  /pay 200 session_expired 1.2 ms\n',
		'-    - 408 request_timeout -\n',
	]);
});

test('a JSON line is one object with its time', async () => {
	const { lines, log } = await setup('json');
	log.request?.({ ...entry, path: '/odd"path\\' });
	expect(lines).toHaveLength(1);
	expect(lines[0]).toMatch(/^\{[^\n]*\}\n$/);
	const parsed = JSON.parse(lines[0] as string);
	expect(parsed).toMatchObject({ ...entry, path: '/odd"path\\', ms: 1.23, msg: 'request' });
	expect(new Date(parsed.time).toISOString()).toBe(parsed.time);
});

test('a bug is logged in every mode, with its request id', async () => {
	for (const mode of ['off', 'console', 'line', 'json'] as const) {
		const { lines, log } = await setup(mode);
		log.bug(new Error('it broke'), 'r-7');
		expect(lines).toHaveLength(1);
		expect(lines[0]).toContain('it broke');
		expect(lines[0]).toContain('r-7');
	}
});

test('a thrown value that is not an Error is logged too', async () => {
	const { lines, log } = await setup('line');
	log.bug('just a text', 'r-8');
	expect(lines).toEqual(['bug in request r-8: just a text\n']);
});

test.each(['off', 'console'] as const)('the mode %s logs no requests', async (mode) => {
	const { lines, log } = await setup(mode);
	log.request?.(entry);
	expect(lines).toEqual([]);
});

test.each(['line', 'json'] as const)('mode %s logs no query and no body', async (log) => {
	const lines: string[] = [];
	const writeLog = (line: string) => lines.push(line);
	const sandbox = await createSandbox({ port: 0, log, writeLog });
	await fetch(`${sandbox.url}/pay?sessionId=5ecret`);
	const body = JSON.stringify({ card: '4242424242424242' });
	const headers = { 'content-type': 'application/json' };
	await fetch(`${sandbox.url}/v2/hybrid-payment?card=4242`, { method: 'POST', headers, body });
	await sandbox.close();
	expect(lines).toHaveLength(2);
	expect(lines[0]).toContain('/pay');
	expect(lines[1]).toContain('/v2/hybrid-payment');
	expect(lines.join('')).not.toMatch(/\?|5ecret|4242/);
});
