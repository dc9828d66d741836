/** A workspace as a record: an isolated world with its own seed, clock and settings, kept beside its payments. */
import type { ClockRecord } from '../contract/clock.ts';
import { drawOf, randomSecret } from '../runtime/chance.ts';
import type { SettingsRecord } from '../settings/settings.ts';
import type { ClockStart } from './clock.ts';
import { readClock, startClock } from './clock.ts';

/** How a world begins, and begins again after a reset. */
export interface Genesis {
	readonly seed: number;
	readonly settings: SettingsRecord;
	readonly clock: ClockStart;
}

export interface World {
	readonly name: string;
	readonly genesis: Genesis;
	readonly seed: number;
	/** Signs what the cashier hands out and must recognise again. */
	readonly secret: string;
	readonly clock: ClockRecord;
	readonly settings: SettingsRecord;
}

export function createWorld(name: string, genesis: Genesis, wallMs: number): World {
	return {
		name,
		genesis,
		seed: genesis.seed,
		secret: randomSecret(),
		clock: startClock(genesis.clock, wallMs),
		settings: genesis.settings,
	};
}

export function nowIn(world: Pick<World, 'clock'>, wallMs: number): number {
	return readClock(world.clock, wallMs);
}

/** What the lifecycle is judged by in this world. */
export function rulesIn({ settings }: Pick<World, 'settings'>) {
	const { cashier, defaultOutcome } = settings.inForce;
	return { maxAttempts: cashier.maxAttempts, mayCancel: cashier.cancel, defaultOutcome };
}

/** Chance of this world, bound to a subject: the same seed gives the same draws in any order of asking. */
export function chanceIn(
	world: Pick<World, 'seed' | 'name'>,
	subject: string,
): (decision: string) => number {
	const prefix = `${world.seed}\u0000${world.name}\u0000${subject}\u0000`;
	return (decision) => drawOf(prefix + decision);
}
