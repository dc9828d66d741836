import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { headerFromText } from '../wire/request-headers.ts';
import { curlCommand } from './curl.ts';
import type { RecordedCall } from './read.ts';

const entry: RecordedCall['entry'] = {
	id: 1,
	at: '2027-01-01T00:00:00.000Z',
	wallAt: '2027-01-01T00:00:00.000Z',
	method: 'POST',
	path: '/v2/payment-options',
	endpoint: 'paymentOptions',
	requestId: 'request-1',
	status: 200,
	gone: false,
	fault: null,
	problem: null,
	transactionId: null,
	paymentReference: null,
	authorization: 'present',
	idempotencyKey: 'present',
	headers: {},
	resent: false,
	request: null,
	response: null,
	timing: { queueMs: 0, serviceMs: 0, injectedMs: 0, ownMs: 0 },
	assumptions: [],
	warnings: [],
	cause: null,
};

const target = { base: 'http://h', workspace: 'default' };
const secrets = { authorization: { name: 'X-Auth', prefix: 'Bearer ' }, idempotencyKey: 'X-Key' };

/** UTF-8 has no half of a character, an argument has no NUL, and the end of a command is marked. */
const withoutMarks = (text: string) =>
	Buffer.from(text).toString().replaceAll('\0', '').replaceAll('\u0001', '');

/** The arguments that bash passes to curl for these commands, without their end. */
function argumentsIn(commands: readonly string[]): string[][] {
	const script = `curl() { printf '%s\\0' "$@"; printf '\\1\\0'; }\n${commands.join('')}`;
	const env = { PATH: process.env.PATH, TOKEN: 'a "b" $c', IDEMPOTENCY_KEY: 'k', SESSION_ID: 's' };
	const output = execFileSync('bash', ['--norc', '-c', script], { env, encoding: 'utf8' });
	return output
		.split('\u0001\0')
		.slice(0, -1)
		.map((words) => words.split('\0').slice(0, -1));
}

test.skipIf(process.platform === 'win32')(
	'the shell passes every text to curl as it was sent',
	() => {
		const hostile = fc.constantFrom(
			"'",
			'"',
			'$(exit 1)',
			'`id`',
			'\\',
			'\n',
			'\u001b[2J',
			'\u202e',
			'!',
			'1',
			'é',
			'😀',
			'\u0003',
		);
		const text = fc.oneof(
			fc.string({ unit: 'binary' }),
			fc.array(hostile).map((parts) => parts.join('')),
		);
		const texts = fc.sample(fc.tuple(text, text), 300).map((pair) => pair.map(withoutMarks));
		const commands = texts.map(([request = '', header = '']) =>
			curlCommand(
				{ entry, headerBytes: { 'x-a': headerFromText(header) }, request },
				{ base: 'http://127.0.0.1:1', workspace: 'default' },
				secrets,
			),
		);
		for (const command of commands) expect(command.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}]/u);
		expect(argumentsIn(commands)).toEqual(
			texts.map(([request, header]) => [
				'--globoff',
				'--path-as-is',
				'-X',
				'POST',
				'http://127.0.0.1:1/v2/payment-options',
				'-H',
				'X-Auth: Bearer a "b" $c',
				'-H',
				'X-Key: k',
				'-H',
				header === '' ? 'x-a;' : `x-a: ${header}`,
				'-H',
				'Content-Type: application/json',
				'--data-raw',
				request,
			]),
		);
	},
);

test.skipIf(process.platform === 'win32')(
	'a cashier page needs its session, and a header that was not sent is left out',
	() => {
		const page = {
			...entry,
			method: 'GET',
			path: '/pay',
			endpoint: 'cashier' as const,
			authorization: 'absent' as const,
			idempotencyKey: 'absent' as const,
		};
		const command = curlCommand(
			{ entry: page, headerBytes: { 'x-a': null }, request: null },
			target,
			secrets,
		);
		expect(command).toBe(
			`curl --globoff --path-as-is -X 'GET' 'http://h/pay'"?sessionId=$SESSION_ID"\n`,
		);
		expect(argumentsIn([command])).toEqual([
			['--globoff', '--path-as-is', '-X', 'GET', 'http://h/pay?sessionId=s'],
		]);
	},
);

test('a header that was sent without a value is sent without one', () => {
	const call = { entry, headerBytes: { 'x-a': '' }, request: null };
	expect(curlCommand(call, target, secrets)).toContain("-H 'x-a;'");
});

test.each([
	[null, 'text/plain', ["-H 'Content-Type: text/plain'"]],
	[null, null, []],
	[null, '', ["-H 'Content-Type;'"]],
	['{}', 'text/plain', ["-H 'Content-Type: text/plain'"]],
	['{}', null, ["-H 'Content-Type: application/json'"]],
])(
	'with the body %j and the recorded content type %j, the command has %j',
	(request, type, had) => {
		const call = { entry, headerBytes: { 'content-type': type }, request };
		const command = curlCommand(call, target, secrets);
		expect(command.match(/-H 'content-type[^']*'/gi) ?? []).toEqual(had);
	},
);

test('HEAD is asked for by the option of curl that waits for no body', () => {
	const head = {
		...{ ...entry, method: 'HEAD' },
		authorization: 'absent' as const,
		idempotencyKey: 'absent' as const,
	};
	const call = { entry: head, headerBytes: {}, request: null };
	expect(curlCommand(call, target, secrets)).toBe(
		"curl --globoff --path-as-is --head 'http://h/v2/payment-options'\n",
	);
});
