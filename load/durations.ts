/** Durations as people write them. Pure, so that k6 and Node share it. */

const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

function isUnit(text: string): text is keyof typeof unitMs {
	return Object.hasOwn(unitMs, text);
}

/** `"90s"` → 90000; undefined when it is not a number with one of the units ms, s, m, h, d. */
export function parseDuration(text: string): number | undefined {
	const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text);
	const [, amount, unit] = match ?? [];
	if (amount === undefined || unit === undefined || !isUnit(unit)) return undefined;
	return Number(amount) * unitMs[unit];
}
