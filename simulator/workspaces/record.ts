/** The record of a workspace: its seed, clock and settings, stored beside its payments. */
import type { ClockRecord } from '../contract/clock.ts';
import { toMs } from '../contract/duration.ts';
import type { FaultRule } from '../contract/faults.ts';
import type { KeyedDraw } from '../contract/seed.ts';
import { createHmacToken, drawOf, randomSecret } from '../runtime/chance.ts';
import type { SettingsRecord } from '../settings/settings.ts';
import type { ClockStart } from './clock.ts';
import { readClock, startClock } from './clock.ts';

/** The state with which a workspace begins, and begins again after a reset. */
export interface StartValues {
	readonly seed: number;
	readonly settings: SettingsRecord;
	readonly clock: ClockStart;
}

export interface WorkspaceRecord {
	readonly name: string;
	/**
	 * The number of this life of the workspace, unique in the store. A reset or a new creation gives the workspace
	 * another one.
	 */
	readonly generation: number;
	/** The position of the workspace in the order of creation. A reset keeps it. */
	readonly position: number;
	/** When the workspace was created, in wall time. A reset keeps it. */
	readonly createdMs: number;
	readonly startValues: StartValues;
	readonly seed: number;
	/** A secret that signs the form tokens of the cashier, and by which the journal finds the calls of the workspace. */
	readonly secret: string;
	readonly clock: ClockRecord;
	readonly settings: SettingsRecord;
	/** When each fault rule was written, by the rule's id. */
	readonly faultWrites: Readonly<Record<string, FaultWrite>>;
}

/** A write of a fault rule. The rule's window and counts begin with it. */
export interface FaultWrite {
	/** An id that differs for each write. */
	readonly id: string;
	readonly atMs: number;
	readonly wallMs: number;
}

/**
 * The values from which a store derives its workspaces. They are fixed when the store is created, so that all instances
 * and restarts derive the same ones.
 */
export interface StoreOrigin {
	readonly secret: string;
	/** When the store was created, in wall time. */
	readonly startedMs: number;
	/** Those of a workspace that is created without its own, `default` included. */
	readonly startValues: StartValues;
}

export function createOrigin(startedMs: number, startValues: StartValues): StoreOrigin {
	return { secret: randomSecret(), startedMs, startValues };
}

/** The ending of a workspace: a deletion, a reset, an expiry or an explicit creation. */
export interface Ending {
	/** The number of the ending among all endings in the store. */
	readonly number: number;
	/** When the workspace ended, in wall time. Redis may restore an older copy, and then the number comes again. */
	readonly wallMs: number;
}

interface RecordStart extends Pick<WorkspaceRecord, 'name' | 'startValues' | 'createdMs'> {
	generation: number;
	position: number;
	origin: StoreOrigin;
	/**
	 * The latest ending of a workspace with this name; null if none has ended. The secret depends on it, so a later
	 * workspace has another one.
	 */
	ended: Ending | null;
	/** The wall time at which the clock starts. */
	clockFromMs: number;
}

export function createRecord(start: RecordStart): WorkspaceRecord {
	const { name, startValues, origin, ended } = start;
	const endingText = ended ? `${ended.number}\u0000${ended.wallMs}` : '';
	const secret = createHmacToken(origin.secret, `${name}\u0000${endingText}`);
	const clock = startClock(startValues.clock, start.clockFromMs);
	const wallMs = start.clockFromMs;
	const write = { id: secret.slice(0, 8), atMs: readClock(clock, wallMs), wallMs };
	return {
		name,
		generation: start.generation,
		position: start.position,
		createdMs: start.createdMs,
		startValues,
		seed: startValues.seed,
		secret,
		clock,
		settings: startValues.settings,
		faultWrites: Object.fromEntries(
			startValues.settings.inForce.faults.map(({ id }) => [id, write]),
		),
	};
}

/** Notes the write of these rules. Other rules keep theirs. */
export function writeFaults(
	record: WorkspaceRecord,
	isWritten: (ruleId: string) => boolean,
	{ id, wallMs }: Pick<FaultWrite, 'id' | 'wallMs'>,
): WorkspaceRecord {
	const write = { id, atMs: nowIn(record, wallMs), wallMs };
	const faultWrites = Object.fromEntries(
		record.settings.inForce.faults.map((rule) => {
			const before = isWritten(rule.id) ? undefined : record.faultWrites[rule.id];
			return [rule.id, before ?? write];
		}),
	);
	return { ...record, faultWrites };
}

/** Whether the time to live of a rule is over. A rule whose write is not noted is new. */
export function hasExpired(
	{ faultWrites }: Pick<WorkspaceRecord, 'faultWrites'>,
	{ id, ttl }: Pick<FaultRule, 'id' | 'ttl'>,
	wallMs: number,
): boolean {
	const write = faultWrites[id];
	return ttl !== null && write !== undefined && wallMs - write.wallMs >= toMs(ttl);
}

export function nowIn(record: Pick<WorkspaceRecord, 'clock'>, wallMs: number): number {
	return readClock(record.clock, wallMs);
}

/** Returns the `rules` of a DecisionContext: the cancel button, the default outcome. */
export function rulesIn({ settings }: Pick<WorkspaceRecord, 'settings'>) {
	const { cashier, defaultOutcome } = settings.inForce;
	return { mayCancel: cashier.cancel, defaultOutcome };
}

/** Returns the random draws of a workspace about one subject. The same seed gives the same draws, in any order. */
export function chanceIn(
	record: Pick<WorkspaceRecord, 'seed' | 'name'>,
	subject: string,
): KeyedDraw {
	const prefix = `${record.seed}\u0000${record.name}\u0000${subject}\u0000`;
	return (decision) => drawOf(prefix + decision);
}
