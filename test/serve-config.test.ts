import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand, startServe, temporaryFolder } from './support/command.ts';
import { configuration, folderWith, configName as name } from './support/configuration.ts';
import { send } from './support/sandbox.ts';
import { runWarmCommand } from './support/warm-command.ts';

const refusal = (rule: string) => ({ code: 2, stdout: '', lines: [`payin-sandbox: ${rule}`] });

test('serve reads the configuration file of the working folder, and prints its path', async () => {
	const folder = folderWith(
		'// ours\n{ "clock": "manual", "seed": 7, "settings": { "session": { "ttl": "10m" } }, }',
	);
	const { url, guide } = await startServe([], {}, { cwd: folder });
	expect(guide).toContain(`Configuration: ${join(folder, name)}\n`);
	expect((await send('GET', `${url}/_sandbox/health`)).body).toMatchObject({
		seed: 7,
		clock: { mode: 'manual' },
	});
	const { body } = await send('GET', `${url}/_sandbox/settings`);
	expect(body.session.ttl).toBe('10m');
	// A reset restores the settings of the file, not those of the profile.
	await send('PUT', `${url}/_sandbox/settings`, { session: { ttl: '1m' } });
	await send('POST', `${url}/_sandbox/reset`);
	expect((await send('GET', `${url}/_sandbox/settings`)).body.session.ttl).toBe('10m');
});

test('flags override variables, variables the file, the file the defaults; settings add up', async () => {
	const folder = folderWith({
		port: 1111,
		seed: 1,
		log: 'line',
		settings: { session: { ttl: '1m' }, cashier: { maxAttempts: 9 }, latency: { cashier: 'none' } },
	});
	const env = {
		PAYIN_SANDBOX_SEED: '2',
		PAYIN_SANDBOX_PORT: '2222',
		PAYIN_SANDBOX_SET: '{"session": {"ttl": "2m"}, "cashier": {"poll": "2s"}}',
	};
	const flags = ['--port', '3333', '--set', 'session.ttl=3m', '--set', 'latency.cashier=null'];
	const { config } = await configuration(folder, flags, env);
	expect(config).toMatchObject({ port: 3333, seed: 2, log: 'line', profile: 'sandbox' });
	expect(config.settings).toMatchObject({
		session: { ttl: '3m' },
		cashier: { poll: '2s', maxAttempts: 9 },
		latency: { default: 'none' },
	});
	expect(config.settings.latency).not.toHaveProperty('cashier');
});

test('a flag or a variable selects another file, and --no-config none', async () => {
	const folder = folderWith({ seed: 1 });
	mkdirSync(join(folder, 'more'));
	writeFileSync(join(folder, 'more', 'a.json'), '\uFEFF{"seed": 2}');
	writeFileSync(join(folder, 'more', 'b.json'), '{"seed": 3}');
	const env = { PAYIN_SANDBOX_CONFIG: 'more/a.json' };
	const seedOf = async (args: string[], variables = {}) =>
		(await configuration(folder, args, variables)).config.seed;
	expect(await seedOf([])).toBe(1);
	expect(await seedOf([], env)).toBe(2);
	expect(await seedOf(['--config', join(folder, 'more/b.json')], env)).toBe(3);
	expect(await seedOf(['--no-config', '--seed', '4'], env)).toBe(4);
	expect(await seedOf([], { PAYIN_SANDBOX_CONFIG: '' })).toBe(1);
});

test('the problems of all sources are reported at once, and nothing starts', async () => {
	const folder = folderWith({
		port: 'x',
		prot: 1,
		settings: {
			latency: { defualt: 'none' },
			session: { ttl: 'soon' },
			processing: { options: { PES: 'never' } },
		},
	});
	const { code, stdout, lines } = await configuration(
		folder,
		['--clock', 'fast', '--set', 'http.simHeaders=maybe', '--set', 'ids'],
		{ PAYIN_SANDBOX_SEED: '-1', PAYIN_SANDBOX_SET: '{"cashier": 5}', PAYIN_SANDBOX_LGO: 'line' },
	);
	expect(code).toBe(2);
	expect(stdout).toBe('');
	const expected = [
		'PAYIN_SANDBOX_LGO is not a known variable and has no effect (did you mean PAYIN_SANDBOX_LOG?)',
		'--set ids must be path=value, such as session.ttl=10m',
		`${name}: prot is not known here (did you mean port?)`,
		`${name}: port must be a whole number from 0 to 65535`,
		'PAYIN_SANDBOX_SEED must be a whole number from 0 to 4294967295',
		'--clock must be real, manual or scaled:60',
		`${name}: settings.latency.defualt is not known here (did you mean default?)`,
		`${name}: settings.session.ttl must be a whole number of milliseconds or a text such as "250ms", "90s", "5m", "24h" or "7d"`,
		`${name}: settings.processing.options.PES is not the name of a payment option (did you mean PSE?)`,
		'PAYIN_SANDBOX_SET: cashier must be an object',
		'--set http.simHeaders must be one of on, off',
	];
	expect(lines).toEqual(expected.map((line) => `payin-sandbox: ${line}`));
});

