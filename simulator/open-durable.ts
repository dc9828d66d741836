/** Opens a store that outlives the process, and sees that it is the one that was meant. Loaded only where there is one. */
import { randomSecret } from './runtime/chance.ts';
import { createRedisLink } from './runtime/redis-link.ts';
import { monotonicMs, sleep, wallNow } from './runtime/time.ts';
import type { StoreAddress } from './settings/store-address.ts';
import type { BeginOptions, Begun } from './state/steps/begin-store.ts';
import { beginStore, OtherSchema } from './state/steps/begin-store.ts';
import { openFile } from './state/steps/open-file.ts';
import { createRedisKeeper } from './state/steps/redis-keeper.ts';
import { preparation } from './state/steps/redis-script.ts';
import type { Keeper } from './state/steps/step.ts';
import { StoreUnavailable } from './state/unavailable.ts';
import { StoreRefused } from './store-refused.ts';
import type { ClockStart } from './workspaces/clock.ts';
import { clockWords } from './workspaces/clock.ts';
import type { Genesis } from './workspaces/world.ts';

export interface StoreOptions {
	address: StoreAddress;
	/** Of one call, in milliseconds. */
	timeoutMs: number;
	/** How a store begins that is empty. */
	genesis: Genesis;
	/** What of it a person asked for: an existing store that began otherwise is not what was meant. */
	asked: { seed: boolean; clock: boolean; now: boolean };
}

type Durable = Exclude<StoreAddress, { kind: 'memory' }>;

const packages = { file: 'lmdb', redis: '@redis/client' } as const;

export async function openDurable(options: StoreOptions, address: Durable): Promise<Begun> {
	const { genesis, asked } = options;
	try {
		const keeper = await openKeeper(address, options.timeoutMs);
		const begun = await beginIn(keeper, { kind: address.kind, genesis, wallNow, sleep });
		const differences = differencesOf(begun.genesis, genesis, asked);
		if (differences.length === 0) return begun;
		await begun.store.close();
		const fix = 'Leave it out, or take another store';
		throw new StoreRefused(`${nameOf(address)} ${differences.join(', and ')}. ${fix}.`, true);
	} catch (failure) {
		throw lineOf(address, failure);
	}
}

async function openKeeper(address: Durable, timeoutMs: number): Promise<Keeper> {
	if (address.kind === 'file') return openFile(address, sleep);
	const link = await createRedisLink(address.url, preparation);
	const origin = randomSecret().slice(0, 8);
	return createRedisKeeper({ link, prefix: address.prefix, timeoutMs, monotonicMs, origin });
}

async function beginIn(keeper: Keeper, options: Omit<BeginOptions, 'keeper'>): Promise<Begun> {
	try {
		return await beginStore({ keeper, ...options });
	} catch (failure) {
		await keeper.close();
		throw failure;
	}
}

/** Why it cannot be used, in one line; what nobody foresaw is left as it is, with where it came from. */
function lineOf(address: Durable, failure: unknown): unknown {
	const cause = failure instanceof StoreUnavailable ? failure.cause : failure;
	const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
	if (code === 'ERR_MODULE_NOT_FOUND') {
		const name = packages[address.kind];
		const words = `--store ${address.kind}: needs the package ${name}: npm install ${name}`;
		return new StoreRefused(words, false, failure);
	}
	if (failure instanceof OtherSchema) {
		return new StoreRefused(
			`${nameOf(address)} cannot be read: ${failure.message}. ${wayOnFrom(address)}.`,
			false,
			failure,
		);
	}
	if (!(failure instanceof StoreUnavailable)) return failure;
	const reason = (cause instanceof Error && cause.message) || code || String(cause);
	return new StoreRefused(`${nameOf(address)} cannot be used: ${reason}`, false, failure);
}

/** Payments of another schema are not carried over. */
function wayOnFrom(address: Durable): string {
	return address.kind === 'file'
		? 'Take another file, or delete this one'
		: `Take another ?prefix=NAME:, or delete the keys that begin with ${address.prefix}`;
}

function nameOf(address: Durable): string {
	return `The store ${address.kind === 'file' ? `file:${address.path}` : address.shown}`;
}

function differencesOf(found: Genesis, wanted: Genesis, asked: StoreOptions['asked']): string[] {
	const differences: string[] = [];
	const compare = (what: string, one: unknown, other: unknown) => {
		if (one !== other) differences.push(`began with ${what} ${one}, and ${other} was asked for`);
	};
	if (asked.seed) compare('seed', found.seed, wanted.seed);
	if (asked.clock) compare('clock', clockWords(found.clock), clockWords(wanted.clock));
	if (asked.now) compare('its clock at', instantOf(found.clock), instantOf(wanted.clock));
	return differences;
}

function instantOf({ now }: ClockStart): string {
	return now === null ? 'no given time' : new Date(now).toISOString();
}
