/**
 * The clock of a workspace (business time). It is stored as a wall time, the business time at that moment, and the
 * scale since then.
 */
import type { ClockChange, ClockRecord, ClockView } from '../contract/clock.ts';
import { endOfTime, isoTime } from '../contract/clock.ts';

/**
 * How a clock begins. Without `now`, a manual clock begins at `manualStart`, and any other clock at the machine's time.
 */
export interface ClockStart {
	readonly mode: ClockView['mode'];
	readonly scale: number;
	readonly now: string | null;
}

/** The time at which a manual clock starts, so that recorded runs are reproducible. */
export const manualStart = '2027-01-01T00:00:00.000Z';

/** Returns the time at which the clock begins; null if that is the machine's time. */
export function startOfClock({ mode, now }: ClockStart): string | null {
	return now ?? (mode === 'manual' ? manualStart : null);
}

export function startClock(start: ClockStart, wallMs: number): ClockRecord {
	const from = startOfClock(start);
	return {
		mode: start.mode,
		scale: start.mode === 'scaled' ? start.scale : 1,
		anchorWallMs: wallMs,
		anchorMs: from === null ? wallMs : Date.parse(from),
	};
}

const endOfTimeMs = Date.parse(endOfTime);

/** Returns the time of a clock in whole milliseconds since the epoch. */
export function readClock(clock: ClockRecord, wallMs: number): number {
	const passedMs = clock.mode === 'manual' ? 0 : Math.max(0, wallMs - clock.anchorWallMs);
	return Math.min(endOfTimeMs, Math.floor(clock.anchorMs + passedMs * clock.scale));
}

/** Returns the wall milliseconds until a clock reaches a business time; null if no wall time leads to it. */
export function wallMsUntil(clock: ClockRecord, at: number, wallMs: number): number | null {
	if (clock.mode === 'manual' || at > endOfTimeMs) return null;
	return Math.max(0, (at - readClock(clock, wallMs)) / clock.scale);
}

export function advanceClock(clock: ClockRecord, byMs: number, wallMs: number): ClockRecord {
	const anchorMs = readClock(clock, wallMs) + byMs;
	return { ...clock, anchorWallMs: latestWallMs(clock, wallMs), anchorMs };
}

/**
 * Changes a clock. Returns `null` if the change would turn it back. Without `now`, it continues from its current time.
 */
export function changeClock(
	clock: ClockRecord,
	change: ClockChange,
	wallMs: number,
): ClockRecord | null {
	const now = readClock(clock, wallMs);
	const anchorMs = change.now === undefined ? now : Date.parse(change.now);
	if (anchorMs < now) return null;
	return { ...changePace(clock, change), anchorWallMs: latestWallMs(clock, wallMs), anchorMs };
}

/** Another instance, whose wall clock is ahead, may have changed the clock last. */
const latestWallMs = ({ anchorWallMs }: ClockRecord, wallMs: number): number =>
	Math.max(wallMs, anchorWallMs);

/** Applies a change to a clock start. Omitted fields keep their values. */
export function changeClockStart(start: ClockStart, change: ClockChange): ClockStart {
	return { ...changePace(start, change), now: change.now ?? start.now };
}

/** Returns the mode and the scale after a change. A scale without a mode selects the mode `scaled`. */
function changePace(
	before: Pick<ClockRecord, 'mode' | 'scale'>,
	change: ClockChange,
): Pick<ClockRecord, 'mode' | 'scale'> {
	const mode = change.mode ?? (change.scale === undefined ? before.mode : 'scaled');
	return { mode, scale: mode === 'scaled' ? (change.scale ?? before.scale) : 1 };
}

/** Returns the milliseconds of the clock for each millisecond of wall time; 0 for a manual clock. */
export function paceOf({ mode, scale }: Pick<ClockRecord, 'mode' | 'scale'>): number {
	return mode === 'manual' ? 0 : scale;
}

export function viewClock(clock: ClockRecord, wallMs: number): ClockView {
	const now = isoTime(readClock(clock, wallMs));
	return { mode: clock.mode, scale: paceOf(clock), now };
}

/** Parses a value of `--clock`: `real`, `manual` or `scaled:60`. */
export function parseClockMode(text: string): { mode: ClockRecord['mode']; scale: number } {
	const [mode, scale] = text.split(':') as [ClockRecord['mode'], string | undefined];
	return { mode, scale: scale === undefined ? 1 : Number(scale) };
}

/** The value of `--clock` for a clock. */
export function clockModeText({ mode, scale }: Pick<ClockStart, 'mode' | 'scale'>): string {
	return mode === 'scaled' ? `scaled:${scale}` : mode;
}
