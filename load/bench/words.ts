/** How figures of the bench read. */
import { formatCount, missing } from '../../reports/figures.ts';
import type { Limit, Unit } from './row.ts';
import type { Spread } from './statistics.ts';

const decimals = (value: number, digits: number) =>
	value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

const plain: Record<Unit, (value: number) => string> = {
	x: (value) => decimals(value, 2),
	ms: (value) => (Math.abs(value) < 100 ? decimals(value, 2) : formatCount(value)),
	µs: (value) => decimals(value, 1),
	distance: (value) => decimals(value, 4),
	bytes: formatCount,
	'answers/s': formatCount,
	'flows/s': formatCount,
	count: formatCount,
};

const suffix: Record<Unit, string> = {
	x: ' x',
	ms: ' ms',
	µs: ' µs',
	distance: '',
	bytes: ' bytes',
	'answers/s': ' answers/s',
	'flows/s': ' flows/s',
	count: '',
};

export function formatValue(value: number, unit: Unit): string {
	return Number.isFinite(value) ? plain[unit](value) + suffix[unit] : missing;
}

export function formatSpread({ lowest, highest }: Spread, unit: Unit): string {
	if (!(lowest < highest)) return '';
	return `${plain[unit](lowest)} to ${plain[unit](highest)}`;
}

export function formatLimit({ side, value, unit }: Limit): string {
	return `${side} ${formatValue(value, unit)}`;
}