test.each([
	['', 'is not valid JSON at line 1, column 1: value expected'],
	['{\n  "settings": { "__proto__": {} }\n}', 'has a forbidden key at line 2, column 17'],
	['{\n  "port": 1\n  "secret": 2\n}', 'is not valid JSON at line 3, column 3: comma expected'],
	[
		'{\n  // twice\n  "port": 1, "settings": {"port": 2},\n  "port": 3\n}',
		'has the key "port" twice, again at line 4, column 3',
	],
	[
		'{"settings": {"session": {"ttl": 1},\n"session": {}}}',
		'has the key "session" twice, again at line 2, column 1',
	],
	[`[\n${'['.repeat(400_000)}`, 'is nested deeper than 32 levels at line 2, column 32'],
	['[]', 'must hold an object such as {"port": 8080}'],
	['"secret"', 'must hold an object such as {"port": 8080}'],
	['{"settings": 5}', 'settings must be an object such as {"defaultOutcome": "HOLD"}'],
	[`{"host": "${'x'.repeat(1_000_000)}"}`, 'is larger than 1 MB: that is no configuration'],
])('the error about a file of %.30j states the place, not the text', async (text, rule) => {
	const between = rule.startsWith('settings') ? ': ' : ' ';
	expect(await configuration(folderWith(text))).toMatchObject(refusal(`${name}${between}${rule}`));
});

test('deep settings of a variable or a flag are one sentence', async () => {
	const folder = temporaryFolder();
	const deep = '['.repeat(30_000);
	const read = await configuration(
		folder,
		['--set', `${'a.'.repeat(30_000)}b=1`, '--set', `auth.keys=${deep}${']'.repeat(30_000)}`],
		{ PAYIN_SANDBOX_SET: `{"auth": ${deep}` },
	);
	expect(read).toMatchObject({
		code: 2,
		lines: [
			'payin-sandbox: --set a is nested deeper than 32 levels',
			'payin-sandbox: PAYIN_SANDBOX_SET is nested deeper than 32 levels at line 1, column 41',
			'payin-sandbox: --set auth is nested deeper than 32 levels, or contains itself',
		],
	});
});

test('a missing file, a folder and a file that is not UTF-8 are one sentence each', async () => {
	const folder = temporaryFolder();
	mkdirSync(join(folder, 'sub'));
	writeFileSync(join(folder, 'wide.json'), Buffer.from('\uFEFF{"seed": 1}', 'utf16le'));
	const cases = [
		['none.json', 'is not there: no such file'],
		['wide.json/none.json', 'is not there: no such file'],
		['sub', 'is a folder: name a file'],
		['wide.json', 'is not text in UTF-8'],
	] as const;
	for (const [path, rule] of cases) {
		expect(await configuration(folder, ['--config', path])).toMatchObject(
			refusal(`${path} ${rule}`),
		);
	}
});

test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
	'a file without read permission is one sentence',
	async () => {
		const folder = folderWith({});
		chmodSync(join(folder, name), 0o000);
		expect(await configuration(folder)).toMatchObject(
			refusal(`${name} may not be read by this user`),
		);
	},
);

test.skipIf(process.platform === 'win32')('a pipe is read like a file', async () => {
	const folder = temporaryFolder();
	execFileSync('sh', ['-c', 'mkfifo pipe'], { cwd: folder });
	const read = runCommand(['serve', '--print-config', '--config', 'pipe'], {}, folder);
	execFileSync('sh', ['-c', 'echo \'{"seed": 9}\' > pipe'], { cwd: folder, timeout: 20_000 });
	expect(JSON.parse((await read).stdout)).toMatchObject({ seed: 9 });
});

test('what a configuration file has in it is shown, and not obeyed', async () => {
	const folder = folderWith({ '\u001b]0;x\u0007': 1, 'y\n::error::z': 1 });
	const { code, lines } = await configuration(folder, [], { GITHUB_ACTIONS: 'true' });
	expect(code).toBe(2);
	expect(lines.join('\n')).toContain('\\u001b]0;x\\u0007');
	expect(lines.join('\n')).toContain('\n\\u003a:error::z');
	expect(lines.join('\n')).not.toMatch(/[^\P{Cc}\n]|^::/mu);
});

test.each(['fe80::1', '192.0.2.1'])(
	'a host where it cannot listen, %s, is one line and exit code 3',
	async (host) => {
		const { code, stderr } = await runWarmCommand(['serve', '--port', '0', '--host', host]);
		expect(code).toBe(3);
		expect(stderr).toMatch(
			new RegExp(`^payin-sandbox: ${host}:0 is (not )?an address .* --host\\n$`),
		);
	},
);
