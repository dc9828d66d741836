import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { fullTest } from './support/campaign.ts';
import { builtCommand, runCommand, startServe, temporaryFolder } from './support/command.ts';
import { firstRows } from './support/sample.ts';
import { post, reachCashier, send, startPayment, startSandbox } from './support/sandbox.ts';
import { runWarmCommand } from './support/warm-command.ts';

const refusedCall = (url: string) => send('GET', `${url}/nowhere`);

test('serve prints its address, a guide and a line for a refused call, and stops with exit code 0 on SIGTERM', async () => {
	const { url, guide, child, ended } = await startServe();
	expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
	expect(guide.split('\n')[0]).toBe(`payin-sandbox listening on ${url}`);
	expect(guide).toContain(`curl -s ${url}/v2/payment-options`);
	expect((await startPayment(url)).sessionId).toBeTruthy();
	await refusedCall(url);
	child.kill('SIGTERM');
	// On standard error, and without colours.
	expect(await ended).toMatchObject({ code: 0, stderr: '404 GET /nowhere: Unknown path\n' });
});

test('a delayed call gets its response before the server stops', async () => {
	// With a public address on this machine, there is no warning of an open control API.
	const { url, child, ended } = await startServe(['--public-url', 'http://localhost:8080']);
	await send('PUT', `${url}/_sandbox/settings`, { latency: { paymentOptions: { fixed: 700 } } });
	const started = Date.now();
	const slow = post(`${url}/v2/payment-options`, paymentOptionsExample);
	// The payment is stored before the delay begins.
	for (let live = 0; live === 0; ) {
		live = (await send('GET', `${url}/_sandbox/health`)).body.payments.live;
		expect(Date.now() - started).toBeLessThan(10_000);
	}
	child.kill('SIGINT');
	expect((await slow).status).toBe(200);
	expect(await ended).toMatchObject({
		code: 0,
		stderr:
			'payin-sandbox: waiting up to 10 s for 1 call in flight; press Ctrl-C again to stop at once\n',
	});
	await expect(send('GET', `${url}/_sandbox/health`)).rejects.toThrow();
});

test('a stop waits for calls in flight up to --drain, and a second signal stops at once', async () => {
	for (const { drain, signals, code } of [
		{ drain: '0', signals: 1, code: 0 },
		{ drain: '1h', signals: 2, code: 130 },
	]) {
		const { url, child, ended, output } = await startServe(['--drain', drain]);
		await send('PUT', `${url}/_sandbox/settings`, {
			latency: { paymentOptions: { fixed: '10m' } },
		});
		const cut = expect(post(`${url}/v2/payment-options`, paymentOptionsExample)).rejects.toThrow();
		await expect
			.poll(async () => (await send('GET', `${url}/_sandbox/health`)).body.payments.live)
			.toBe(1);
		child.kill('SIGINT');
		if (signals === 2) {
			await expect
				.poll(() => output().stderr)
				.toContain('waiting up to 3600 s for 1 call in flight');
			// A signal soon after the first one is taken for the same.
			const again = () => {
				child.kill('SIGINT');
				return child.exitCode;
			};
			await expect.poll(again).not.toBeNull();
		}
		await cut;
		expect((await ended).code).toBe(code);
	}
});

test('a taken port is one line and exit code 3', async () => {
	const { url } = await startSandbox();
	const { code, stdout, stderr } = await runWarmCommand(['serve', '--port', new URL(url).port]);
	expect(code).toBe(3);
	expect(stdout).toBe('');
	expect(stderr).toMatch(/^payin-sandbox: 127\.0\.0\.1:\d+ is taken: [^\n]+\n$/);
});

test('all wrong values are reported at once, under the names of their sources', async () => {
	const { code, stderr } = await runWarmCommand(['serve', '--port', 'x', '--clock', 'fast'], {
		PAYIN_SANDBOX_SEED: '-1',
	});
	expect(code).toBe(2);
	expect(stderr).toContain('--port must be a whole number from 0 to 65535');
	expect(stderr).toContain('--clock must be real, manual or scaled:60');
	expect(stderr).toContain('PAYIN_SANDBOX_SEED must be');
	expect((await runWarmCommand(['serve', '--prot', '1'])).code).toBe(2);
});

