/**
 * The bounded record of calls, one for each world within one limit for all. A call is booked before the bytes of its
 * answer leave; what is kept is what was there anyway, and whoever reads it works out the rest.
 */
import { defaultWorkspace } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import type { CallRecorder, RequestContext } from '../wire/request-context.ts';
import { bookingOf, endpointOf } from './booking.ts';
import { countCall } from './counters.ts';
import type { KeptCalls } from './kept-calls.ts';
import { noCalls } from './kept-calls.ts';
import { createTextPages } from './text-pages.ts';
import { createTexts } from './texts.ts';

export interface Journal extends CallRecorder {
	/** Null when the world has none yet. */
	of(world: string): KeptCalls | null;
	records(): Iterable<readonly [world: string, calls: KeptCalls]>;
	/** Forgets the entries of a world, and its counters; how many entries there were. */
	clear(world: string): number;
	/** Of all worlds. */
	kept(): { entries: number; bytes: number };
	limitTo(limits: JournalLimits): void;
}

/** All workspaces together keep within them. */
type JournalLimits = Pick<Settings['limits'], 'journalBytes' | 'journalEntries' | 'maxWorkspaces'>;

interface JournalOptions {
	wallNow(): number;
	limits: JournalLimits;
}

/** Worlds beside those of workspaces: of names that nobody has made, and of workspaces that are over. */
const mostOthers = 1_000;

/** Where nobody has called for so long, the workspace is over, most likely: what it has left goes first. */
const idleMs = 60 * 60_000;

export function createJournal({ wallNow, ...begun }: JournalOptions): Journal {
	/** The one that was used last is last. */
	const records = new Map<string, KeptCalls>();
	let latest: KeptCalls | null = null;
	let payer: KeptCalls | null = null;
	/** The world of `default` as it was last called. */
	let root: string | null = null;
	const pages = createTextPages();
	let { limits } = begun;
	let entries = 0;
	let bytes = 0;
	/** Before that, none is idle. */
	let nextIdleMs = 0;

	const dropOldest = (calls: KeptCalls) => {
		const gone = calls.ring.shift();
		if (!gone) return;
		entries -= 1;
		bytes -= gone.bytes;
		calls.bytes -= gone.bytes;
		if (gone.sent) calls.texts.release(gone.sent);
		if (gone.told) calls.texts.release(gone.told);
	};
	const clear = (world: string) => {
		const calls = records.get(world);
		if (!calls) return 0;
		const cleared = calls.ring.size();
		while (calls.ring.size() > 0) dropOldest(calls);
		records.delete(world);
		if (latest === calls) latest = null;
		return cleared;
	};
	const clearLongestUnused = () => {
		for (const world of records.keys()) if (world !== root) return clear(world);
	};
	const callsOf = ({ secret: world, workspace }: RequestContext): KeptCalls => {
		// Nearly always, and then nothing changes in the order.
		if (latest !== null && latest.world === world) return latest;
		latest = records.get(world) ?? noCalls(world, createTexts(pages));
		records.delete(world);
		records.set(world, latest);
		if (workspace === defaultWorkspace) root = world;
		while (records.size > limits.maxWorkspaces + mostOthers) clearLongestUnused();
		return latest;
	};
	const idlePayer = (nowMs: number): KeptCalls | null => {
		// Nearly always: to look at the first of them for each call would cost it a twentieth more.
		if (nowMs < nextIdleMs) return null;
		nextIdleMs = nowMs + idleMs;
		for (const [world, calls] of records) {
			// It is never over.
			if (world === root) continue;
			nextIdleMs = calls.latestMs + idleMs;
			if (nowMs < nextIdleMs) return null;
			if (calls.ring.size() > 0) return calls;
			clear(world);
		}
		return null;
	};
	/** Whoever has a fair share or more pays: a busy workspace does not push out what a quiet one did. */
	const canPay = (calls: KeptCalls) => calls.ring.size() > 0 && calls.bytes * records.size >= bytes;
	const payerFor = (calls: KeptCalls): KeptCalls => {
		if (canPay(calls)) return calls;
		// Who paid pays on: there may be too many to look at all of them for each call.
		if (payer !== null && canPay(payer)) return payer;
		for (const one of records.values()) {
			if (!canPay(one)) continue;
			payer = one;
			break;
		}
		return payer ?? calls;
	};
	const isTooMuch = () =>
		entries > limits.journalEntries || bytes + pages.unused() > limits.journalBytes;
	const makeRoom = (calls: KeptCalls, nowMs: number) => {
		while (isTooMuch()) dropOldest(idlePayer(nowMs) ?? payerFor(calls));
	};

	return {
		limitTo(next) {
			if (next === limits) return;
			limits = next;
			const [first] = records.values();
			if (first) makeRoom(first, wallNow());
		},
		book(context, reply, ownMs, gone) {
			const { mode } = context.settings.journal;
			if (mode === 'off') return;
			const calls = callsOf(context);
			const wallMs = wallNow();
			const id = calls.latestId + 1;
			calls.latestId = id;
			calls.latestMs = wallMs;
			const endpoint = endpointOf(context);
			countCall(calls.counters, endpoint, reply.status);
			if (mode === 'counters') return;
			const { texts } = calls;
			const occasion = { id, wallMs, ownMs, gone, endpoint, texts };
			const booking = bookingOf(context, reply, occasion);
			calls.ring.push(booking);
			calls.bytes += booking.bytes;
			entries += 1;
			bytes += booking.bytes;
			makeRoom(calls, wallMs);
		},
		of: (world) => records.get(world) ?? null,
		records: () => records,
		clear,
		kept: () => ({ entries, bytes }),
	};
}
