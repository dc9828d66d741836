/** `payin-sandbox record` writes no story that does not replay, and names the reason. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/command.ts';
import { record, recordPayment } from '../../test/support/recording.ts';
import { reachCashier, send, startSandbox } from '../../test/support/sandbox.ts';
import { runWarmCommand } from '../../test/support/warm-command.ts';

test('a story that fails elsewhere is not written', async () => {
	const sandbox = await startSandbox({
		settings: { cashier: { maxAttempts: 20 } },
	});
	const { sessionId } = await reachCashier(
		sandbox.url,
		'card',
		{},
		{ 'X-Sandbox-Outcome': 'DECLINE' },
	);
	for (let attempt = 0; attempt < 6; attempt += 1) {
		await sandbox.act(sessionId, { action: 'submit' });
		await sandbox.advance('5s');
	}
	const { code, stderr, text } = await recordPayment(sandbox, sessionId);
	expect([code, text]).toEqual([1, null]);
	expect(stderr).toMatch(
		/^Not recorded: The story fails in a sandbox with the seed 4711: shopper pays: /,
	);
});

test('without its calls in the journal, a payment cannot be recorded', async () => {
	const sandbox = await startSandbox();
	const { sessionId } = await reachCashier(sandbox.url, 'card');
	await send('DELETE', `${sandbox.url}/_sandbox/journal`);
	const { code, stderr, text } = await recordPayment(sandbox, sessionId);
	expect([code, text]).toEqual([1, null]);
	expect(stderr).toContain('The journal has no entry of a /v2/payment-options of this payment.');
});

test('a file that Node cannot load as a module is not left behind', async () => {
	const sandbox = await startSandbox();
	const { sessionId } = await reachCashier(sandbox.url, 'card');
	const folder = temporaryFolder();
	writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
	const recordInto = (name: string) =>
		runWarmCommand(['record', sessionId, '--target', sandbox.url, '--out', join(folder, name)]);
	const { code, stdout, stderr } = await recordInto('paid.js');
	expect([code, stdout, readdirSync(folder)]).toEqual([1, '', ['package.json']]);
	expect(stderr).toContain('paid.js cannot be loaded: Cannot use import statement');
	expect(stderr).toContain('Record it into a file that ends with .mjs.\n');
	expect((await recordInto('paid.mjs')).code).toBe(0);
});

test('wrong options are 2, and a sandbox or payment that is not there is 3', async () => {
	const sandbox = await startSandbox();
	const out = join(temporaryFolder(), 'story.ts');
	writeFileSync(out, '');
	const both = await record('id', '--har', 'file.har');
	expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('either the id')]);
	const exists = await runWarmCommand(['record', 'id', '--out', out]);
	expect([exists.code, exists.stderr]).toEqual([2, expect.stringContaining('exists. Remove it')]);
	for (const name of ['paid.test.mjs', 'paid.Spec.ts', 'paid.d.ts', '.paid.mjs']) {
		const left = await runWarmCommand(['record', 'id', '--out', join(temporaryFolder(), name)]);
		expect([left.code, left.stderr]).toEqual([2, expect.stringContaining('leaves out. Use one')]);
	}
	const unread = await record('--har', join(temporaryFolder(), 'none.har'));
	expect([unread.code, unread.stderr]).toEqual([2, expect.stringContaining('cannot be read')]);
	const unknown = await recordPayment(sandbox, 'nothing');
	expect([unknown.code, unknown.stderr]).toEqual([3, expect.stringContaining('was refused: 404')]);
	const gone = await record('id', '--target', 'http://127.0.0.1:9');
	expect([gone.code, gone.text]).toEqual([3, null]);
});
