import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { optionNames } from '../simulator/catalog/catalog.ts';
import { pageKinds, paymentStates } from '../simulator/contract/control.ts';
import { recordedEndpoints } from '../simulator/contract/journal.ts';
import { controlPaths, headerNames, servicePaths } from '../simulator/contract/routes.ts';
import { outcomes } from '../simulator/contract/test-values.ts';
import { exposition } from '../simulator/observe/exposition.ts';
import { createSandbox } from '../simulator/sandbox.ts';
import { temporaryFolder } from './support/command.ts';
import { docsTable } from './support/docs-table.ts';
import { parseExposition } from './support/exposition.ts';
import { exchange } from './support/raw.ts';
import { post, reachCashier, send, startPayment, startSandbox } from './support/sandbox.ts';

async function scrape(url: string) {
	const { status, headers, body } = await send('GET', url + controlPaths.metrics);
	expect([status, headers.get('content-type')]).toEqual([
		200,
		'text/plain; version=0.0.4; charset=utf-8',
	]);
	const families = parseExposition(body);
	const samples = [...families.values()].flatMap((family) => family.samples);
	return {
		families,
		samples,
		/** The value of the series with these labels among others; undefined without one. */
		value: (name: string, labels: Record<string, string> = {}) =>
			samples.find(
				(sample) =>
					sample.name === name &&
					Object.entries(labels).every(([label, text]) => sample.labels[label] === text),
			)?.value,
	};
}

const calls = 'payin_sandbox_calls_total';

test.each(['memory', 'file'])(
	'a scrape over the %s store counts calls, payments and attempts',
	async (kind) => {
		const store = kind === 'file' ? `file:${join(temporaryFolder(), 'store')}` : kind;
		const settings = { latency: { hybridPayment: { fixed: 30 } } };
		const sandbox = await startSandbox({ store, settings });
		const other = await sandbox.workspace('team-b');
		await startPayment(other.url);
		for (const holder of ['Ana', 'DECLINE']) {
			const { page, sessionId } = await reachCashier(sandbox.url, 'card');
			await send('GET', page);
			await sandbox.act(sessionId, { action: 'submit', holder });
		}
		await post(sandbox.url + servicePaths.paymentOptions, {});
		const before = await scrape(sandbox.url);
		expect(before.value('payin_sandbox_payments', { state: 'processing' })).toBe(2);
		await sandbox.advance('5s');
		const { value } = await scrape(sandbox.url);
		expect(value(calls, { endpoint: 'paymentOptions', status: '200' })).toBe(3);
		expect(value(calls, { endpoint: 'paymentOptions', status: '400' })).toBe(1);
		expect(value(calls, { endpoint: 'cashier', status: '200' })).toBe(2);
		expect(value(calls, { endpoint: 'unknown' })).toBeUndefined();
		const injected = 'payin_sandbox_call_injected_seconds';
		expect(value(`${injected}_count`, { endpoint: 'hybridPayment' })).toBe(2);
		expect(value(`${injected}_sum`, { endpoint: 'hybridPayment' })).toBeGreaterThanOrEqual(0.06);
		expect(value(`${injected}_bucket`, { endpoint: 'hybridPayment', le: '0.025' })).toBe(0);
		expect(value(`${injected}_bucket`, { endpoint: 'paymentOptions', le: '0.00025' })).toBe(4);
		expect(
			value('payin_sandbox_call_own_seconds_sum', { endpoint: 'paymentOptions' }),
		).toBeGreaterThan(0);
		const states = paymentStates.map((state) => value('payin_sandbox_payments', { state }));
		expect(states).toEqual([1, 0, 0, 0, 1, 1, 0, 0]);
		const card = { option: 'Card', kind: 'card' };
		expect(value('payin_sandbox_attempts_total', { ...card, outcome: 'APPROVE' })).toBe(1);
		expect(value('payin_sandbox_attempts_total', { ...card, outcome: 'DECLINE' })).toBe(1);
		expect(value('payin_sandbox_store_payments')).toBe(3);
		expect(value('payin_sandbox_workspaces')).toBe(2);
		expect(value('payin_sandbox_journal_entries')).toBe(8);
		expect(value('payin_sandbox_journal_bytes')).toBeGreaterThan(1_000);
		expect(value('payin_sandbox_build_info', { store: kind })).toBe(1);
		expect(value('process_resident_memory_bytes')).toBeGreaterThan(1e7);
		if (process.platform === 'linux') expect(value('process_open_fds')).toBeGreaterThan(3);
		expect(value('process_start_time_seconds')).toBeLessThan(Date.now() / 1e3);
		expect(value('process_start_time_seconds')).toBeGreaterThan(1.7e9);
	},
);

