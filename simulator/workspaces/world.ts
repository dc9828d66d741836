/** A workspace as a record: an isolated world with its own seed, clock and settings, kept beside its payments. */
import { drawOf, randomSecret } from '../runtime/chance.ts';
import type { SettingsRecord } from '../settings/settings.ts';
import type { ClockRecord } from './clock.ts';
import { readClock, startClock } from './clock.ts';

export interface World {
	readonly name: string;
	readonly seed: number;
	/** Signs what the cashier hands out and must recognise again. */
	readonly secret: string;
	readonly clock: ClockRecord;
	readonly settings: SettingsRecord;
}

/** How every world of this server begins. */
export interface Genesis {
	seed: number;
	settings: SettingsRecord;
	clock: { mode: ClockRecord['mode']; scale: number; now: string | null };
}

export const defaultWorkspace = 'default';

export function createWorld(name: string, genesis: Genesis, wallMs: number): World {
	return {
		name,
		seed: genesis.seed,
		secret: randomSecret(),
		clock: startClock(genesis.clock, wallMs),
		settings: genesis.settings,
	};
}

export function nowIn(world: World, wallMs: number): number {
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
