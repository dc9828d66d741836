/** How all reports write figures (counts, durations, shares, missing values) and sort their results. */
import type { ScenarioResult } from '../simulator/contract/run-report.ts';

export const missingFigure = '–';

const formatOf = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat('en-US', options);

// Made once: to make a format takes longer than to write a hundred figures with it.
const whole = formatOf({ maximumFractionDigits: 0 });
const tenths = formatOf({ maximumFractionDigits: 1 });
const hundredths = formatOf({ maximumFractionDigits: 2 });
const twoDigits = formatOf({ maximumSignificantDigits: 2 });

export function formatCount(value: number): string {
	return whole.format(Math.round(value));
}

/** Writes a latency in milliseconds, without the unit. */
export function formatMs(value: number | null): string {
	if (value === null || !Number.isFinite(value)) return missingFigure;
	return (value < 10 && !Number.isInteger(value) ? tenths : whole).format(value);
}

/** Writes a share as a percentage. Below 1 % it has two significant digits, so that 0.04 % is not shown as 0 %. */
export function formatShare(ratio: number | null): string {
	if (ratio === null || !Number.isFinite(ratio)) return missingFigure;
	const percent = ratio * 100;
	const small = percent !== 0 && Math.abs(percent) < 1;
	return `${(small ? twoDigits : tenths).format(percent)} %`;
}

export function formatRate(value: number | null): string {
	if (value === null || !Number.isFinite(value)) return missingFigure;
	return (value < 100 ? hundredths : whole).format(value);
}

export function formatDuration(ms: number): string {
	if (!Number.isFinite(ms)) return missingFigure;
	if (ms < 1000) return `${formatMs(ms)} ms`;
	if (ms < 60_000) return `${tenths.format(ms / 1000)} s`;
	const seconds = Math.round(ms / 1000);
	const parts: [number, string][] = [
		[Math.floor(seconds / 3600), 'h'],
		[Math.floor(seconds / 60) % 60, 'min'],
		[seconds % 60, 's'],
	];
	return parts
		.filter(([amount]) => amount > 0)
		.slice(0, 2)
		.map(([amount, unit]) => `${amount} ${unit}`)
		.join(' ');
}

/** Writes a time as `2026-11-14 09:30:12 UTC`. A text in another format is returned unchanged. */
export function formatTime(iso: string): string {
	const parts = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/.exec(iso);
	return parts ? `${parts[1]} ${parts[2]} UTC` : iso;
}

export function formatValue(value: number | null, unit: 'ms' | 'ratio' | 'per second'): string {
	if (value === null) return missingFigure;
	if (unit === 'ms') return `${formatMs(value)} ms`;
	return unit === 'ratio' ? formatShare(value) : `${formatRate(value)} per second`;
}

/**
 * The order of scenario statuses in every report: those that need attention first, so that a cut table shows failures.
 */
export const statusOrder = [
	'failed',
	'flaky',
	'interrupted',
	'skipped',
	'passed',
] as const satisfies readonly (ScenarioResult['status'] | 'interrupted')[];

/** Writes a count with its noun: `1 flow`, `2 flows`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
	return `${formatCount(count)} ${count === 1 ? one : many}`;
}

export function ratioOf(part: number, whole: number): number | null {
	return whole > 0 ? part / whole : null;
}

/** The last line of a list that is cut, such as `… and 3 more`; empty if nothing is left out. */
export const andMore = (left: number): string[] =>
	left > 0 ? [`… and ${formatCount(left)} more`] : [];

/** The largest known value; null if no value is known. */
export function largestKnown(values: readonly (number | null | undefined)[]): number | null {
	const known = values.filter((value) => typeof value === 'number');
	return known.reduce<number | null>((most, value) => Math.max(most ?? value, value), null);
}