test('a scrape is no call: it is in no journal and in no count', async () => {
	const { url, journal } = await startSandbox();
	for (let scrapes = 0; scrapes < 3; scrapes += 1) await scrape(url);
	const { value } = await scrape(url);
	expect(value(calls)).toBeUndefined();
	expect((await journal()).entries).toEqual([]);
	expect((await fetch(url + controlPaths.metrics, { method: 'HEAD' })).status).toBe(200);
	expect((await send('POST', url + controlPaths.metrics)).status).toBe(405);
});

test('a call without a valid workspace is counted with the endpoint of its path, and is in no journal', async () => {
	const { url, journal } = await startSandbox();
	const { paymentOptions } = servicePaths;
	const inHeader = (name: string) => ({ [headerNames.workspace]: name });
	const bad: [string, string, string?][] = [
		['POST', `/w/Team-A${paymentOptions}`],
		['POST', paymentOptions, 'Team_A'],
		['POST', `/w/a${paymentOptions}`, 'b'],
		['GET', '/w/Team-A/pay?sessionId=1'],
		['GET', '/w/Team-A/typo'],
		['GET', `/w/Team-A${controlPaths.health}`],
		['GET', '/w/Team-A/favicon.ico'],
	];
	for (const [method, path, name] of bad) {
		const headers = name === undefined ? {} : inHeader(name);
		expect((await send(method, url + path, undefined, headers)).status).toBe(400);
	}
	const close = 'Host: 127.0.0.1\r\nConnection: close\r\n\r\n';
	await exchange(url, `GET http:// HTTP/1.1\r\n${close}`);
	const { samples, value } = await scrape(url);
	const refused = samples.filter(({ name }) => name === calls);
	expect(refused.map(({ labels, value }) => [labels.endpoint, labels.status, value])).toEqual([
		['paymentOptions', '400', 3],
		['cashier', '400', 1],
		['unknown', '400', 2],
	]);
	expect(value('payin_sandbox_call_own_seconds_count', { endpoint: 'paymentOptions' })).toBe(3);
	expect(value('payin_sandbox_journal_entries')).toBe(0);
	expect((await journal()).counters).toEqual([]);
});

test('removed payments are counted in the store: a restart keeps the value, as its help says', async () => {
	const store = `file:${join(temporaryFolder(), 'store')}`;
	const removed = 'payin_sandbox_store_removed_payments_total';
	const settings = { limits: { maxPayments: 2 } };
	const first = await createSandbox({ port: 0, clock: 'manual', store, settings });
	for (let payments = 0; payments < 5; payments += 1) await startPayment(first.url);
	const before = await scrape(first.url);
	await first.close();
	const { url } = await startSandbox({ store });
	const { families, value } = await scrape(url);
	const evicted = value(removed, { reason: 'evicted' });
	expect(evicted).toBeGreaterThan(0);
	expect(evicted).toBe(before.value(removed, { reason: 'evicted' }));
	expect(value(calls)).toBeUndefined();
	expect(families.get(removed)?.help).toContain('a restart keeps it');
});

