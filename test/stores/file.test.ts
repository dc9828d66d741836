/** `--store file:PATH` at the start and after a restart. */
import {
	linkSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { controlPaths } from '../../simulator/contract/routes.ts';
import { cards } from '../../simulator/contract/test-values.ts';
import { createSandbox } from '../../simulator/sandbox.ts';
import { openLmdbBackend } from '../../simulator/state/open-lmdb.ts';
import { schemaVersion, storeKeys } from '../../simulator/state/records.ts';
import { createOrigin } from '../../simulator/workspaces/record.ts';
import { options } from '../support/calls.ts';
import { full, fullTest } from '../support/campaign.ts';
import { runCommand, startServe, temporaryFolder } from '../support/command.ts';
import { beginWithOtherSchema, otherSchema } from '../support/other-schema.ts';
import { firstRows } from '../support/sample.ts';
import { reachCashier, send, startPayment, startSandbox } from '../support/sandbox.ts';
import { startValues } from '../support/store.ts';
import { runWarmCommand } from '../support/warm-command.ts';

test.skipIf(process.platform === 'win32')('other users may not read a new store', async () => {
	const path = join(temporaryFolder(), 'store');
	await startSandbox({ store: `file:${path}` });
	for (const file of [path, `${path}-lock`]) expect(statSync(file).mode & 0o777).toBe(0o600);
});

const place = () => `file:${join(temporaryFolder(), 'store')}`;
const serve = (...args: string[]) =>
	runWarmCommand(['serve', '--no-config', '--port', '0', ...args]);

test.each(['', '?sync=full'])(
	'payments and settings outlive the process: file:PATH%s',
	async (query) => {
		const store = `${place()}${query}`;
		const first = await createSandbox({ port: 0, store, seed: 7, clock: 'manual', drain: 0 });
		expect(first.guide).toContain(': new.');
		const { sessionId } = await reachCashier(first.url, 'card', { paymentReference: 'order-1' });
		await first.act(sessionId, { action: 'submit' });
		await first.configure({ cashier: { maxAttempts: 1 } });
		await first.advance('1s');
		const before = await first.payment(sessionId);
		await first.close();

		const second = await startSandbox({ store, clock: 'manual' });
		expect(second.guide).toContain(': existing, with');
		expect(second.guide).toContain('seed 7');
		expect(await second.payment(sessionId)).toEqual(before);
		expect((await second.configure({})).cashier.maxAttempts).toBe(1);
		const { body } = await send('GET', `${second.url}${controlPaths.health}`);
		expect(body).toMatchObject({
			store: 'file',
			seed: 7,
			clock: { mode: 'manual', now: '2027-01-01T00:00:01.000Z' },
			payments: { live: 1 },
		});
		await second.advance('5s');
		expect((await second.payment(sessionId)).state).toBe('confirmed');
		await second.reset();
		expect((await second.configure({})).cashier.maxAttempts).toBe(3);
	},
);

test.skipIf(process.platform === 'win32').each([
	['a symbolic link', symlinkSync, 'it is already in use'],
	['a hard link', linkSync, 'it has a second name (a hard link)'],
])('a second process cannot use the file by %s', async (_name, link, reason) => {
	const folder = temporaryFolder();
	await startSandbox({ store: `file:${join(folder, 'one')}` });
	link(join(folder, 'one'), join(folder, 'other'));
	const { code, stderr } = await serve('--store', `file:${join(folder, 'other')}`);
	expect(stderr).toContain(reason);
	expect(code).toBe(3);
});

test('an unusable path is refused with one line', async () => {
	const folder = temporaryFolder();
	const text = join(folder, 'text');
	writeFileSync(text, 'this is no store'.repeat(1_000));
	mkdirSync(join(folder, 'a-folder'));
	for (const path of [text, join(folder, 'a-folder'), join(text, 'below')]) {
		const { code, stdout, stderr } = await serve('--store', `file:${path}`);
		expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
		expect(stderr).toMatch(/^payin-sandbox: The store file:[^\n]+ cannot be used: [^\n]+\n$/);
	}
});

test('only the first six and the last four digits of a card are stored', async () => {
	const path = join(temporaryFolder(), 'store');
	const sandbox = await startSandbox({ store: `file:${path}` });
	const { sessionId } = await reachCashier(sandbox.url, 'card');
	await sandbox.act(sessionId, { action: 'submit', card: cards.funds });
	const stored = readFileSync(path, 'latin1');
	expect(stored).toContain(sessionId);
	expect(stored).not.toContain(cards.funds);
	expect(stored).not.toMatch(/cvv/i);
});

test('a store of another schema is refused and not changed', async () => {
	const path = join(temporaryFolder(), 'store');
	await beginWithOtherSchema(await openLmdbBackend({ path, sync: 'process' }));
	const { code, stderr } = await serve('--store', `file:${path}`);
	expect(code).toBe(3);
	expect(stderr).toContain(
		`cannot be read: ${otherSchema}. Use another file, or delete this one.\n`,
	);
});

test('a bug at the start rejects with its own error', async () => {
	const path = join(temporaryFolder(), 'store');
	const backend = await openLmdbBackend({ path, sync: 'process' });
	await backend.write((transaction) => {
		transaction.put(storeKeys.schema, schemaVersion);
		transaction.put(storeKeys.origin, createOrigin(0, startValues));
		transaction.put({ ...storeKeys.record('default'), type: undefined }, {});
	});
	await backend.close();
	await expect(createSandbox({ port: 0, store: `file:${path}` })).rejects.toThrow(TypeError);
});

test('a second process that opens the file prints one line and exits, and the first one continues', async () => {
	const store = place();
	const { url } = await startServe(['--store', store]);
	const args = ['serve', '--no-config', '--port', '0', '--store', store];
	const { code, stdout, stderr } = await runCommand(args);
	expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
	expect(stderr).toBe(
		`payin-sandbox: The store ${store} cannot be used: it is already in use, and only one process at a time can use it. Stop the other one, or use another file\n`,
	);
	expect((await startPayment(url)).sessionId).toBeTruthy();
});

fullTest('the file can be opened as soon as its process was killed', async () => {
	const store = place();
	const times = 3;
	for (let kills = 0; kills < times; kills += 1) {
		const { url, child, ended } = await startServe(['--store', store]);
		expect((await startPayment(url)).sessionId).toBeTruthy();
		child.kill('SIGKILL');
		await ended;
	}
	const { url } = await startServe(['--store', store]);
	const { body } = await send('GET', `${url}${controlPaths.health}`);
	expect(body.payments.live).toBe(times);
});

fullTest(
	'of several processes that open a file at the same time, exactly one succeeds',
	async () => {
		const store = place();
		const starts = await Promise.allSettled(
			Array.from({ length: 4 }, () => startServe(['--store', store])),
		);
		const opened = starts.filter(({ status }) => status === 'fulfilled');
		expect(opened).toHaveLength(1);
		for (const start of starts) {
			if (start.status === 'rejected') {
				expect(String(start.reason)).toContain('It ended with 3: payin-sandbox: The store file:');
			}
		}
	},
);

test('a second sandbox of the same process is refused too', async () => {
	const store = place();
	const first = await startSandbox({ store });
	await expect(createSandbox({ port: 0, store })).rejects.toThrow(
		'it is already in use, and only one process at a time can use it. Stop the other one, or use another file',
	);
	expect((await startPayment(first.url)).sessionId).toBeTruthy();
	// The attempt did not release the lock of the first one.
	expect((await serve('--store', store)).code).toBe(3);
});

/** What others do to the files of a store in use. Each returns how to undo it. */
const changes: [string, (path: string) => () => void][] = [
	[
		'the file is replaced by a copy',
		(path) => {
			const copy = readFileSync(path);
			renameSync(path, `${path}-moved`);
			writeFileSync(path, copy);
			return () => renameSync(`${path}-moved`, path);
		},
	],
	[
		'the lock is moved',
		(path) => {
			renameSync(`${path}-lock`, `${path}-moved`);
			return () => renameSync(`${path}-moved`, `${path}-lock`);
		},
	],
	[
		'the file is moved',
		(path) => {
			renameSync(path, `${path}-moved`);
			return () => renameSync(`${path}-moved`, path);
		},
	],
];

test.skipIf(process.platform === 'win32').each(firstRows(changes))(
	'while it serves, %s: changes get 503 until that is undone, reads succeed',
	async (_name, change) => {
		const path = join(temporaryFolder(), 'store');
		const { url, output } = await startServe(['--store', `file:${path}`, '--log', 'off']);
		const { sessionId } = await startPayment(url);
		const undo = change(path);
		const act = () =>
			send('POST', `${url}${controlPaths.payments}/${sessionId}/act`, { action: 'cancel' });
		expect(await act()).toMatchObject({ status: 503, body: { code: 'store_unavailable' } });
		expect((await send('GET', `${url}${controlPaths.payments}/${sessionId}`)).status).toBe(200);
		undo();
		expect((await act()).body.state).toBe('cancelled');
		expect(output().stderr).toMatch(
			/ cannot be written: \S+ was removed or replaced while it is in use\. .*\n.* again\.\n$/,
		);
	},
);

test.skipIf(!full || process.platform === 'win32')(
	'without the lock, a second process can open the file, and the first one writes no more',
	async () => {
		const path = join(temporaryFolder(), 'store');
		const first = await startServe(['--store', `file:${path}`, '--log', 'off']);
		await startPayment(first.url);
		rmSync(`${path}-lock`);
		const second = await startServe(['--store', `file:${path}`, '--log', 'off']);
		await startPayment(second.url);
		expect((await options(first)).status).toBe(503);
		const { body } = await send('GET', `${second.url}${controlPaths.health}`);
		expect(body.payments.live).toBe(2);
	},
);

test('an empty lock beside data is refused with one line', async () => {
	const path = join(temporaryFolder(), 'store');
	await (await createSandbox({ port: 0, store: `file:${path}` })).close();
	writeFileSync(`${path}-lock`, '');
	const { code, stderr } = await serve('--store', `file:${path}`);
	expect(stderr).toMatch(
		/ its lock \S+-lock is empty, so it may be in use\. [^\n]+ delete the lock\n$/,
	);
	expect(code).toBe(3);
});

test.each([
	['its lock', ['-lock']],
	['its lock and its file', ['-lock', '']],
])(
	'a process that was killed when it had created %s does not stop the next start',
	async (_name, endings) => {
		const path = join(temporaryFolder(), 'store');
		for (const ending of endings) writeFileSync(path + ending, '');
		const { url } = await startSandbox({ store: `file:${path}` });
		expect((await startPayment(url)).sessionId).toBeTruthy();
		expect((await serve('--store', `file:${path}`)).code).toBe(3);
	},
);

test('a lock that is no file is refused with one line', async () => {
	const path = join(temporaryFolder(), 'store');
	mkdirSync(`${path}-lock`);
	const { code, stderr } = await serve('--store', `file:${path}`);
	expect(stderr).toMatch(/ its lock \S+-lock is no ordinary file\n$/);
	expect(code).toBe(3);
});

test('a sandbox whose port is taken closes its store', async () => {
	const { url } = await startSandbox({});
	const store = place();
	const port = Number(new URL(url).port);
	await expect(createSandbox({ port, store, clock: 'manual' })).rejects.toMatchObject({
		code: 'EADDRINUSE',
	});
	expect((await startPayment((await startSandbox({ store })).url)).sessionId).toBeTruthy();
});

test.each([
	'disk',
	'file:',
	'file:/tmp/',
	'file:/tmp/x?sync=maybe',
	'file:/tmp/x?mode=1',
	'redis://',
	'redis://h/x',
	'redis://h?database=1',
	'postgres://h',
])('--store %s is refused with the valid forms', async (store) => {
	await expect(createSandbox({ port: 0, store })).rejects.toThrow(
		/store must be memory, file:PATH .* or redis:\/\/HOST:PORT/,
	);
});
