/** Several journals read as one, and kept within the limits of one. */
import type { Journal, JournalLimits } from './journal.ts';
import type { JournalPage } from './pages.ts';

/** Each page holds the newest of its journal. */
export function mergePages(pages: readonly JournalPage[], limit: number): JournalPage {
	const entries = pages.flatMap((page) => page.entries).sort((one, other) => other.id - one.id);
	const counters = new Map<string, JournalPage['counters'][number]>();
	for (const counter of pages.flatMap((page) => page.counters)) {
		const key = `${counter.endpoint} ${counter.status}`;
		const calls = counter.calls + (counters.get(key)?.calls ?? 0);
		counters.set(key, { ...counter, calls });
	}
	const inOrder = [...counters].sort(([one], [other]) => (one < other ? -1 : 1));
	return { entries: entries.slice(0, limit), counters: inOrder.map(([, counter]) => counter) };
}

/** The id and the bytes of an entry. */
type Held = [id: number, bytes: number];

/** What one journal keeps, oldest first. */
export type Holdings = [workspace: string, entries: Held[]][];

export function holdingsOf(journal: Journal): Holdings {
	return [...journal.records()].map(([workspace, { ring }]) => {
		const oldestFirst = [...ring.newestFirst()].reverse();
		return [workspace, oldestFirst.map(({ id, bytes }) => [id, bytes])];
	});
}

/** The newest entry of each workspace that goes, and all before it with it. */
export type Cuts = [workspace: string, id: number][];

interface Pile {
	readonly workspace: string;
	readonly entries: readonly Held[];
	bytes: number;
	gone: number;
}

/** What must go so that all of them together keep the limits: the oldest of the workspace that holds most. */
export function cutsFor(holdings: readonly Holdings[], limits: JournalLimits): Cuts {
	const piles = pilesOf(holdings);
	let entries = sum(piles.map((pile) => pile.entries.length));
	let bytes = sum(piles.map((pile) => pile.bytes));
	while (entries > limits.journalEntries || bytes > limits.journalBytes) {
		const payer = piles.reduce((most, one) => (one.bytes > most.bytes ? one : most));
		const size = payer.entries[payer.gone]?.[1] ?? 0;
		payer.gone += 1;
		payer.bytes -= size;
		entries -= 1;
		bytes -= size;
	}
	return piles.flatMap(({ workspace, gone, ...pile }): Cuts => {
		const newestGone = pile.entries[gone - 1];
		return newestGone ? [[workspace, newestGone[0]]] : [];
	});
}

function pilesOf(holdings: readonly Holdings[]): Pile[] {
	const together = new Map<string, Held[]>();
	for (const [workspace, held] of holdings.flat()) {
		together.set(workspace, [...(together.get(workspace) ?? []), ...held]);
	}
	return [...together].map(([workspace, held]) => {
		const entries = held.sort(([one], [other]) => one - other);
		return { workspace, entries, gone: 0, bytes: sum(entries.map(([, bytes]) => bytes)) };
	});
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, one) => total + one, 0);
}