fullTest('options come from variables, and flags override them', async () => {
	const { url } = await startServe(['--seed', '5'], {
		PAYIN_SANDBOX_SEED: '4',
		PAYIN_SANDBOX_CLOCK: 'manual',
		PAYIN_SANDBOX_PUBLIC_URL: 'https://pay.example/base/',
	});
	const { body } = await send('GET', `${url}/_sandbox/health`);
	expect(body).toMatchObject({
		seed: 5,
		clock: { mode: 'manual', now: '2027-01-01T00:00:00.000Z' },
	});
	const { page, sessionId } = await reachCashier(url, 'card');
	expect(page).toBe(`https://pay.example/base/pay?sessionId=${sessionId}`);
});

test('the request log has a line or a JSON object per request, without session ids', async () => {
	for (const mode of firstRows(['json', 'line'])) {
		const { url, child, ended } = await startServe(['--log', mode]);
		const { page, sessionId } = await reachCashier(url, 'card');
		await send('GET', page);
		child.kill('SIGTERM');
		const { stderr } = await ended;
		expect(stderr).toContain('/v2/hybrid-payment');
		expect(stderr).toContain('/pay');
		expect(stderr).not.toContain(sessionId);
		if (mode === 'json') {
			const entries = stderr
				.trim()
				.split('\n')
				.map((line) => JSON.parse(line));
			expect(entries[0]).toMatchObject({
				method: 'POST',
				path: '/v2/payment-options',
				status: 200,
			});
		}
	}
});

const silent: [args: string[], env: Record<string, string>, hasGuide: boolean][] = [
	[['--log', 'off'], {}, true],
	[[], { PAYIN_SANDBOX_QUIET: 'true' }, false],
	[['--quiet'], {}, false],
	[['--quiet', '--log', 'console'], {}, false],
	[[], { PAYIN_SANDBOX_LOG: 'off' }, true],
];

test.each(firstRows(silent))(
	'with %j and %j serve is silent about a refused call',
	async (args, env, hasGuide) => {
		const { url, child, ended } = await startServe(args, env, { waitFor: /listening on .*\n/ });
		await refusedCall(url);
		child.kill('SIGTERM');
		const { stdout, stderr } = await ended;
		expect(stderr).toBe('');
		expect(stdout).toContain(`payin-sandbox listening on ${url}\n`);
		expect(stdout.includes('Stop with Ctrl+C')).toBe(hasGuide);
	},
);

test('--quiet leaves the request log, and the token that serve generates', async () => {
	const args = ['--quiet', '--log', 'line', '--host', '0.0.0.0'];
	const { url, child, ended } = await startServe(args, {}, { waitFor: /Control token .*\n/ });
	await refusedCall(url);
	child.kill('SIGTERM');
	const { stdout, stderr } = await ended;
	expect(stdout).toMatch(/^payin-sandbox listening on \S+\nControl token {2}\S{43}\n$/);
	expect(stderr).toMatch(/^GET {2}\/nowhere 404 path_not_found /);
});

test.skipIf(process.platform === 'win32')(
	'a parent that never reads standard error holds up neither the calls nor the stop',
	async () => {
		const { url, child, ended, output } = await startServe(['--log', 'line']);
		child.stderr?.pause();
		// More than the buffers between the two processes and the sandbox hold together.
		const long = 'x'.repeat(8_000);
		for (let times = 0; times < 150; times += 1) {
			expect((await send('GET', `${url}/${long}`)).status).toBe(404);
		}
		const exited = new Promise((resolve) => child.once('exit', resolve));
		child.kill('SIGTERM');
		expect(await exited).toBe(0);
		child.stderr?.resume();
		await ended;
		expect(output().stderr.length).toBeLessThan(1_000_000);
	},
);

test('off loopback serve prints the control token that it generates', async () => {
	const { url, guide } = await startServe(['--host', '0.0.0.0']);
	expect(guide.split('\n')[1]).toBe('All addresses of this machine reach it: the host is 0.0.0.0.');
	const token = /Control token {2}(\S+)/.exec(guide)?.[1] ?? '';
	expect(guide).toContain(
		`Reference      curl -s -H 'Authorization: Bearer ${token}' ${url}/_sandbox/openapi.json\n`,
	);
	const payments = `${url}/_sandbox/payments`;
	expect((await send('GET', payments)).status).toBe(401);
	expect(
		(await send('GET', payments, undefined, { Authorization: `Bearer ${token}` })).status,
	).toBe(200);
});

