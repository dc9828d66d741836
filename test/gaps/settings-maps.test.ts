/** Settings whose value is a map by name: a change of one name keeps the others. */
import { expect, test } from 'vitest';
import { controlPaths, servicePaths } from '../../simulator/contract/routes.ts';
import { options } from '../support/calls.ts';
import { configuration, folderWith } from '../support/configuration.ts';
import { send, startPayment, startSandbox } from '../support/sandbox.ts';
import { nested } from '../support/toggles.ts';

interface Target {
	url: string;
}

const valueAt = (settings: unknown, path: string) =>
	path
		.split('.')
		.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], settings);

const put = ({ url }: Target, path: string, value: unknown) =>
	send('PUT', url + controlPaths.settings, nested(path, value));

const read = async ({ url }: Target, path: string) =>
	valueAt((await send('GET', url + controlPaths.settings)).body, path);

/** Each map, with two entries, another value for the first one, and the default of the setting. */
const maps: [path: string, first: object, second: object, changed: object, fallback: unknown][] = [
	['amount.decimals', { COP: 0 }, { BRL: 1 }, { COP: 3 }, 'provider'],
	['return.append', { a: 'state' }, { b: 'sessionId' }, { a: 'transactionId' }, 'none'],
	[
		'errors.codes',
		{ session_expired: 'A' },
		{ session_not_found: 'B' },
		{ session_expired: 'C' },
		{},
	],
	[
		'errors.status',
		{ session_expired: 400 },
		{ session_not_found: 400 },
		{ session_expired: 404 },
		{},
	],
	['http.extraHeaders', { 'X-A': '1' }, { 'X-B': '2' }, { 'X-A': '3' }, {}],
	['limits.amount', { CO: { min: 1 } }, { BR: { min: 2 } }, { CO: { min: 3 } }, {}],
	['methods', { PSE: { window: '1m' } }, { Card: { window: '1m' } }, { PSE: { window: '2m' } }, {}],
	['processing.options', { PSE: 'none' }, { Card: 'none' }, { PSE: 'never' }, {}],
	[
		'processing.banks',
		{ 'co-pse-01': 'none' },
		{ 'co-pse-02': 'none' },
		{ 'co-pse-01': 'never' },
		{},
	],
];

test.each(maps)(
	'a change of %s sets one name, and null removes it',
	async (path, first, second, changed, fallback) => {
		const sandbox = await startSandbox();
		const removed = (entry: object) =>
			Object.fromEntries(Object.keys(entry).map((name) => [name, null]));
		for (const [patch, value] of [
			[first, first],
			[second, { ...first, ...second }],
			[{}, { ...first, ...second }],
			[changed, { ...changed, ...second }],
			[removed(first), second],
			[removed(first), second],
			[removed(second), fallback],
			[removed(second), fallback],
			[first, first],
			[null, fallback],
		]) {
			const answer = await put(sandbox, path, patch);
			expect([answer.status, valueAt(answer.body, path)]).toEqual([200, value]);
			expect(await read(sandbox, path)).toEqual(value);
		}
	},
);

test.each(maps)('%s is the same map from every source', async (path, first, second, changed) => {
	const whole = { ...changed, ...second };
	const folder = folderWith({ settings: nested(path, first) });
	const env = { PAYIN_SANDBOX_SET: JSON.stringify(nested(path, changed)) };
	const [[name, value] = []] = Object.entries(second);
	const flags = ['--set', `${path}.${name}=${JSON.stringify(value)}`];
	const { config } = await configuration(folder, flags, env);
	expect(valueAt(config.settings, path)).toEqual(whole);
	const sandbox = await startSandbox({ settings: nested(path, whole) });
	const team = await sandbox.workspace('team-a');
	expect(await read(team, path)).toEqual(whole);
	await put(team, path, first);
	expect(await read(team, path)).toEqual({ ...whole, ...first });
	expect(await read(sandbox, path)).toEqual(whole);
	const body = { settings: nested(path, second) };
	await send('PUT', `${sandbox.url}/_sandbox/workspaces/team-b`, body);
	expect(await read({ url: `${sandbox.url}/w/team-b` }, path)).toEqual(whole);
	await send('POST', `${sandbox.url}/_sandbox/reset`);
	expect(await read(sandbox, path)).toEqual(whole);
});

test.each([
	['amount.decimals', 'iso', { COP: 0 }],
	['return.append', 'none', { a: 'state' }],
])('%s changes between a keyword and a map', async (path, keyword, map) => {
	const sandbox = await startSandbox();
	const names = Object.fromEntries(Object.keys(map).map((name) => [name, null]));
	for (const [patch, value] of [
		[keyword, keyword],
		[names, keyword],
		[{}, keyword],
		[map, map],
		[keyword, keyword],
	]) {
		expect((await put(sandbox, path, patch)).status).toBe(200);
		expect(await read(sandbox, path)).toEqual(value);
	}
	const { body } = await send('GET', `${sandbox.url}/_sandbox/settings/changes`);
	expect(valueAt(body, path)).toBe(keyword);
});

test.each([
	['amount.decimals', { cop: null }],
	['amount.decimals', { COP: 5 }],
	['return.append', { 'a b': null }],
	['return.append', { a: 'cardnum' }],
	['errors.codes', { nonsense: null }],
	['http.extraHeaders', { 'X A': null }],
])('a change of %s by %j is refused, and keeps the map', async (path, wrong) => {
	const sandbox = await startSandbox();
	const [, first] = maps.find(([name]) => name === path) ?? [];
	await put(sandbox, path, first);
	const { status, body } = await put(sandbox, path, wrong);
	expect([status, body.code]).toEqual([400, 'invalid_body']);
	expect(body.param).toMatch(new RegExp(`^${path}`));
	expect(body.detail).toMatch(/ must | is not known here/);
	expect(await read(sandbox, path)).toEqual(first);
});

test('calls use the merged maps', async () => {
	const sandbox = await startSandbox({ settings: { return: { append: { state: 'state' } } } });
	await put(sandbox, 'return.append', { id: 'sessionId' });
	const { sessionId, cardId } = await startPayment(sandbox.url);
	const choice = { sessionId, paymentOptionId: cardId };
	await send('POST', sandbox.url + servicePaths.hybridPayment, choice);
	await sandbox.act(sessionId, { action: 'cancel' });
	const { returnUrl } = await sandbox.act(sessionId, { action: 'return' });
	const { searchParams } = new URL(String(returnUrl));
	expect(searchParams.get('state')).toBe('cancelled');
	expect(searchParams.get('id')).toBe(sessionId);
	await put(sandbox, 'amount', { excess: 'reject', decimals: { COP: 1 } });
	await put(sandbox, 'amount.decimals', { BRL: 0 });
	expect((await options(sandbox, { amount: 10.5 })).status).toBe(200);
	await put(sandbox, 'amount.decimals', { COP: null });
	expect((await options(sandbox, { amount: 10.5 })).status).toBe(400);
});
