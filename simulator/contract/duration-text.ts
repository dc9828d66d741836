/** Durations as strings: a number with a unit. This file imports nothing. */

const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Matches a number with one of the units `ms`, `s`, `m`, `h`, `d`. */
export const durationText = /^([0-9]+(?:\.[0-9]+)?)(ms|s|m|h|d)$/;

/** Converts `"90s"` to 90000 and `"1.5h"` to 5400000 milliseconds; undefined if the text is not a duration. */
export function parseDuration(text: string): number | undefined {
	const [, number, unit] = durationText.exec(text) ?? [];
	if (!number || !unit) return undefined;
	return Math.round(Number(number) * unitMs[unit as keyof typeof unitMs]);
}
