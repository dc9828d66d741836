import type { IncomingMessage, ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { campaign, noteFigure } from '../../test/support/campaign.ts';
import { paymentOptionsExample } from '../contract/examples.ts';
import { json } from '../wire/call.ts';
import type { RequestContext } from '../wire/request-context.ts';
import { openContext } from '../wire/request-context.ts';
import { readBodies } from './body-pages.ts';
import type { CallRecord } from './call-record.ts';
import { createJournal } from './journal.ts';
import { createForwardReader } from './read.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const someLimits = { journalEntries: 10_000, journalBytes: 4_000_000, maxWorkspaces: 1_000 };
const sent = Buffer.from(JSON.stringify(paymentOptionsExample));

const arriving = () => openContext({ headers: {} } as IncomingMessage, {} as ServerResponse);

function setup(limits = someLimits) {
	let nowMs = 0;
	const journal = createJournal({ wallNow: () => nowMs, limits });
	const record = (workspace: string, body: object = {}, changes: Partial<RequestContext> = {}) => {
		const context = arriving();
		const path = '/v2/payment-options';
		const reply = json(body);
		const facts: Partial<RequestContext> = { sent, path, call: 'paymentOptions', workspace };
		journal.record(Object.assign(context, facts, { secret: workspace, ...changes }), reply, {
			bytes: Buffer.byteLength(reply.text),
			ownMs: 1,
			gone: false,
			goneMs: 0,
			order: { arrived: 0, answered: 0 },
		});
	};
	const idsOf = (workspace: string) =>
		[...(journal.of(workspace)?.records.newestFirst() ?? [])].map(({ id }) => id);
	const end = (workspace: string) =>
		journal.endWorkspace({ workspace, secret: workspace, hasExpired: false });
	return { journal, record, idsOf, end, pass: (ms: number) => (nowMs += ms) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('readers at the same place of the journal parse an entry once', () => {
	const { journal, record } = setup();
	for (let id = 1; id <= 30; id += 1) record('team-a', { id });
	const next = createForwardReader(journal);
	for (let id = 0; id < 30; id += 1) {
		const [one, other] = [next('team-a', id), next('team-a', id)];
		expect(one?.entry).toMatchObject({ id: id + 1, response: { id: id + 1 } });
		expect(other).toBe(one);
	}
	expect(next('team-a', 30)).toBe(null);
	expect(next('team-b', 0)).toBe(null);
});

/** Bytes in use after a forced collection. */
async function memoryNow(): Promise<number> {
	for (let times = 0; times < 2; times += 1) {
		await turn();
		collect();
	}
	const { heapUsed, arrayBuffers } = process.memoryUsage();
	return heapUsed + arrayBuffers;
}

/** What the process may keep meanwhile beside the journal, such as compiled code and results of other tests. */
const otherBytes = 600_000;

const count = campaign({ sample: 6_000, full: 1_000_000 });
const spread = campaign({ sample: 8_000, full: 100_000 });

test(`${count} calls stay within the limits of bytes and entries`, async () => {
	// The code that the first calls compile takes memory too.
	const warmUp = setup();
	for (let call = 1; call <= 1_000; call += 1) warmUp.record('default', { call, text: '' });
	warmUp.journal.clear('default', 'default');
	const { journal, record } = setup();
	const before = await memoryNow();
	let most = 0;
	for (let call = 1; call <= count; call += 1) {
		const text = 'x'.repeat(call % 5_000 === 0 ? 100_000 : (call % 7) * 300);
		record('default', { call, text });
		most = Math.max(most, journal.usage().bytes);
	}
	const calls = journal.of('default');
	expect(calls?.latestId).toBe(count);
	expect(most).toBeLessThanOrEqual(someLimits.journalBytes);
	expect(journal.usage().entries).toBeLessThanOrEqual(someLimits.journalEntries);
	expect((await memoryNow()) - before).toBeLessThan(someLimits.journalBytes + otherBytes);
	const [newest] = calls?.records.newestFirst() ?? [];
	const { request, response } = readBodies((newest as CallRecord).bodies);
	expect(JSON.parse(response ?? '').call).toBe(count);
	expect(request).toBe(sent.toString());
	noteFigure(`${count} calls, at most ${Math.round(most / 1e6)} MB`);
});

test('with many workspaces, the memory stays within the limit of bytes, and more than half of it is used', async () => {
	const { journal, record, end } = setup();
	const before = await memoryNow();
	for (let call = 1; call <= spread; call += 1) {
		const workspace = call % 7 === 0 ? `quiet-${call % 600}` : `busy-${call % 40}`;
		record(workspace, { call, text: 'x'.repeat((call % 11) * 150) });
		// A busy one loses all its entries at once.
		if (call % 9_000 === 0) journal.clear(`busy-${call % 40}`, 'busy');
	}
	expect((await memoryNow()) - before).toBeLessThan(1.5 * someLimits.journalBytes);
	expect(journal.usage().bytes).toBeGreaterThan(someLimits.journalBytes / 2);
	for (let name = 0; name < 600; name += 1) {
		end(`quiet-${name}`);
		end(`busy-${name}`);
	}
	expect(journal.usage()).toEqual({ entries: 0, bytes: 0 });
	expect((await memoryNow()) - before).toBeLessThan(1_000_000);
});

test('many short-lived workspaces evict neither `default` nor a workspace in use', () => {
	const { journal, record, idsOf } = setup({ ...someLimits, maxWorkspaces: 500 });
	record('default');
	record('in-use');
	for (let name = 1; name <= 5_000; name += 1) {
		record(`name-${name}`);
		if (name % 1_000 === 0) record('in-use');
	}
	expect(idsOf('default')).toEqual([1]);
	expect(idsOf('in-use')).toEqual([6, 5, 4, 3, 2, 1]);
	const names = Array.from({ length: 5_000 }, (_, index) => `name-${index + 1}`);
	expect(['default', 'in-use', ...names].filter(journal.of)).toHaveLength(1_500);
	expect(idsOf('name-1')).toEqual([]);
	expect(idsOf('name-5000')).toEqual([1]);
});

test('an earlier generation of `default` is evicted like any other', () => {
	const { journal, record } = setup({ ...someLimits, maxWorkspaces: 1 });
	const workspace = 'default';
	const secrets = Array.from({ length: 2_000 }, (_, index) => `secret-${index + 1}`);
	for (const secret of secrets) record(secret, {}, { workspace });
	expect(secrets.filter(journal.of)).toHaveLength(1_001);
});

test('the entries of a workspace without a call for an hour are evicted first, and then the workspace', () => {
	const { journal, record, idsOf, pass } = setup({ ...someLimits, journalEntries: 12 });
	const held = () => ['default', 'quiet', 'busy'].map((workspace) => idsOf(workspace).length);
	const call = (workspace: string, times: number) => {
		for (let count = 0; count < times; count += 1) record(workspace);
	};
	call('default', 2);
	call('quiet', 4);
	pass(60 * 60_000 + 1);
	call('busy', 8);
	expect([held(), idsOf('quiet')]).toEqual([
		[2, 2, 8],
		[4, 3],
	]);
	call('busy', 3);
	expect([held(), journal.of('quiet')]).toEqual([[2, 0, 10], null]);
});

/** A workspace that this process created. */
const createdAt = (createdMs: number, secret: string) => {
	return { name: secret, secret, createdMs, generation: 1 };
};

test('a workspace that was removed to make room is not whole any more, until it is emptied or reset', () => {
	const { journal, record, end, pass } = setup({ ...someLimits, maxWorkspaces: 1 });
	pass(10);
	const created = createdAt(5, 'first');
	record('first');
	record('default', {}, { workspace: 'default' });
	expect(journal.isWhole(created)).toBe(true);
	for (let name = 1; name <= 1_001; name += 1) record(`name-${name}`);
	expect(journal.of('first')).toBeNull();
	expect(journal.isWhole(created)).toBe(false);
	record('first');
	expect(journal.isWhole(created)).toBe(false);
	pass(10);
	record('later');
	expect(journal.isWhole(createdAt(15, 'later'))).toBe(true);
	expect(journal.isWhole(createdAt(5, 'default'))).toBe(true);
	expect(journal.isWhole(createdAt(5, 'unused'))).toBe(true);
	journal.clear('first', 'first');
	expect(journal.isWhole(created)).toBe(true);
	expect(journal.isWholeSinceCreation(created)).toBe(false);
	record('first');
	expect(journal.isWholeSinceCreation(created)).toBe(false);
	end('first');
	journal.restart('first again', 'first');
	expect(journal.isWholeSinceCreation({ ...created, secret: 'first again' })).toBe(true);
});

test('a workspace that lost its calls stays uncertain, however many others are dropped after it', () => {
	const { journal, record, pass } = setup({ ...someLimits, maxWorkspaces: 1 });
	const isWhole = (name: string, createdMs = 5) => journal.isWhole(createdAt(createdMs, name));
	pass(10);
	for (const name of ['gone', 'back', 'in-use']) record(name);
	for (let count = 1; count <= 12_000; count += 1) {
		record(`name-${count}`);
		if (count % 500 === 0) record('in-use');
		if (count % 500 === 0 && count >= 2_000) record('back');
		if (count === 10_000) expect([isWhole('unused'), isWhole('gone')]).toEqual([true, false]);
	}
	expect([isWhole('in-use'), isWhole('gone'), isWhole('back')]).toEqual([true, false, false]);
	expect(isWhole('default')).toBe(true);
	// More than 10,000 were dropped: of a workspace without a call, only its age shows that it was not one of them.
	pass(10);
	expect([isWhole('unused'), isWhole('unused', 15)]).toEqual([false, true]);
});

test('a workspace that had no call since its reset has none to lose', () => {
	const { journal, record, pass } = setup({ ...someLimits, maxWorkspaces: 1 });
	journal.restart('quiet', 'quiet');
	pass(10);
	for (let name = 1; name <= 1_002; name += 1) record(`name-${name}`);
	expect(journal.of('quiet')).toBeNull();
	record('quiet');
	expect(journal.isWholeSinceCreation(createdAt(5, 'quiet'))).toBe(true);
});

test('calls of the workspace default from before a reset that come late do not hide the loss of later calls', () => {
	const { journal, record, pass } = setup({ ...someLimits, maxWorkspaces: 1 });
	pass(10);
	const created = { ...createdAt(5, 'default'), secret: 'new' };
	record('new', {}, { workspace: 'default' });
	expect(journal.isWhole(created)).toBe(true);
	record('old', {}, { workspace: 'default' });
	for (let name = 1; name <= 1_002; name += 1) record(`name-${name}`);
	expect(journal.of('new')).toBeNull();
	expect(journal.isWhole(created)).toBe(false);
});

test('a workspace that is older than the process is not whole since its creation', () => {
	const limits = { ...someLimits, maxWorkspaces: 1 };
	const journal = createJournal({ wallNow: () => 0, limits, firstGeneration: 2 });
	const isWhole = (generation: number) =>
		journal.isWholeSinceCreation({ ...createdAt(5, 'default'), generation });
	expect([0, 1, 2, 3].map(isWhole)).toEqual([false, false, true, true]);
	journal.clear('default', 'default');
	expect(isWhole(1)).toBe(false);
});

test('a listener is called for each recorded call of its workspace, until it is removed', () => {
	const { journal, record } = setup();
	const called: string[] = [];
	const unwatch = journal.watch('one', () => called.push('one'));
	journal.watch('two', () => called.push('two'));
	record('one');
	record('two');
	record('three');
	unwatch();
	record('one');
	expect(called).toEqual(['one', 'two']);
});

test('an entry holds no reference to the settings of its call', async () => {
	const { record, idsOf } = setup();
	const bookUnder = (settings: RequestContext['settings']) => {
		record('default', {}, { settings });
		return new WeakRef(settings);
	};
	const settings = bookUnder(structuredClone(arriving().settings));
	// What a WeakRef was made of stays until the end of the turn.
	await turn();
	collect();
	expect(idsOf('default')).toEqual([1]);
	expect(settings.deref()).toBeUndefined();
});
