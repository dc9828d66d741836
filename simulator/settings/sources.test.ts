import { expect, test } from 'vitest';
import { listOptions } from './options.ts';
import { serveCommandSchema } from './serve-options.ts';
import {
	sourceFromFlags,
	sourceFromObject,
	sourceFromVariables,
	unknownVariables,
} from './sources.ts';

const settingsOfFlags = (...set: string[]) => sourceFromFlags({ set }).values.settings;

test.each([
	['session.ttl=10m', { session: { ttl: '10m' } }],
	['cashier.maxAttempts=2', { cashier: { maxAttempts: 2 } }],
	['latency.default={"fixed":80}', { latency: { default: { fixed: 80 } } }],
	['latency.default={"fixed":', { latency: { default: '{"fixed":' } }],
	['session.ttl=null', { session: { ttl: null } }],
	['defaultOutcome=', { defaultOutcome: '' }],
	['processing.options.iDEAL / Wero=a=b', { processing: { options: { 'iDEAL / Wero': 'a=b' } } }],
])('--set %s is a part of the settings', (flag, patch) => {
	expect(settingsOfFlags(flag)).toEqual(patch);
	expect(sourceFromFlags({ set: [flag] }).problems).toEqual([]);
});

test('--set flags add up, and later ones override earlier ones', () => {
	const flags = ['latency.default=none', 'session.ttl=1m', 'latency.cashier=5', 'session.ttl=2m'];
	expect(settingsOfFlags(...flags)).toEqual({
		latency: { default: 'none', cashier: 5 },
		session: { ttl: '2m' },
	});
	expect(settingsOfFlags('latency=none', 'latency.default=1')).toEqual({ latency: { default: 1 } });
	expect(settingsOfFlags('latency={"a":1}', 'latency.b=2')).toEqual({ latency: { a: 1, b: 2 } });
});

test.each(['', 'foo', '=1', '.=1', 'a..b=1', 'a.=1'])('--set %j is not path=value', (flag) => {
	expect(sourceFromFlags({ set: [flag] }).problems).toEqual([
		expect.stringMatching(/^--set .*must be path=value, such as session\.ttl=10m$/),
	]);
});

test.each(['token-of-mine', 'dG9rZW4tb2YtbWluZQ==', 'token.of.mine='])(
	'--set does not show a whole JSON text with the secret %s',
	(secret) => {
		const set = [JSON.stringify({ auth: { mode: 'bearer', keys: [secret] } })];
		expect(sourceFromFlags({ set }).problems).toEqual([
			'--set must be path=value, such as session.ttl=10m',
		]);
	},
);

test('a path through __proto__ stays a path', () => {
	const settings = settingsOfFlags('__proto__.port=1');
	expect(Object.getPrototypeOf(settings)).toBe(Object.prototype);
	expect(Object.keys(settings as object)).toEqual(['__proto__']);
	expect(({} as { port?: number }).port).toBeUndefined();
});

test('PAYIN_SANDBOX_SET is JSON, and an error states the place', () => {
	const text = '{\n "session": {"ttl": "10m",}, // short\n}';
	expect(sourceFromVariables({ PAYIN_SANDBOX_SET: text }).values.settings).toEqual({
		session: { ttl: '10m' },
	});
	expect(sourceFromVariables({ PAYIN_SANDBOX_SET: '{\n "secret" 5}' }).problems).toEqual([
		'PAYIN_SANDBOX_SET is not valid JSON at line 2, column 11: colon expected',
	]);
});

test('only unknown variables with our prefix get a warning', () => {
	const env = {
		PAYIN_SANDBOX_PROT: '1',
		PAYIN_SANDBOX_SOMETHING: '1',
		PAYIN_SANDBOX_TEST: '1',
		K6_BIN: 'k6',
		PATH: '',
	};
	for (const { variable } of listOptions(serveCommandSchema)) {
		if (variable) Object.assign(env, { [variable]: 'x' });
	}
	expect(unknownVariables(env)).toEqual([
		'PAYIN_SANDBOX_PROT is not a known variable and has no effect (did you mean PAYIN_SANDBOX_PORT?)',
		'PAYIN_SANDBOX_SOMETHING is not a known variable and has no effect',
	]);
});

test('unknown keys of an object are problems', () => {
	const { problems } = sourceFromObject(
		{ $schema: 'x', port: 1, prot: 1, config: 'x' },
		'own.json: ',
	);
	expect(problems).toEqual([
		'own.json: prot is not known here (did you mean port?)',
		'own.json: config is not known here',
	]);
});
