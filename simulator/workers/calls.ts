/** What a worker may be asked, and what the supervisor may: plain data, as it goes from process to process. */
import type { ClockRecord } from '../contract/clock.ts';
import type { JournalLimits } from '../journal/journal.ts';
import type { JournalPage, PageWanted } from '../journal/pages.ts';
import type { Cuts, Holdings } from '../journal/together.ts';
import type { SandboxOptions } from '../sandbox.ts';
import type { StartFailure } from '../start-failure.ts';
import type { Take } from '../wire/allowances.ts';

/** The place of a worker among the others. */
export interface Place {
	/** From 1. */
	worker: number;
	configured: number;
	/** When the server started, by the clock that all processes of the machine share. */
	startedMs: number;
}

/** Functions are not sent. */
export type PlainOptions = Omit<SandboxOptions, 'writeLog'>;

export type Started =
	| { ok: true; url: string; port: number; guide: string; controlToken: string | null }
	| StartFailure;

export interface WorkerCalls {
	/** Answered at once by any that is not stuck; one that somebody debugs may stand still. */
	beThere(nothing: null): { isDebugged: boolean };
	noteRunning(workers: number): void;
	page(asked: { workspace: string; wanted: PageWanted }): JournalPage;
	clear(workspace: string): number;
	kept(nothing: null): { entries: number; bytes: number };
	holdings(nothing: null): Holdings;
	cut(cuts: Cuts): void;
	callsInFlight(nothing: null): number;
	/** Ends the process once calls in flight are answered; never answered itself. */
	stop(nothing: null): void;
}

/** Of a world, what is not the same for whoever begins it. */
export interface UnmadeFacts {
	secret: string;
	clock: ClockRecord;
	strayCalls: number;
}

/** What a worker begins with. */
export interface Orders {
	place: Place;
	options: PlainOptions;
}

export interface SupervisorCalls {
	/** The first thing a worker asks: what is sent to it before, nobody hears. */
	enter(nothing: null): Orders;
	/** It listens, or cannot. */
	started(how: Started): void;
	page(asked: { workspace: string; wanted: PageWanted }): JournalPage;
	clear(workspace: string): number;
	/** Of all journals together, from here on. */
	limitTo(limits: JournalLimits): void;
	take(asked: Take): number;
	/** The proposal is taken when nobody has seen the name lately. */
	lookUnmade(asked: { name: string; proposal: UnmadeFacts }): UnmadeFacts;
	countStrayCalls(asked: { name: string; calls: number }): void;
	forgetUnmade(name: string): void;
}
