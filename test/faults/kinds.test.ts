/** Each fault kind as a raw socket and as undici see it, on a fresh and on a reused connection. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import type { FaultPhase } from '../../simulator/contract/faults.ts';
import { phasesByKind } from '../../simulator/contract/faults.ts';
import { headerNames, servicePaths } from '../../simulator/contract/routes.ts';
import type { Sandbox } from '../../simulator/sandbox.ts';
import { createSandbox } from '../../simulator/sandbox.ts';
import type { LastAnswer } from '../support/raw.ts';
import { exchangeInTurn, postText } from '../support/raw.ts';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox({ port: 0, drain: 0 });
});
afterAll(() => sandbox.close());

const path = servicePaths.paymentOptions;
let references = 0;
function withFault(fault: string, more: Record<string, string> = {}) {
	references += 1;
	const body = { ...paymentOptionsExample, paymentReference: `order-${references}` };
	return { body, text: postText(path, body, { [headerNames.fault]: fault, ...more }) };
}
const plain = () => postText(path, paymentOptionsExample);
const closing = { Connection: 'close' };

interface Seen {
	/** Null when no status line arrived. */
	status: number | null;
	end: LastAnswer['end'];
	body: string;
}
function seenIn({ text, end }: LastAnswer): Seen {
	const [head = '', ...rest] = text.split('\r\n\r\n');
	const status = /^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1];
	return { status: status ? Number(status) : null, end, body: rest.join('\r\n\r\n') };
}

const nothing = { status: null, body: '' };
/** What arrives, by fault; all of them in each phase that the kind has. */
const expected: [fault: string, Record<string, unknown>][] = [
	['close', { ...nothing, end: 'fin' }],
	['reset', { ...nothing, end: 'reset' }],
	['hang=20ms', { ...nothing, end: 'fin' }],
	['status=503', { status: 503, end: 'fin', body: expect.stringContaining('injected_fault') }],
	['delay=20ms', { status: 200, end: 'fin', body: expect.stringContaining('"sessionId"') }],
	['truncate=0.5', { status: 200, end: 'fin', body: expect.not.stringMatching(/\}$/) }],
	['malform', { status: 200, end: 'fin', body: expect.not.stringMatching(/\}$/) }],
	['dribble=4;over=20ms', { status: 200, end: 'fin', body: expect.stringMatching(/\}$/) }],
	['content-type', { end: 'fin', body: expect.stringMatching(/^<!doctype html><html>/) }],
];
const cases = expected.flatMap(([fault, seen]) => {
	const kind = fault.split(/[=;]/)[0] as keyof typeof phasesByKind;
	return phasesByKind[kind].map((phase) => ({ fault: `${fault};phase=${phase}`, phase, seen }));
});

async function createdBy(reference: string): Promise<number> {
	return (await sandbox.payments({ reference })).length;
}

describe.each(['a fresh', 'a reused'])('on %s connection', (connection) => {
	const before = connection === 'a fresh' ? [] : [plain()];

	test.each(cases)('$fault', async ({ fault, phase, seen }) => {
		const { body, text } = withFault(fault, closing);
		expect(seenIn(await exchangeInTurn(sandbox.url, [...before, text]))).toMatchObject(seen);
		const isDone = phase === 'after' || fault.startsWith('delay');
		expect(await createdBy(body.paymentReference)).toBe(isDone ? 1 : 0);
		await expectEntry(fault, phase);
	});

	test('garbage', async () => {
		const answer = await exchangeInTurn(sandbox.url, [...before, withFault('garbage').text]);
		expect(answer).toMatchObject({ end: 'fin', text: expect.not.stringMatching(/^HTTP/) });
		expect(answer.text.length).toBeGreaterThan(0);
		await expectEntry('garbage', 'after');
	});
});

/** The latest call in the journal met this fault. */
async function expectEntry(fault: string, phase: FaultPhase) {
	const kind = fault.split(/[=;]/)[0];
	const [entry] = (await sandbox.journal({ limit: 1 })).entries;
	expect(entry).toMatchObject({ fault: { id: 'header', kind, phase }, gone: false, resent: false });
	const isUnseen = ['close', 'reset', 'hang', 'garbage'].includes(kind ?? '');
	expect(entry?.status === 0).toBe(isUnseen);
	if (isUnseen) expect(entry?.response).toBeNull();
	else expect(entry?.cause).toMatch(new RegExp(`fault header \\(${kind}.*, ${phase}\\)`));
}

test('the headers of a truncated response state the whole length', async () => {
	const { text } = await exchangeInTurn(sandbox.url, [withFault('truncate=0.25').text]);
	const [head = '', body = ''] = text.split('\r\n\r\n');
	const stated = Number(/content-length: (\d+)/i.exec(head)?.[1]);
	expect(body).toHaveLength(Math.floor(stated / 4));
});

