/** `payin-sandbox findings`, as a child process. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { controlPaths } from '../simulator/contract/routes.ts';
import { options } from './support/calls.ts';
import { send, startSandbox } from './support/sandbox.ts';
import { runWarmCommand } from './support/warm-command.ts';

const findings = (target: string, ...args: string[]) =>
	runWarmCommand(['findings', '--target', target, ...args]);

test('findings that are wrong exit with 1, and each says what it costs and what to do', async () => {
	const sandbox = await startSandbox();
	await options(sandbox, { coupon: 'SPRING', paymentReference: 'order-1001' });
	await options(sandbox, { amount: -1 });
	const { code, stdout, stderr } = await findings(`${sandbox.url}/`);
	expect([code, stderr]).toEqual([1, '']);
	expect(stdout).toMatch(
		/^WRONG {2}refusal_ignored {2}1×\n {2}A call was refused .*\n {2}Fix: Check /,
	);
	expect(stdout).toMatch(
		/\n\nRISKY {2}undocumented_field {2}1×\n(.*\n){2} {2}References: order-1001\n {2}Payments: [\w-]{36}\n {2}Journal entries: 1\n/,
	);
	expect(stdout).toMatch(
		/\nNOTE {2}assumptions that shaped the answers: D-\d\d, .*\n\n1 wrong, 1 risky\.\n$/,
	);
	// Standard output is no terminal here.
	expect(stdout).not.toContain('\u001b');
});

test('--fail-on moves the line', async () => {
	const sandbox = await startSandbox();
	await options(sandbox, { coupon: 'SPRING' });
	const codes = ['risky', 'wrong', 'money'].map(async (severity) => {
		return (await findings(sandbox.url, '--fail-on', severity)).code;
	});
	expect(await Promise.all(codes)).toEqual([1, 0, 0]);
	const wrong = await findings(sandbox.url, '--fail-on', 'note');
	expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('money, wrong, risky')]);
});

test('--workspace or the target selects the workspace, and its name is checked', async () => {
	const sandbox = await startSandbox();
	const { url } = await sandbox.workspace('team-a');
	await options({ url }, { amount: -1 });
	const team = ['--workspace', 'team-a'];
	const runs = [
		findings(sandbox.url, ...team),
		findings(url),
		findings(`${url}/`, ...team),
		findings(url, '--workspace', 'default'),
		findings(sandbox.url, '--workspace', 'Team A'),
	];
	const results = await Promise.all(runs);
	expect(results.map(({ code }) => code)).toEqual([1, 1, 1, 2, 2]);
	expect(results[3]?.stderr).toContain('--target names the workspace "team-a"');
	expect(results[4]?.stderr).toContain('--workspace "Team A"');
});

test('a workspace without a call proves nothing: 3', async () => {
	const sandbox = await startSandbox();
	const typo = await findings(sandbox.url, '--workspace', 'typo-ws');
	expect([typo.code, typo.stderr]).toEqual([3, '']);
	expect(typo.stdout).toMatch(/^No calls in the workspace "typo-ws": nothing was judged\.\n/);
	// An unknown path is no call of the service.
	await send('POST', `${sandbox.url}/v1/payments`, {});
	expect((await findings(sandbox.url)).code).toBe(3);
	await options(sandbox);
	const { code, stdout } = await findings(sandbox.url);
	expect([code, stdout]).toEqual([0, expect.stringContaining('\nNo findings.\n')]);
});

test('without all calls nothing is proven: 4', async () => {
	const sandbox = await startSandbox({ settings: { journal: { mode: 'off' } } });
	await options(sandbox);
	const { code, stdout } = await findings(sandbox.url);
	expect(code).toBe(4);
	expect(stdout).toContain('\nIncomplete: the journal or the store does not have all calls');
});

test('after the journal was emptied, the text says so, and that a reset is the better start', async () => {
	const sandbox = await startSandbox();
	await options(sandbox);
	await sandbox.clearJournal();
	await options(sandbox);
	const emptied = await findings(sandbox.url);
	expect([emptied.code, emptied.stdout]).toEqual([
		4,
		expect.stringMatching(/The journal was emptied.*reset the workspace instead/),
	]);
	await sandbox.reset();
	await options(sandbox);
	expect((await findings(sandbox.url)).code).toBe(0);
});

test('characters that a terminal obeys are shown, not printed', async () => {
	const hostile = 'a\u001b[2Jb\rc';
	const finding = { code: 'retry_without_key', severity: 'risky', text: hostile, fix: hostile };
	const named = { references: [hostile], payments: [hostile], entries: [], occurrences: [] };
	const group = { ...finding, count: 1, ...named };
	const list = { findings: [group], calls: 1, complete: true };
	const server = createServer((_, response) => void response.end(JSON.stringify(list)));
	server.listen(0, '127.0.0.1');
	onTestFinished(() => void server.close());
	await once(server, 'listening');
	const { stdout } = await findings(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	expect(stdout.match(/a\\u001b\[2Jb\\u000dc/g)).toHaveLength(4);
	expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});

test('a target that does not respond is 3, and one that is no address is 2', async () => {
	const [gone, wrong] = await Promise.all([findings('http://127.0.0.1:9'), findings('nowhere')]);
	expect([gone.code, gone.stdout]).toEqual([3, '']);
	expect(gone.stderr).toMatch(/^http:\/\/127\.0\.0\.1:9: GET \/_sandbox\/findings failed: .+\n$/);
	expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--target "nowhere"')]);
});

test('a sandbox off loopback wants its token, as an option or a variable', async () => {
	const { url, controlToken } = await startSandbox({ host: '0.0.0.0' });
	const target = url.replace('0.0.0.0', '127.0.0.1');
	const token = controlToken ?? '';
	await options({ url: target });
	const [without, byOption, byVariable] = await Promise.all([
		findings(target),
		findings(target, '--control-token', token),
		runWarmCommand(['findings', '--target', target], { PAYIN_SANDBOX_CONTROL_TOKEN: token }),
	]);
	expect([without.code, without.stderr]).toEqual([3, expect.stringContaining('token_required')]);
	expect([byOption.code, byVariable.code]).toEqual([0, 0]);
});

test('a host that does not ask for the token does not get it', async () => {
	const tokens: (string | undefined)[] = [];
	const server = createServer(({ headers, url }, response) => {
		tokens.push(headers.authorization);
		const isHere = url === controlPaths.findings;
		response.writeHead(isHere ? 307 : 401, { Location: `${url}?again` }).end('{}');
	});
	server.listen(0, '127.0.0.1');
	onTestFinished(() => void server.close());
	await once(server, 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	for (const target of [url, `${url}/elsewhere`]) {
		expect((await findings(target, '--control-token', 'a-secret')).code).toBe(3);
	}
	expect(tokens).toEqual([undefined, undefined]);
});
