/**
 * Opens a file store or a Redis store, and checks that it was created with the given options. This module is loaded
 * only when it is needed.
 */
import { randomSecret } from './runtime/chance.ts';
import { createLruCache } from './runtime/lru-cache.ts';
import { createRedisLink } from './runtime/redis-link.ts';
import { monotonicMs, sleep, wallNow } from './runtime/time.ts';
import type { StoreAddress } from './settings/store-address.ts';
import { StoreRefused } from './start-failure.ts';
import type { Backend, DamagedValue } from './state/backend.ts';
import { StoreUnavailable } from './state/backend.ts';
import type { OpenedStore, OpenOptions } from './state/create-store.ts';
import { OtherSchemaError, openStoreOver } from './state/create-store.ts';
import { DiskFull } from './state/lmdb-backend.ts';
import { openLmdbBackend } from './state/open-lmdb.ts';
import { createRedisBackend } from './state/redis-backend.ts';
import { preparation } from './state/redis-commands.ts';
import type { Outage } from './state/redis-outages.ts';
import { watchOutages } from './state/redis-outages.ts';
import type { StoreClock } from './state/store-clock.ts';
import { createStoreClock } from './state/store-clock.ts';
import type { ClockStart } from './workspaces/clock.ts';
import { clockModeText, startOfClock } from './workspaces/clock.ts';
import type { StartValues } from './workspaces/record.ts';

export interface WantedStore {
	address: StoreAddress;
	/** The longest time that a call waits for Redis, in milliseconds, over all its transactions. */
	timeoutMs: number;
	/** The seed, clock and settings of a new store. */
	startValues: StartValues;
	/** Which of them the user gave. An existing store that was created with another value is refused. */
	given: { seed: boolean; clock: boolean; now: boolean };
	/** Shows a line when writes begin to fail, and when they succeed again. */
	notice(line: string): void;
}

type Durable = Exclude<StoreAddress, { kind: 'memory' }>;

/** The most places of damaged values that the process remembers, so that it logs each place once. */
const maxNoticed = 1_000;

const packages = { file: 'lmdb', redis: '@redis/client' } as const;

export async function openDurable(options: WantedStore, address: Durable): Promise<OpenedStore> {
	const { startValues, given } = options;
	let isOpen = false;
	const noticeIfOpen = (line: string) => {
		if (isOpen) options.notice(line);
	};
	try {
		const clock = createStoreClock(wallNow, (byMs) => {
			const difference = `the clock of another instance is ${(byMs / 1_000).toFixed(1)} s ahead of this one`;
			options.notice(`${nameOf(address)}: ${difference}. Set both machines by NTP.`);
		});
		const backend = await openBackend(address, { ...options, clock, noticeIfOpen });
		const opened = await openIn({
			...{ backend, kind: address.kind, startValues, clock, sleep },
		});
		const differences = differencesOf(opened.startValues, startValues, given);
		if (differences.length === 0) {
			isOpen = true;
			return opened;
		}
		await opened.store.close();
		const fix = 'Leave these options out, or use another store';
		throw new StoreRefused(
			`${nameOf(address)} was created with ${differences.join(', and with ')}. ${fix}.`,
			true,
		);
	} catch (failure) {
		throw lineOf(address, failure);
	}
}

interface BackendOptions extends Pick<WantedStore, 'timeoutMs' | 'notice'> {
	clock: StoreClock;
	/** The same as `notice` once the store is open: a failure before ends the start with a line of its own. */
	noticeIfOpen(line: string): void;
}

async function openBackend(
	address: Durable,
	{ timeoutMs, notice, noticeIfOpen, clock }: BackendOptions,
): Promise<Backend> {
	if (address.kind === 'file') {
		return openLmdbBackend(address, (failure) => {
			const what =
				failure === null ? 'can be written again.' : `cannot be written: ${whyNot(failure)}`;
			notice(`${nameOf(address)} ${what}`);
		});
	}
	const link = watchOutages(await createRedisLink(address.url, preparation), {
		monotonicMs,
		began: (outage, failure) => noticeIfOpen(outageLine(address, outage, failure)),
		ended: (outage) =>
			noticeIfOpen(
				`${nameOf(address)} ${outage === 'all' ? 'answers again' : 'can be written again'}.`,
			),
	});
	const origin = randomSecret().slice(0, 4);
	const { prefix } = address;
	const noticed = createLruCache<true>(maxNoticed);
	const noticeDamage = ({ place }: DamagedValue) => {
		if (noticed.get(place)) return;
		noticed.put(place, true);
		noticeIfOpen(damageLine(address, place));
	};
	return createRedisBackend({
		...{ link, prefix, timeoutMs, monotonicMs, sleep, origin, clock, noticeDamage },
	});
}

