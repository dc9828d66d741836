import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { startOtherHost } from '../../test/support/other-host.ts';
import { startSandbox } from '../../test/support/sandbox.ts';
import { checkTarget, inspectTarget } from './target.ts';

const none = { permission: false, allowHosts: [] };

test.each([
	['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
	['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
	['http://localhost:8080/w/team/', 'http://localhost:8080/w/team'],
	['http://[::1]:8080', 'http://[::1]:8080'],
	['http://127.9.9.9', 'http://127.9.9.9'],
	['http://2130706433:8080', 'http://127.0.0.1:8080'],
	['http://shop.localhost:8080', 'http://shop.localhost:8080'],
])('%s is loopback and needs no permission', (text, target) => {
	expect(checkTarget(text, none)).toEqual({ target, isLoopback: true });
});

const elsewhere = [
	'https://pay.example',
	'http://10.0.0.7',
	'http://localhost.example',
	'http://127.0.0.1.example',
	'http://0.0.0.0:8080',
	'http://[::ffff:127.0.0.1]',
];

test.each(elsewhere)('%s is rejected without permission', (text) => {
	const result = checkTarget(text, none);
	expect('problems' in result ? result.problems : []).toHaveLength(2);
});

test('permission alone is not enough, and a listed host alone is not either', () => {
	const text = 'https://pay.example/api';
	expect(checkTarget(text, { permission: true, allowHosts: ['other.example'] })).toMatchObject({
		problems: [
			expect.stringContaining('Add --allow-host pay.example if that is the host you mean.'),
		],
	});
	expect(checkTarget(text, { permission: false, allowHosts: ['pay.example'] })).toMatchObject({
		problems: [expect.stringContaining('If you have it, add --i-have-permission.')],
	});
});

test('a listed host with permission is allowed, in any case, with or without its port', () => {
	for (const host of ['pay.example', 'PAY.example', 'pay.example:8443']) {
		const permission = { permission: true, allowHosts: [host] };
		expect(checkTarget('https://Pay.Example:8443/api/', permission)).toEqual({
			target: 'https://pay.example:8443/api',
			isLoopback: false,
		});
	}
});

test.each(['ftp://127.0.0.1', 'nonsense', 'http://a:b@127.0.0.1', 'http://127.0.0.1/?a=b'])(
	'%s is rejected as a target',
	(text) => {
		expect(checkTarget(text, none)).toHaveProperty('problems');
	},
);

/** Listens on the first free port of the given ones. */
async function listen(ports: readonly number[]): Promise<number> {
	for (const port of ports) {
		const server = createServer((_request, response) => void response.writeHead(404).end());
		const isFree = await new Promise<boolean>((resolve) => {
			server.once('error', () => resolve(false));
			server.listen(port, '127.0.0.1', () => resolve(true));
		});
		if (!isFree) continue;
		onTestFinished(() => void server.close());
		return port;
	}
	throw new Error('All of these ports are in use.');
}

test('a target on a port that fetch refuses is reached', async () => {
	const address = `http://127.0.0.1:${await listen([10_080, 6566, 6697])}`;
	const { signal } = new AbortController();
	expect(await inspectTarget(address, undefined, signal)).toMatchObject({
		url: address,
		sandbox: null,
	});
});

test.each([undefined, 'control-token-1'])(
	'an address that a sandbox refuses cannot be used, and is no other host (control token: %s)',
	async (controlToken) => {
		const { url } = await startSandbox({ controlToken });
		const { signal } = new AbortController();
		const inspect = (path: string, token?: string) => inspectTarget(url + path, token, signal);
		expect(await inspect('/w/team-a', controlToken)).toMatchObject({
			sandbox: { clock: 'manual' },
		});
		const rule = /cannot be used: .*lower-case letters.*put \/w\/team-a in front/;
		for (const path of ['/w/TEAM', '/w/a_b']) {
			await expect(inspect(path)).rejects.toThrow(rule);
			await expect(inspect(path, controlToken)).rejects.toThrow(rule);
		}
		for (const path of ['/v2', '/other']) {
			await expect(inspect(path)).rejects.toThrow(`The target ${url}${path} cannot be used: `);
		}
	},
);

test('a locked sandbox without its store cannot be used, and has not refused the token', async () => {
	const problem = (code: string) => ({
		type: `urn:payin-sandbox:problem:${code}`,
		code,
		detail: 'The store does not answer.',
		fix: 'Start it again.',
	});
	const target = await startOtherHost(({ url }, response) => {
		const isClock = url === '/_sandbox/clock';
		response.writeHead(isClock ? 401 : 503, { 'Content-Type': 'application/problem+json' });
		response.end(JSON.stringify(problem(isClock ? 'token_required' : 'store_unavailable')));
	});
	const { signal } = new AbortController();
	const inspected = inspectTarget(target, 'control-token-1', signal);
	await expect(inspected).rejects.toThrow(/cannot be used: The store does not answer\. Start it/);
});
