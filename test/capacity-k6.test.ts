/** Calls of real k6 wait as the recursion over their recorded arrivals says. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { k6Environment } from '../load/runner/k6-process.ts';
import type { PaymentView } from '../simulator/contract/control.ts';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import type { JournalEntry } from '../simulator/contract/journal.ts';
import { controlPaths, servicePaths } from '../simulator/contract/routes.ts';
import { drawMs } from '../simulator/delays/law.ts';
import { chanceIn } from '../simulator/workspaces/record.ts';
import { full, noteFigure } from './support/campaign.ts';
import { temporaryFolder } from './support/command.ts';
import { findBuiltK6 } from './support/k6.ts';
import { kieferWolfowitz } from './support/queueing.ts';
import { send, startSandbox } from './support/sandbox.ts';

const k6 = full ? await findBuiltK6() : null;
const run = promisify(execFile);

/** 150 calls per second for 20 seconds, evenly, each with a reference of its own. */
const scriptFor = (url: string) => `
import http from 'k6/http';
import exec from 'k6/execution';
export const options = { scenarios: { even: {
	executor: 'constant-arrival-rate', rate: 150, duration: '20s', preAllocatedVUs: 100,
} } };
const example = ${JSON.stringify(paymentOptionsExample)};
const headers = { 'Content-Type': 'application/json' };
export default function () {
	const paymentReference = 'even-' + exec.scenario.iterationInTest;
	http.post('${url}', JSON.stringify({ ...example, paymentReference }), { headers });
}`;

/** All items of a list of the control API, newest first. */
async function everyPage<T>(url: string, field: string): Promise<T[]> {
	const items: T[] = [];
	let next: string | null = '';
	while (next !== null) {
		const { body } = await send('GET', `${url}?limit=1000${next && `&cursor=${next}`}`);
		items.push(...body[field]);
		next = body.next;
	}
	return items;
}

test.skipIf(!k6)('the waits of evenly spaced calls of k6 equal the recursion', async () => {
	const [seed, servers] = [1, 3];
	// 90 % busy.
	const service = { exponential: { mean: 18 } };
	const sandbox = await startSandbox({ seed, settings: { capacity: { servers, service } } });
	const script = join(temporaryFolder(), 'even.js');
	writeFileSync(script, scriptFor(sandbox.url + servicePaths.paymentOptions));
	await run(k6 ?? '', ['run', '--quiet', script], { env: k6Environment(process.env) });
	const entries = await everyPage<JournalEntry>(sandbox.url + controlPaths.journal, 'entries');
	const payments = await everyPage<PaymentView>(sandbox.url + controlPaths.payments, 'payments');
	expect(payments.length).toBeGreaterThan(2_900);

	const serviceOf = (reference: string) => {
		const chance = chanceIn({ seed, name: 'default' }, `${reference}#1 payment-options 1`);
		return drawMs(service, (name) => chance(`service ${name}`)) ?? 0;
	};
	const entryOf = new Map(entries.map((entry) => [entry.transactionId, entry]));
	let latestMs = 0;
	// In the order in which they joined the queue: two calls may come within a millisecond.
	const calls = payments.toReversed().flatMap(({ transactionId, paymentReference }) => {
		const entry = entryOf.get(transactionId);
		if (!entry) return [];
		const { queueMs, serviceMs } = entry.timing;
		// The entry is written when the wait has ended, with the time in whole milliseconds.
		latestMs = Math.max(latestMs, Date.parse(entry.wallAt) + 0.5 - queueMs - serviceMs);
		return { atMs: latestMs, serviceMs: serviceOf(paymentReference ?? ''), queueMs };
	});
	expect(calls).toHaveLength(payments.length);
	const expected = kieferWolfowitz(servers, calls);
	const mean = (values: readonly number[]) =>
		values.reduce((sum, value) => sum + value, 0) / values.length;
	const differences = calls.map(({ queueMs }, index) => Math.abs(queueMs - (expected[index] ?? 0)));
	const p99 = differences.toSorted((one, other) => one - other)[
		Math.floor(0.99 * differences.length)
	] as number;
	const meanMs = mean(calls.map(({ queueMs }) => queueMs));
	const expectedMs = mean(expected);
	noteFigure(
		`${calls.length} calls: mean wait ${meanMs.toFixed(2)} ms, by the recursion ${expectedMs.toFixed(2)} ms; p99 of the difference ${p99.toFixed(2)} ms`,
	);
	// An arrival is known to a millisecond, and a wait differs by at most the sum of two arrivals.
	expect(p99).toBeLessThan(2);
	expect(expectedMs).toBeGreaterThan(5);
	expect(Math.abs(meanMs / expectedMs - 1)).toBeLessThan(0.05);
});
