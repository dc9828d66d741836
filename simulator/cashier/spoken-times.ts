/** Moments and spans of time the way the readers of a language write them. */

export interface Times {
	/** A span of time, in whole seconds. */
	duration(ms: number): Duration;
	/** The day in words. */
	date(ms: number, timeZone?: string): string;
	/** Hours and minutes, and of which zone: the shopper may be in another. */
	time(ms: number, timeZone?: string): string;
}

export interface Duration {
	/** As a clock shows it, `29:45` or `1:00:00`; from a day on in days and hours, `2 days, 2 hours`. */
	readonly brief: string;
	/** As it is read out; units of nothing are left out. */
	readonly words: string;
}

const units = [
	['day', 86_400],
	['hour', 3600],
	['minute', 60],
	['second', 1],
] as const;

export function timesIn(tag: string): Times {
	const list = new Intl.ListFormat(tag, { type: 'unit', style: 'long' });
	const number = (value: number, options: Intl.NumberFormatOptions) =>
		new Intl.NumberFormat(tag, { useGrouping: false, ...options }).format(value);
	const padded = (value: number) => number(value, { minimumIntegerDigits: 2 });
	const spelled = (seconds: number) => {
		const parts = units.flatMap(([unit, size], index) => {
			const bigger = units[index - 1]?.[1] ?? Number.POSITIVE_INFINITY;
			const value = Math.floor((seconds % bigger) / size);
			const isShown = value > 0 || (seconds === 0 && unit === 'second');
			return isShown ? [number(value, { style: 'unit', unit, unitDisplay: 'long' })] : [];
		});
		return list.format(parts);
	};
	return {
		duration(ms) {
			const seconds = Math.max(0, Math.floor(ms / 1000));
			const hours = Math.floor(seconds / 3600);
			const minutes = Math.floor(seconds / 60) % 60;
			const shown = hours > 0 ? [number(hours, {}), padded(minutes)] : [number(minutes, {})];
			const clock = [...shown, padded(seconds % 60)].join(':');
			return {
				brief: hours < 24 ? clock : spelled(hours * 3600),
				words: spelled(seconds),
			};
		},
		date: (ms, timeZone = 'UTC') =>
			new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone }).format(ms),
		time: (ms, timeZone = 'UTC') =>
			new Intl.DateTimeFormat(tag, {
				hour: 'numeric',
				minute: '2-digit',
				timeZone,
				timeZoneName: 'short',
			}).format(ms),
	};
}
