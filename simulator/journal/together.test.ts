import type { IncomingMessage, ServerResponse } from 'node:http';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JournalEntry } from '../contract/journal.ts';
import { json } from '../wire/call.ts';
import { openContext } from '../wire/request-context.ts';
import { createJournal } from './journal.ts';
import type { Holdings } from './together.ts';
import { cutsFor, holdingsOf, mergePages } from './together.ts';

interface Dealt {
	id: number;
	journal: number;
	workspace: string;
	bytes: number;
}

/** Entries in the order of their ids, dealt out to four journals. */
const entries = fc
	.array(
		fc.record({
			journal: fc.nat({ max: 3 }),
			workspace: fc.constantFrom('a', 'b', 'constructor'),
			bytes: fc.integer({ min: 1, max: 100 }),
		}),
		{ maxLength: 60 },
	)
	.map((dealt): Dealt[] => dealt.map((one, index) => ({ ...one, id: index + 1 })));

const journalsOf = (dealt: readonly Dealt[]): Holdings[] =>
	[0, 1, 2, 3].map((number) => {
		const own = dealt.filter(({ journal }) => journal === number);
		const names = [...new Set(own.map(({ workspace }) => workspace))];
		return names.map((name) => [
			name,
			own.filter(({ workspace }) => workspace === name).map(({ id, bytes }) => [id, 1, bytes]),
		]);
	});

const bytesOf = (dealt: readonly Dealt[]) => dealt.reduce((total, { bytes }) => total + bytes, 0);

test('what is cut is the oldest, and no more of it than must go', () => {
	const limits = fc.record({ journalEntries: fc.nat(60), journalBytes: fc.nat(3_000) });
	fc.assert(
		fc.property(entries, limits, (dealt, { journalEntries, journalBytes }) => {
			const cuts = new Map(cutsFor(journalsOf(dealt), { journalEntries, journalBytes }));
			const isCut = ({ workspace, id }: Dealt) => id <= (cuts.get(workspace) ?? 0);
			const kept = dealt.filter((one) => !isCut(one));
			expect(kept.length).toBeLessThanOrEqual(journalEntries);
			expect(bytesOf(kept)).toBeLessThanOrEqual(journalBytes);
			// With the newest that went, of whichever workspace that was the last one to go, it was too much.
			const lastGone = [...cuts].map(([name, newest]) =>
				dealt.find(({ workspace, id }) => workspace === name && id === newest),
			);
			const wouldFit = lastGone.every(
				(one) => one && kept.length < journalEntries && bytesOf(kept) + one.bytes <= journalBytes,
			);
			expect(lastGone.length > 0 && wouldFit).toBe(false);
		}),
	);
});

test('a workspace with little loses nothing to one with much', () => {
	const quiet: Dealt[] = [{ id: 1, journal: 0, workspace: 'a', bytes: 10 }];
	const busy = Array.from({ length: 50 }, (_, index): Dealt => {
		return { id: index + 2, journal: index % 4, workspace: 'b', bytes: 10 };
	});
	const journals = journalsOf([...quiet, ...busy]);
	expect(cutsFor(journals, { journalEntries: 11, journalBytes: 1_000 })).toEqual([['b', 41]]);
});

test('what is told of a journal is bounded, and enough to keep the limits', () => {
	let latestId = 0;
	const idAfter = () => {
		latestId += 1;
		return latestId;
	};
	const most = { journalEntries: 1_000_000, journalBytes: 1_000_000_000, maxWorkspaces: 1_000 };
	const journals = [1, 2, 3].map((worker) =>
		createJournal({ wallNow: () => 0, limits: most, worker, idAfter }),
	);
	const calls = 30_000;
	for (let call = 0; call < calls; call += 1) {
		// Twice as many at the first.
		const journal = journals[[0, 1, 0, 2][call % 4] ?? 0];
		const context = openContext({ headers: {} } as IncomingMessage, {} as ServerResponse);
		context.secret = call % 5 === 0 ? 'quiet' : 'busy';
		journal?.book(context, json({ call }), 1, false);
	}
	const kept = () => journals.reduce((total, journal) => total + journal.kept().entries, 0);
	expect(kept()).toBe(calls);
	const holdings = journals.map(holdingsOf);
	for (const told of holdings) {
		expect(told.flatMap(([, parts]) => parts).length).toBeLessThanOrEqual(1_002);
	}
	const limits = { journalEntries: 20_000, journalBytes: 1_000_000_000 };
	for (const journal of journals) {
		for (const [workspace, id] of cutsFor(holdings, limits)) journal.forget(workspace, id);
	}
	expect(kept()).toBeLessThanOrEqual(20_000);
	// A part of each at most goes beyond what must.
	expect(kept()).toBeGreaterThan(20_000 - 3 * 15);
	const quiet = journals.map((journal) => journal.of('quiet')?.ring.size() ?? 0);
	expect(quiet.reduce((total, one) => total + one)).toBe(calls / 5);
});

test('pages of several journals are one page, and their counters add up', () => {
	const page = (ids: readonly number[], calls: number) => ({
		entries: ids.map((id) => ({ id }) as JournalEntry),
		counters: [
			{ endpoint: 'paymentOptions' as const, status: 200, calls },
			...(calls > 5 ? [{ endpoint: 'cashier' as const, status: 303, calls: 1 }] : []),
		],
	});
	const { entries: merged, counters } = mergePages([page([9, 4, 1], 3), page([7, 6], 8)], 4);
	expect(merged.map(({ id }) => id)).toEqual([9, 7, 6, 4]);
	expect(counters).toEqual([
		{ endpoint: 'cashier', status: 303, calls: 1 },
		{ endpoint: 'paymentOptions', status: 200, calls: 11 },
	]);
	expect(mergePages([], 5)).toEqual({ entries: [], counters: [] });
});
