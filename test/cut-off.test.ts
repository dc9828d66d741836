/** Requests that are cut off: the response and the log line, which have the same request id. */
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { problemSchema } from '../simulator/contract/problem.ts';
import { controlPaths, servicePaths } from '../simulator/contract/routes.ts';
import { fullTest } from './support/campaign.ts';
import { answersIn, exchange, hangUpAfter, openConnection } from './support/raw.ts';
import { send, startSandbox } from './support/sandbox.ts';

const head = `POST ${servicePaths.paymentOptions} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
const order = JSON.stringify(paymentOptionsExample);

/** The response to these bytes, and its only log line. */
async function setup(bytes: string, settings: Record<string, unknown> = {}) {
	const lines: string[] = [];
	const writeLog = (line: string) => lines.push(line);
	const { url, callsInFlight } = await startSandbox({ settings, log: 'json', writeLog });
	const [answer, ...more] = answersIn(await exchange(url, bytes));
	expect(more).toEqual([]);
	await expect.poll(callsInFlight).toBe(0);
	const [logged, ...others] = lines.map((line) => JSON.parse(line));
	expect(others).toEqual([]);
	return { answer, body: JSON.parse(answer?.body ?? ''), logged };
}

test.each([
	['a broken chunk', `${head}Transfer-Encoding: chunked\r\nX-Request-Id: r-1\r\n\r\nzz\r\n`, 400],
	[
		'a broken chunk behind an odd expectation',
		`${head}Expect: a miracle\r\nTransfer-Encoding: chunked\r\nX-Request-Id: r-1\r\n\r\nzz\r\n`,
		400,
	],
	['headers beyond the limit', `GET / HTTP/1.1\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
	['no HTTP', 'hello\r\n\r\n', 400],
])('%s has the same status in the log as in the response', async (_name, bytes, status) => {
	const { answer, body, logged } = await setup(bytes);
	expect(answer).toMatchObject({
		status,
		headers: { connection: 'close', 'x-request-id': body.requestId },
	});
	expect(logged).toMatchObject({ status, problem: body.code, requestId: body.requestId });
	if (bytes.includes('r-1')) expect(logged).toMatchObject({ requestId: 'r-1', method: 'POST' });
	else expect(logged).toMatchObject({ method: null, path: null, ms: null });
});

async function withoutTheEndOfItsHeaders() {
	const { url } = await startSandbox();
	const [answer] = answersIn(await exchange(url, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-A: '));
	expect(answer).toMatchObject({ status: 408, headers: { connection: 'close' } });
	expect(problemSchema.parse(JSON.parse(answer?.body ?? '')).code).toBe('request_timeout');
}

async function withoutTheEndOfItsBody() {
	const bytes = `${head}Content-Length: 1000\r\nX-Request-Id: r-2\r\n\r\n${order.slice(0, 50)}`;
	const settings = { errors: { format: 'envelope', codes: { request_timeout: 'E408' } } };
	const { answer, body, logged } = await setup(bytes, settings);
	expect(answer).toMatchObject({
		status: 408,
		headers: { connection: 'close', 'x-request-id': 'r-2' },
	});
	expect(body).toMatchObject({ resultType: 'error', statusCode: 'E408' });
	expect(logged).toMatchObject({
		path: servicePaths.paymentOptions,
		status: 408,
		problem: 'request_timeout',
		requestId: 'r-2',
	});
}

// Headers have five seconds of real time, and a body ten.
test('headers that do not arrive are a request timeout', withoutTheEndOfItsHeaders, 30_000);

fullTest(
	'a body that does not arrive is a request timeout in the configured error format',
	withoutTheEndOfItsBody,
	30_000,
);

async function withTheEndBehindItsTimeout(first: string, behind: string) {
	const sandbox = await startSandbox();
	const { send: sendBytes, answers } = openConnection(sandbox.url);
	sendBytes(first);
	expect(await answers(1)).toMatchObject([{ status: 408 }]);
	sendBytes(behind);
	await expect.poll(sandbox.callsInFlight).toBe(0);
	expect((await send('GET', sandbox.url + controlPaths.payments)).body.payments).toEqual([]);
}

const wholeCall = `${head}Content-Length: ${order.length}\r\n\r\n${order}`;

fullTest(
	'what comes behind a request timeout has no effect: a call, and the rest of a body',
	async () => {
		await withTheEndBehindItsTimeout('', wholeCall);
		await withTheEndBehindItsTimeout(wholeCall.slice(0, -9), wholeCall.slice(-9));
	},
	60_000,
);

test('a complete call gets its response before broken bytes behind it on the same connection', async () => {
	const { url } = await startSandbox();
	const whole = `${head}Content-Length: ${order.length}\r\n\r\n${order}`;
	const answers = answersIn(await exchange(url, `${whole}\0\0garbage\r\n\r\n`));
	expect(answers.map(({ status }) => status)).toEqual([200, 400]);
});

test('a body may come in pieces, and behind another call', async () => {
	const { url, callsInFlight } = await startSandbox();
	const { send: sendBytes, answers } = openConnection(url);
	const whole = `${head}Content-Length: ${order.length}\r\n\r\n${order}`;
	const [start, middle, end] = [whole.slice(0, -order.length), order.slice(0, 9), order.slice(9)];
	sendBytes(start);
	await expect.poll(callsInFlight).toBe(1);
	sendBytes(middle);
	sendBytes(end);
	expect((await answers(1)).map(({ status }) => status)).toEqual([200]);
	sendBytes(whole + start + middle);
	await answers(2);
	await expect.poll(callsInFlight).toBe(1);
	sendBytes(end);
	expect((await answers(3)).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('a call that is refused before its body ends leaves the connection to the next one', async () => {
	const { url } = await startSandbox();
	const { send: sendBytes, answers } = openConnection(url);
	const text = head.replace('application/json', 'text/plain');
	sendBytes(`${text}Content-Length: ${order.length}\r\n\r\n${order.slice(0, 9)}`);
	expect(await answers(1)).toMatchObject([{ status: 415 }]);
	sendBytes(order.slice(9));
	sendBytes(`${head}Content-Length: ${order.length}\r\n\r\n${order}`);
	expect(await answers(2)).toMatchObject([{ status: 415 }, { status: 200 }]);
});

test('a response while the server stops has Connection: close', async () => {
	const latency = { latency: { paymentOptions: { fixed: 300 } } };
	const sandbox = await startSandbox({ settings: latency, drain: '5s' });
	const { url, close, callsInFlight } = sandbox;
	const sent = send('POST', url + servicePaths.paymentOptions, paymentOptionsExample);
	await expect.poll(callsInFlight).toBe(1);
	const closed = close();
	const { status, headers } = await sent;
	expect(status).toBe(200);
	expect(headers.get('connection')).toBe('close');
	await closed;
});

test('input that breaks again after its response is logged once, and a client that only disconnects is not logged', async () => {
	const lines: string[] = [];
	const { url } = await startSandbox({ log: 'line', writeLog: (line) => lines.push(line) });
	await exchange(url, 'hello\r\n\r\n', 'more\r\n\r\n', 'and more\r\n\r\n');
	await hangUpAfter(url, '');
	await send('GET', url);
	await expect.poll(() => lines.length).toBe(2);
	expect(lines[0]).toBe('-    - 400 malformed_request -\n');
});