test('with a public address serve warns of an open control API', async () => {
	const { child, ended } = await startServe(['--public-url', 'https://pay.example']);
	child.kill('SIGTERM');
	expect((await ended).stderr).toContain('close it with --control-token');
});

test('a control token that was given is not printed, because output is often kept', async () => {
	const given = { PAYIN_SANDBOX_CONTROL_TOKEN: 'token-of-mine' };
	const { url, guide } = await startServe(['--host', '0.0.0.0'], given);
	expect(guide).not.toContain('token-of-mine');
	expect(guide).toContain(`curl -s -H 'Authorization: Bearer <token>' ${url}/_sandbox/payments`);
	const headers = { authorization: 'bearer token-of-mine' };
	expect((await send('GET', `${url}/_sandbox/payments`, undefined, headers)).status).toBe(200);
});

test('on loopback serve requires a control token that was given, and warns of no open control API', async () => {
	const flags = ['--public-url', 'https://pay.example', '--control-token', 'token-of-mine'];
	const { url, guide, child, ended } = await startServe(flags);
	expect(guide).toContain("curl -s -H 'Authorization: Bearer <token>' ");
	const headers = { Authorization: 'Bearer token-of-mine' };
	expect((await send('GET', `${url}/_sandbox/payments`)).status).toBe(401);
	expect((await send('GET', `${url}/_sandbox/payments`, undefined, headers)).status).toBe(200);
	child.kill('SIGTERM');
	expect((await ended).stderr).not.toContain('close it with --control-token');
});

test.each(firstRows(['line', 'console']))(
	'a server whose output is closed goes on serving, with --log %s',
	async (mode) => {
		const { url, child, ended } = await startServe(['--log', mode]);
		child.stderr?.destroy();
		child.stdout?.destroy();
		for (let times = 0; times < 5; times += 1) {
			expect((await refusedCall(url)).status).toBe(404);
		}
		child.kill('SIGTERM');
		expect((await ended).code).toBe(0);
	},
);

/** Sends SIGTERM to the process itself when it begins to load a module with such a name. */
function stopAtLoad(name: RegExp): Record<string, string> {
	const hooks = `export async function resolve(asked, context, next) {
		if (${name}.test(asked)) process.kill(process.pid, 'SIGTERM');
		return next(asked, context);
	}`;
	const module = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;
	const preload = `import { register } from 'node:module'; register(${JSON.stringify(module(hooks))});`;
	return { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${module(preload)}` };
}

const loaded: [name: string, module: RegExp][] = [
	['the server', /\/serve-[A-Z0-9]+\.js$/],
	['lmdb', /^lmdb$/],
	['commander', /^commander$/],
];

test.skipIf(process.platform === 'win32').each(firstRows(loaded))(
	'a stop while %s is loaded, during the start, ends with exit code 0 and without output',
	async (_, name) => {
		const store = `file:${temporaryFolder()}/payments`;
		const args = ['serve', '--port', '0', '--no-config', '--store', store];
		const result = await runCommand(args, stopAtLoad(name));
		expect(result).toEqual({ code: 0, stdout: '', stderr: '' });
	},
);

test.skipIf(process.platform === 'win32')(
	'an idle server loads the modules that requests need',
	async () => {
		// Part of `verify`, and loaded with no other module.
		const { ended } = await startServe([], stopAtLoad(/^re2js$/));
		expect(await ended).toMatchObject({ code: 0, stderr: '' });
	},
);

test.skipIf(process.platform === 'win32')(
	'an interruption ends a command that is not a server with exit code 130',
	async () => {
		const result = await runCommand(['customers'], stopAtLoad(/^commander$/));
		expect(result).toEqual({ code: 130, stdout: '', stderr: '' });
	},
);

test.skipIf(!existsSync('/dev/full'))(
	'an output that cannot be written is said in one line, with exit code 3',
	() => {
		const full = openSync('/dev/full', 'w');
		onTestFinished(() => closeSync(full));
		const { status, stderr } = spawnSync(process.execPath, [builtCommand, 'customers'], {
			stdio: ['ignore', full, 'pipe'],
			encoding: 'utf8',
		});
		expect(stderr).toMatch(/^payin-sandbox: standard output cannot be written: ENOSPC\b.*\n$/);
		expect(status).toBe(3);
	},
);
