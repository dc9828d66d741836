import { expect, test } from 'vitest';
import { listOptions, readOptions } from './options.ts';
import { serveCommandSchema, serveOptionsSchema } from './serve-options.ts';
import { sourceFromFlags, sourceFromObject, sourceFromVariables } from './sources.ts';

type Values = Record<string, unknown>;

const read = (flags: Values, env: Record<string, string>, file: Values) => {
	const sources = [
		sourceFromFlags(flags),
		sourceFromVariables(env),
		sourceFromObject(file, 'own.json: '),
	];
	return readOptions(serveOptionsSchema, sources);
};

function setup(flags: Values = {}, env: Record<string, string> = {}, file: Values = {}) {
	const options = read(flags, env, file);
	if (!options.ok) throw new Error(options.problems.join('\n'));
	return options.options;
}

function problemsOf(flags: Values, env: Record<string, string> = {}, file: Values = {}) {
	const options = read(flags, env, file);
	return options.ok ? [] : options.problems;
}

test('without sources all options have their defaults', () => {
	expect(setup()).toEqual({
		port: 8080,
		host: '127.0.0.1',
		allowedHost: [],
		profile: 'sandbox',
		seed: 1,
		clock: 'real',
		log: 'off',
		drain: '10s',
		store: 'memory',
		storeTimeout: '5s',
	});
});

test('a flag overrides a variable, a variable the file, the file the default', () => {
	const env = { PAYIN_SANDBOX_PORT: '1234', PAYIN_SANDBOX_CLOCK: 'manual' };
	expect(setup({}, env)).toMatchObject({ port: 1234, clock: 'manual' });
	expect(setup({ port: '4321' }, env)).toMatchObject({ port: 4321, clock: 'manual' });
	const file = { port: 5678, clock: 'real', seed: 7 };
	expect(setup({}, env, file)).toMatchObject({ port: 1234, clock: 'manual', seed: 7 });
	expect(setup({}, {}, file)).toMatchObject({ port: 5678, clock: 'real', seed: 7 });
});

test('a wrong value that is overridden is no problem', () => {
	expect(
		setup({ port: '1' }, { PAYIN_SANDBOX_PORT: 'tcp://10.0.0.1:80' }, { port: 'x' }).port,
	).toBe(1);
});

test('an empty variable counts as not set', () => {
	expect(setup({}, { PAYIN_SANDBOX_PORT: '', PAYIN_SANDBOX_ALLOWED_HOST: '' })).toEqual(setup());
});

test('a list comes from a repeated flag or, by commas, from a variable', () => {
	const env = { PAYIN_SANDBOX_ALLOWED_HOST: 'a.example,b.example' };
	expect(setup({}, env).allowedHost).toEqual(['a.example', 'b.example']);
	expect(setup({ allowedHost: ['c.example'] }, env).allowedHost).toEqual(['c.example']);
});

test('all problems are reported at once, under the names of their sources', () => {
	const env = { PAYIN_SANDBOX_PROFILE: 'fast', PAYIN_SANDBOX_CONTROL_TOKEN: 'short' };
	const flags = { port: '99999', publicUrl: 'ftp://x.example', clock: 'scaled:0', seed: 'x' };
	expect(problemsOf(flags, env).sort()).toEqual([
		'--clock must be scaled by at least 0.000001 and at most 1000000',
		'--port must be a whole number from 0 to 65535',
		'--public-url must be an http or https URL',
		'--seed must be a whole number from 0 to 4294967295',
		'PAYIN_SANDBOX_CONTROL_TOKEN must be at least 8 characters of ASCII, without blanks',
		'PAYIN_SANDBOX_PROFILE must be one of sandbox, instant, realistic, degraded',
	]);
});

test('a wrong entry of a list is reported under the name of the list', () => {
	expect(problemsOf({ allowedHost: ['a.example', 'http://b.example/'] })).toEqual([
		'--allowed-host must be a host name without scheme and path',
	]);
});

test.each([
	['port', '-1'],
	['port', '80.5'],
	['seed', '4294967296'],
	['clock', 'fast'],
	['clock', 'scaled:'],
	['clock', 'scaled:-1'],
	['clock', 'scaled:0.0'],
	['clock', 'scaled:0.0000001'],
	['clock', 'scaled:1000001'],
	['now', 'tomorrow'],
	['now', '2027-01-01'],
	['log', 'loud'],
	['host', 'http://127.0.0.1'],
	['cashierUrl', 'javascript:alert(1)'],
	['cashierUrl', 'javascript:alert(1)?'],
	['cashierUrl', 'https://pay.example/base?tenant=1'],
	['publicUrl', 'https://pay.example/#pay'],
	['publicUrl', 'https://pay.example/a b'],
	['publicUrl', 'https://user:secret@pay.example'],
	['controlToken', '        '],
	['controlToken', 'token-of-mine '],
	['controlToken', 'token\nof-mine'],
	['port', ''],
	['port', ' '],
	['seed', '1e3'],
	['seed', '99999999999999999999'],
	['drain', 'long'],
	['drain', '-1s'],
	['drain', '25h'],
])('%s "%s" is one problem', (key, value) => {
	const flag = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
	expect(problemsOf({ [key]: value })).toEqual([expect.stringMatching(`^--${flag} must be `)]);
});

const kinds = [null, true, 1.5, {}, [], [1], 'x y'];

test.each(
	Object.keys(serveOptionsSchema.shape).flatMap((key) => kinds.map((value) => [key, value])),
)('%s in a file rejects %j or keeps it unchanged', (key, value) => {
	const taken = read({}, {}, { [String(key)]: value });
	if (taken.ok) expect(taken.options).toMatchObject({ [String(key)]: value });
	else expect(taken.problems).toEqual([expect.stringMatching(`^own.json: ${key} must be `)]);
});

test.each([
	['0', 0],
	['250', 250],
	['1.5s', '1.5s'],
])('drain %s is %j', (given, drain) => {
	expect(setup({ drain: given }).drain).toBe(drain);
});

test.each([
	['clock', 'scaled:60'],
	['clock', 'scaled:0.5'],
	['now', '2027-01-01T02:00:00+02:00'],
	['cashierUrl', 'https://pay.example/base'],
	['host', '::1'],
])('%s "%s" is kept unchanged', (key, value) => {
	expect(setup({ [key]: value })).toMatchObject({ [key]: value });
});

test('every option is listed with its flag, variable, default and description', () => {
	const listed = listOptions(serveCommandSchema);
	expect(new Set(listed.map(({ flag }) => flag)).size).toBe(listed.length);
	expect(listed.find(({ key }) => key === 'controlToken')).toMatchObject({
		flag: '--control-token',
		variable: 'PAYIN_SANDBOX_CONTROL_TOKEN',
		fallback: null,
		isRepeatable: false,
	});
	expect(listed.find(({ key }) => key === 'port')?.fallback).toBe('8080');
	expect(listed.find(({ key }) => key === 'allowedHost')).toMatchObject({
		fallback: null,
		isRepeatable: true,
	});
	for (const { description, placeholder } of listed) {
		expect(description.length).toBeGreaterThan(10);
		expect(placeholder).toMatch(/^(<[\w=]+>)?$/);
	}
	expect(listed.find(({ key }) => key === 'settings')).toMatchObject({
		flag: '--set',
		variable: 'PAYIN_SANDBOX_SET',
		fallback: null,
		isRepeatable: true,
	});
	expect(listed.find(({ flag }) => flag === '--config')).toMatchObject({ key: null });
});