async function openIn(options: OpenOptions): Promise<OpenedStore> {
	try {
		return await openStoreOver(options);
	} catch (failure) {
		await options.backend.close();
		throw failure;
	}
}

const fixes: Readonly<Record<string, string>> = {
	ENOSPC: 'Free some space there, or use a file on another disk',
	EISDIR: 'It is a folder: name a file, which may be a new one in it',
	ECONNREFUSED: 'Start Redis there, or correct the address',
};

/** Describes a failure in one line. An unexpected failure is returned unchanged, with its stack. */
function lineOf(address: Durable, failure: unknown): unknown {
	const cause = failure instanceof StoreUnavailable ? failure.cause : failure;
	const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
	if (code === 'ERR_MODULE_NOT_FOUND') {
		const name = packages[address.kind];
		const words = `--store ${address.kind}: needs the package ${name}: npm install ${name}`;
		return new StoreRefused(words, false, failure);
	}
	if (failure instanceof OtherSchemaError) {
		return new StoreRefused(
			`${nameOf(address)} cannot be read: ${failure.message}. ${otherPlace(address)}.`,
			false,
			failure,
		);
	}
	if (!(failure instanceof StoreUnavailable)) return failure;
	const reason = reasonOf(cause);
	const fix = Object.hasOwn(fixes, code) ? `. ${fixes[code]}` : '';
	return new StoreRefused(`${nameOf(address)} cannot be used: ${reason}${fix}`, false, failure);
}

function outageLine(address: Durable, outage: Outage, failure: unknown): string {
	if (outage === 'changes') return `${nameOf(address)} cannot be written: ${whyNot(failure)}`;
	const then = 'Until it answers again, calls that need it get 503 store_unavailable.';
	return `${nameOf(address)} cannot be used: ${reasonOf(failure)}. ${then}`;
}

function damageLine(address: Durable, place: string): string {
	return `${nameOf(address)} has a damaged value, "${place}": another program has changed it. Calls that need it get 503 store_unavailable, and the others go on without it.`;
}

/** Describes a failure, without a full stop and without the arguments that Redis quotes of an unknown command. */
function reasonOf(failure: unknown): string {
	const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
	const text = (failure instanceof Error && failure.message) || code || String(failure);
	return text.replace(/, with args.*|\.$/s, '');
}

function whyNot(failure: unknown): string {
	const reason = reasonOf(failure);
	const fix = failure instanceof DiskFull ? ' Free some space there.' : '';
	return `${reason}.${fix} Until then, calls that change something get 503 store_unavailable.`;
}

/** The advice for a store of another schema version, whose payments cannot be migrated. */
function otherPlace(address: Durable): string {
	return address.kind === 'file'
		? 'Use another file, or delete this one'
		: `Use another ?prefix=NAME:, or delete the keys that begin with ${address.prefix}`;
}

function nameOf(address: Durable): string {
	return `The store ${address.kind === 'file' ? `file:${address.path}` : address.shown}`;
}

function differencesOf(
	found: StartValues,
	wanted: StartValues,
	given: WantedStore['given'],
): string[] {
	const differences: string[] = [];
	const compare = (what: string, one: unknown, other: unknown) => {
		if (one !== other) differences.push(`${what} ${one}, not ${other}`);
	};
	if (given.seed) compare('seed', found.seed, wanted.seed);
	if (given.clock) compare('clock', clockModeText(found.clock), clockModeText(wanted.clock));
	if (given.now) compare('its clock at', instantOf(found.clock), instantOf(wanted.clock));
	return differences;
}

function instantOf(clock: ClockStart): string {
	const start = startOfClock(clock);
	return start === null ? 'the real time' : new Date(start).toISOString();
}