test('a truncated response to HEAD has its headers', async () => {
	await sandbox.faults.add({
		match: { endpoint: 'cashier' },
		fault: { kind: 'truncate' },
		times: 1,
	});
	const text = 'HEAD /pay?sessionId=x HTTP/1.1\r\nHost: localhost\r\n\r\n';
	expect((await exchangeInTurn(sandbox.url, [text])).text).toMatch(
		/^HTTP\/1\.1 404 [\s\S]*\r\ncontent-length: [1-9]/i,
	);
});

test('a status after the commit keeps the warnings and the assumptions of the call', async () => {
	references += 1;
	const paymentReference = `order-${references}`;
	const body = { ...paymentOptionsExample, currency: 'EUR', paymentReference };
	const headers = { [headerNames.fault]: 'status=503;phase=after' };
	await exchangeInTurn(sandbox.url, [postText(path, body, { ...headers, ...closing })]);
	const [entry] = (await sandbox.journal({ limit: 1 })).entries;
	expect(entry).toMatchObject({
		problem: 'injected_fault',
		warnings: [{ code: 'currency_mismatch' }],
		// D-12: what the call itself assumed. D-16: the format of the error.
		assumptions: expect.arrayContaining(['D-12', 'D-16']),
	});
});

test('a value in quotes may contain semicolons and quotes', async () => {
	const fault = 'content-type="text/html; charset=utf-8";phase=after;body="\\"a; b\\""';
	const { text } = await exchangeInTurn(sandbox.url, [withFault(fault, closing).text]);
	expect(text).toMatch(/\r\nContent-Type: text\/html; charset=utf-8\r\n/i);
	expect(text).toMatch(/\r\n\r\n"a; b"$/);
});

test('a status has its code, Retry-After and the cause', async () => {
	const { text } = await exchangeInTurn(sandbox.url, [
		withFault('status=429;code=slow_down;retryAfter=1500ms', closing).text,
	]);
	expect(text).toMatch(/^HTTP\/1\.1 429 /);
	expect(text).toMatch(/\r\nRetry-After: 2\r\n/i);
	expect(text).toMatch(/\r\nX-Sandbox-Cause: fault%20header%20\(status%20429,%20before\)\r\n/i);
	expect(text).toContain('"code":"slow_down"');
});

test.each([
	['reset', 'ECONNRESET'],
	['close', 'UND_ERR_SOCKET'],
	['hang=20ms', 'UND_ERR_SOCKET'],
	['garbage', 'HPE_INVALID_CONSTANT'],
])('undici (fetch of Node) reports %s as %s', async (fault, code) => {
	const call = (headers: Record<string, string>) =>
		fetch(sandbox.url + path, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', ...headers },
			body: JSON.stringify(paymentOptionsExample),
		});
	// The second call reuses the connection of the first, and the third begins with a fresh one.
	await (await call({})).text();
	for (const _ of ['reused', 'fresh']) {
		const failed = call({ [headerNames.fault]: fault });
		await expect(failed).rejects.toMatchObject({ cause: { code } });
	}
	await (await call({})).text();
});

test.each([
	['closed', /"closed" is no kind of fault \(did you mean close\?\)/],
	['status', /status needs status: write status=value/],
	['status=abc', /status must be a number, not "abc"/],
	['status=200', /status must be 400 or more, not "200"/],
	['delay=soon', /law must be a whole number of milliseconds or a text .*, not "soon"/],
	['reset;kind=malform', /reset has no parameter kind/],
	['content-type=text/html; charset=utf-8', /no parameter "charset"; .* needs quotes/],
	['content-type="text/html', /the value of "value" begins with a quote, and must end with it/],
	['close=3', /close has no value/],
	['close;phase=later', /phase must be before or after for close, not "later"/],
	['malform;phase=before', /phase must be after for malform/],
	['', /cannot be read: it is empty; write one of status, close, /],
	['status=503;status=504', /"status" is given twice/],
	['status=503;until=1', /status has no parameter "until"/],
	['hang=5h', /for must be at most "2m", not "5h"/],
	['close;fast', /"fast" is no parameter/],
])('the header %s is refused', async (fault, detail) => {
	const { body, text } = withFault(fault, closing);
	const seen = seenIn(await exchangeInTurn(sandbox.url, [text]));
	expect(seen.status).toBe(400);
	expect(JSON.parse(seen.body)).toMatchObject({
		code: 'invalid_fault',
		param: headerNames.fault,
		detail: expect.stringMatching(detail),
	});
	expect(await createdBy(body.paymentReference)).toBe(0);
});
