/** Durations as strings: a number with a unit. This file imports nothing. */

const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A number, then one of the units `ms`, `s`, `m`, `h`, `d`. */
export const durationText = /^([0-9]+(?:\.[0-9]+)?)(ms|s|m|h|d)$/;

/** `"90s"` → 90000, `"1.5h"` → 5400000, to the millisecond; undefined when it is not a duration. */
export function parseDuration(text: string): number | undefined {
	const [, number, unit] = durationText.exec(text) ?? [];
	if (!number || !unit) return undefined;
	return Math.round(Number(number) * unitMs[unit as keyof typeof unitMs]);
}
