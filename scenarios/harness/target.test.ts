import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
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

test('an address that a sandbox refuses is an error, and not another host', async () => {
	const { url } = await startSandbox();
	const { signal } = new AbortController();
	const inspect = (path: string) => inspectTarget(url + path, undefined, signal);
	expect(await inspect('/w/team-a')).toMatchObject({ sandbox: { clock: 'manual' } });
	for (const path of ['/w/TEAM', '/w/a_b', '/v2', '/other']) {
		await expect(inspect(path)).rejects.toThrow(`The sandbox refuses ${url}${path}: `);
	}
	await expect(inspect('/w/TEAM')).rejects.toThrow(/lower-case letters.*put \/w\/team-a in front/);
});
