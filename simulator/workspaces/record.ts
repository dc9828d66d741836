/** A workspace as a record: its own seed, clock and settings, stored beside its payments. */
import type { ClockRecord } from '../contract/clock.ts';
import { toMs } from '../contract/duration.ts';
import type { FaultRule } from '../contract/faults.ts';
import { drawOf, randomSecret, sign } from '../runtime/chance.ts';
import type { SettingsRecord } from '../settings/settings.ts';
import type { ClockStart } from './clock.ts';
import { readClock, startClock } from './clock.ts';

/** How a workspace begins, and begins again after a reset. */
export interface Genesis {
	readonly seed: number;
	readonly settings: SettingsRecord;
	readonly clock: ClockStart;
}

export interface WorkspaceRecord {
	readonly name: string;
	/** Unique in the store: a workspace gets another one when it is reset or created again. */
	readonly generation: number;
	/** Orders workspaces by their creation; a reset keeps it. */
	readonly position: number;
	/** Wall time; a reset keeps it. */
	readonly createdMs: number;
	readonly genesis: Genesis;
	readonly seed: number;
	/** Signs the form tokens of the cashier. The journal finds the calls of a workspace by it. */
	readonly secret: string;
	readonly clock: ClockRecord;
	readonly settings: SettingsRecord;
	/** When each fault rule was written, by its id. */
	readonly faultWrites: Readonly<Record<string, FaultWrite>>;
}

/** Windows and counts of a fault rule begin when it is written. */
export interface FaultWrite {
	/** Differs for each write. */
	readonly id: string;
	readonly atMs: number;
	readonly wallMs: number;
}

/** Fixed when a store begins: all instances and restarts derive the same workspaces from it. */
export interface StoreOrigin {
	readonly secret: string;
	/** Wall time. */
	readonly startedMs: number;
}

export function createOrigin(startedMs: number): StoreOrigin {
	return { secret: randomSecret(), startedMs };
}

interface RecordStart extends Pick<WorkspaceRecord, 'name' | 'genesis' | 'createdMs'> {
	generation: number;
	position: number;
	origin: StoreOrigin;
	/** The latest ending of a workspace of this name. The secret depends on it, so a later workspace has another one. */
	ended: number;
	/** Wall time at which its clock starts. */
	clockFromMs: number;
}

export function createRecord(start: RecordStart): WorkspaceRecord {
	const { name, genesis, origin, ended } = start;
	const secret = sign(origin.secret, `${name}\u0000${ended}`);
	const clock = startClock(genesis.clock, start.clockFromMs);
	const wallMs = start.clockFromMs;
	const write = { id: secret.slice(0, 8), atMs: readClock(clock, wallMs), wallMs };
	return {
		name,
		generation: start.generation,
		position: start.position,
		createdMs: start.createdMs,
		genesis,
		seed: genesis.seed,
		secret,
		clock,
		settings: genesis.settings,
		faultWrites: Object.fromEntries(genesis.settings.inForce.faults.map(({ id }) => [id, write])),
	};
}

/** Notes the write of these rules. Others keep theirs. */
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

/** Whether the time to live of a rule is over. A rule without a write is new. */
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

/** `rules` of a DecisionContext: the maximum of attempts, the cancel button, the default outcome. */
export function rulesIn({ settings }: Pick<WorkspaceRecord, 'settings'>) {
	const { cashier, defaultOutcome } = settings.inForce;
	return { maxAttempts: cashier.maxAttempts, mayCancel: cashier.cancel, defaultOutcome };
}

/** Random draws of a workspace about one subject: the same seed gives the same draws, in any order. */
export function chanceIn(
	record: Pick<WorkspaceRecord, 'seed' | 'name'>,
	subject: string,
): (decision: string) => number {
	const prefix = `${record.seed}\u0000${record.name}\u0000${subject}\u0000`;
	return (decision) => drawOf(prefix + decision);
}
