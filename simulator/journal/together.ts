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

/** What is kept, by workspace: the id and the bytes of each entry, oldest first. */
export type Holdings = Record<string, [id: number, bytes: number][]>;

export function holdingsOf(journal: Journal): Holdings {
	return Object.fromEntries(
		[...journal.records()].map(([workspace, { ring }]) => [
			workspace,
			[...ring.newestFirst()].reverse().map(({ id, bytes }) => [id, bytes]),
		]),
	);
}

/** By workspace, the newest entry that goes, and all before it with it. */
export type Cuts = Record<string, number>;

interface Pile {
	readonly workspace: string;
	readonly entries: Holdings[string];
	bytes: number;
	gone: number;
}

/** What must go so that all of them together keep the limits: the oldest of the workspace that holds most. */
export function cutsFor(holdings: readonly Holdings[], limits: JournalLimits): Cuts {
	const together: Holdings = {};
	for (const [workspace, entries] of holdings.flatMap((held) => Object.entries(held))) {
		together[workspace] = [...(together[workspace] ?? []), ...entries];
	}
	const piles = Object.entries(together).map(([workspace, entries]): Pile => {
		entries.sort(([one], [other]) => one - other);
		return { workspace, entries, gone: 0, bytes: sum(entries.map(([, bytes]) => bytes)) };
	});
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
	const cut = piles.filter(({ gone }) => gone > 0);
	return Object.fromEntries(
		cut.map((pile) => [pile.workspace, pile.entries[pile.gone - 1]?.[0] ?? 0]),
	);
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, one) => total + one, 0);
}
