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

/** Some entries that follow each other, up to the one with this id. */
type Part = [newestId: number, entries: number, bytes: number];

/** What one journal keeps of each workspace. */
export type Holdings = [workspace: string, parts: Part[]][];

/** So many for all workspaces, and one more for each: what is told does not grow with what is kept. */
const mostParts = 1_000;

export function holdingsOf(journal: Journal): Holdings {
	const size = Math.ceil(journal.kept().entries / mostParts);
	return [...journal.records()].map(([workspace, { ring }]) => {
		const parts: Part[] = [];
		let part: Part = [0, size, 0];
		for (const { id, bytes } of ring.newestFirst()) {
			if (part[1] === size) {
				part = [id, 0, 0];
				parts.push(part);
			}
			part[1] += 1;
			part[2] += bytes;
		}
		return [workspace, parts];
	});
}

/** The newest entry of each workspace that goes, and all before it with it. */
export type Cuts = [workspace: string, id: number][];

interface Slice {
	readonly workspace: string;
	readonly part: Part;
	/** What its workspace holds as long as it is there, and all before it is not. */
	readonly level: number;
}

/** What must go so that all of them together keep the limits: the oldest of the workspace that holds most. */
export function cutsFor(holdings: readonly Holdings[], limits: JournalLimits): Cuts {
	const slices = slicesOf(holdings).sort((one, other) => other.level - one.level);
	let entries = sum(slices.map(({ part }) => part[1]));
	let bytes = sum(slices.map(({ part }) => part[2]));
	const cuts = new Map<string, number>();
	for (const { workspace, part } of slices) {
		if (entries <= limits.journalEntries && bytes <= limits.journalBytes) break;
		const [newestId, gone, size] = part;
		cuts.set(workspace, newestId);
		entries -= gone;
		bytes -= size;
	}
	return [...cuts];
}

function slicesOf(holdings: readonly Holdings[]): Slice[] {
	const together = new Map<string, Part[]>();
	for (const [workspace, parts] of holdings.flat()) {
		const known = together.get(workspace);
		if (known) known.push(...parts);
		else together.set(workspace, [...parts]);
	}
	return [...together].flatMap(([workspace, parts]) => {
		let level = sum(parts.map(([, , bytes]) => bytes));
		return parts
			.sort(([one], [other]) => one - other)
			.map((part): Slice => {
				const slice = { workspace, part, level };
				level -= part[2];
				return slice;
			});
	});
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, one) => total + one, 0);
}