/** All that a label can be. */
const allowed: Readonly<Record<string, ReadonlySet<string>>> = {
	endpoint: new Set(recordedEndpoints),
	status: new Set([...Object.keys(STATUS_CODES), '0', 'other']),
	state: new Set(paymentStates),
	option: optionNames,
	kind: new Set(pageKinds),
	outcome: new Set(outcomes),
	reason: new Set(['evicted', 'expired']),
	doing: new Set(['active', 'idle']),
	store: new Set(['memory', 'file', 'redis']),
};

test('labels come from fixed lists: no caller can add a series', async () => {
	const sandbox = await startSandbox();
	const { url } = sandbox;
	for (let index = 0; index < 30; index += 1) {
		await send('GET', `${url}/w/team-${index}/path-${index}`);
		await startPayment(url, {
			paymentReference: `order-${index}`,
			country: 'ZZ',
			customer: { name: `Ana ${index}`, email: `a${index}@shop.example` },
		});
		await sandbox.configure({ errors: { status: { invalid_body: 430 + index } } });
		await post(url + servicePaths.paymentOptions, {});
	}
	const { samples, value } = await scrape(url);
	for (const { name, labels } of samples) {
		for (const [label, text] of Object.entries(labels)) {
			if (label === 'le') expect(Number(text.replace('+Inf', '1e9'))).toBeGreaterThan(0);
			else if (label === 'version') expect(text).toMatch(/^v?\d+\.\d+\.\d+/);
			else expect([name, label, allowed[label]?.has(text)]).toEqual([name, label, true]);
		}
	}
	expect(value(calls, { endpoint: 'paymentOptions', status: 'other' })).toBeGreaterThan(20);
	expect(value(calls, { endpoint: 'unknown', status: '404' })).toBe(30);
	expect(samples.length).toBeLessThan(300);
});

test('the docs have one row for each metric, with its type', async () => {
	const { url } = await startSandbox();
	const { families } = await scrape(url);
	const rows = docsTable('events-and-metrics.md', 'metric').map(
		({ metric, type }) => `${metric} ${type}`,
	);
	const sent = [...families].map(([name, { type }]) => `\`${name}\` ${type}`);
	expect(rows.sort()).toEqual(sent.sort());
});

test('off loopback, metrics, events and settlement need the token', async () => {
	const { url, controlToken } = await startSandbox({ host: '0.0.0.0' });
	for (const path of [controlPaths.metrics, controlPaths.events, controlPaths.settlement]) {
		for (const method of ['GET', 'HEAD']) {
			const { status } = await fetch(url + path, { method });
			expect([path, method, status]).toEqual([path, method, 401]);
		}
		const headers = { Authorization: `Bearer ${controlToken}` };
		expect((await fetch(url + path, { method: 'HEAD', headers })).status).toBe(200);
	}
});

test('texts with quotes, backslashes and line feeds, and numbers without an end, are written so that they can be read', () => {
	const text = 'a "b" \\ c\nd';
	const values = [0.1, 1e21, Number.POSITIVE_INFINITY, Number.NaN];
	const samples = values.map((value, index) => ({ labels: { text, index: `${index}` }, value }));
	const written = exposition([{ name: 'x', help: text, type: 'gauge', samples }]);
	const read = parseExposition(written).get('x');
	expect(read?.samples.map(({ labels }) => labels.text)).toEqual(Array(4).fill(text));
	expect(read?.samples.map(({ value }) => value)).toEqual(values);
});

test.each([
	'x 1\n',
	'# HELP x y\nx 1\n',
	'# HELP x y\n# TYPE x gauge\nx one\n',
	'# HELP x y\n# TYPE x gauge\nx 1\nx 1\n',
	'# HELP x y\n# TYPE x gauge\nx{a="b} 1\n',
	'# HELP x y\n# TYPE x gauge\nz 1\n',
	'# HELP x y\n# TYPE x histogram\nx_bucket{le="1"} 1\nx_sum 1\nx_count 1\n',
	'# HELP x y\n# TYPE x gauge\nx 1',
])('the parser of these tests refuses %j', (text) => {
	expect(() => parseExposition(text)).toThrow();
});
