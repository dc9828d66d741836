/** The journals of four processes are one to whoever reads them. */
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import type { JournalEntry } from '../../simulator/contract/journal.ts';
import { controlPaths, servicePaths } from '../../simulator/contract/routes.ts';
import { post, send } from '../support/sandbox.ts';
import { apart, atOnce, journalAt, startWorkers, workersOf } from '../support/workers.ts';

/** By number; every tenth of them wrong. */
const callAt = (url: string) => (index: number) => {
	const changes = index % 10 === 0 ? { amount: 'much' } : {};
	const body = { ...paymentOptionsExample, ...changes, paymentReference: undefined };
	return post(url + servicePaths.paymentOptions, body, {
		...apart,
		'X-Request-Id': `call-${index}`,
	});
};

async function pagesOf(url: string, query: string): Promise<JournalEntry[]> {
	const entries: JournalEntry[] = [];
	for (let cursor = ''; ; ) {
		const page = await journalAt(url, `?limit=7${query}${cursor}`);
		entries.push(...page.entries);
		if (page.next === null) return entries;
		cursor = `&cursor=${page.next}`;
	}
}

test('each call is there once, newest first, through all pages and filters, until all is cleared', async () => {
	const { url } = await startWorkers(4);
	const call = callAt(url);
	const answers = await atOnce(200, call);
	expect(answers.filter(({ status }) => status === 400)).toHaveLength(20);
	const all = await pagesOf(url, '');
	expect(all.map(({ requestId }) => requestId).sort()).toEqual(
		Array.from({ length: 200 }, (_, index) => `call-${index}`).sort(),
	);
	expect(workersOf(all)).toEqual([1, 2, 3, 4]);
	const ids = all.map(({ id }) => id);
	expect(ids).toEqual([...new Set(ids)].sort((one, other) => other - one));
	expect(await pagesOf(url, '&status=400')).toEqual(all.filter(({ status }) => status === 400));
	expect((await journalAt(url)).counters).toEqual([
		{ endpoint: 'paymentOptions', status: 200, calls: 180 },
		{ endpoint: 'paymentOptions', status: 400, calls: 20 },
	]);

	// One after the other, each meets the next worker: the order is that of the calls.
	for (let index = 201; index <= 212; index += 1) await call(index);
	const latest = (await journalAt(url, '?limit=12')).entries;
	expect(latest.map(({ requestId }) => requestId)).toEqual(
		Array.from({ length: 12 }, (_, index) => `call-${212 - index}`),
	);
	expect(workersOf(latest)).toEqual([1, 2, 3, 4]);

	const clear = await send('DELETE', url + controlPaths.journal, undefined, apart);
	expect(clear.body).toEqual({ workspace: 'default', cleared: 212 });
	expect(await journalAt(url)).toMatchObject({ entries: [], next: null, counters: [] });
});

test('together they keep as many entries as one would, those that came last, and forget them together', async () => {
	const { url } = await startWorkers(2);
	await send('PUT', url + controlPaths.settings, { limits: { journalEntries: 5 } }, apart);
	for (let index = 1; index <= 20; index += 1) await callAt(url)(index);
	const { entries, counters } = await journalAt(url);
	expect(entries.map(({ requestId }) => requestId)).toEqual(
		[20, 19, 18, 17, 16].map((index) => `call-${index}`),
	);
	expect(counters.map(({ calls }) => calls)).toEqual([18, 2]);
	const cleared = await send('DELETE', url + controlPaths.journal, undefined, apart);
	expect(cleared.body.cleared).toBe(5);

	const team = `${url}/w/team`;
	const count = async () => (await journalAt(team)).entries.length;
	await atOnce(5, callAt(team));
	expect(await count()).toBe(5);
	await send('POST', team + controlPaths.reset, undefined, apart);
	expect(await count()).toBe(0);
	await atOnce(5, callAt(team));
	await send('DELETE', `${url}${controlPaths.workspaces}/team`, undefined, apart);
	expect(await count()).toBe(0);
});
