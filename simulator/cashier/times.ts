/** Times as the readers of a language write them. */

const dates = new Map<string, Intl.DateTimeFormat>();
const digits = new Map<string, Intl.NumberFormat>();

/** Of the workspace's clock, which is in UTC. */
export function dateText(tag: string, at: number): string {
	const known = dates.get(tag);
	const format =
		known ??
		new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });
	dates.set(tag, format);
	return `${format.format(at)} UTC`;
}

/** Hours, minutes and seconds as a clock shows them; hours only when there are some. The script of the page counts on in the same form. */
export function clockText(tag: string, ms: number): string {
	const known = digits.get(tag);
	const format =
		known ?? new Intl.NumberFormat(tag, { minimumIntegerDigits: 2, useGrouping: false });
	digits.set(tag, format);
	const seconds = Math.floor(ms / 1000);
	const hours = Math.floor(seconds / 3600);
	const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
	return (hours > 0 ? [hours, ...parts] : parts).map((part) => format.format(part)).join(':');
}
