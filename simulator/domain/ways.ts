/** What a million payments have alike because they went the same way: kept once, and found again step by step. */

interface WaysOptions<Way, Step> {
	start: Way;
	/** Two words that tell a step from others: looked up one after the other, for a text made of both costs more than all else here. */
	wordsOf: readonly [(step: Step) => string, (step: Step) => string];
	/** Whether it is taken often enough from here to be remembered. */
	isUsual(way: Way, step: Step): boolean;
	next(way: Way, step: Step): Way;
}

/** Nobody fills the memory by going unusual ways. */
const mostWays = 1_000;

/** The same way for the same steps, as long as they are usual. */
export function createWays<Way extends object, Step>({
	start,
	wordsOf: [first, second],
	isUsual,
	next,
}: WaysOptions<Way, Step>): (way: Way, step: Step) => Way {
	type Onward = Map<string, Map<string, Way>>;
	const onwards = new WeakMap<Way, Onward>([[start, new Map()]]);
	let left = mostWays;
	const remember = (onward: Onward, step: Step, after: Way) => {
		left -= 1;
		const alike = onward.get(first(step)) ?? new Map<string, Way>();
		onward.set(first(step), alike.set(second(step), after));
		onwards.set(after, new Map());
	};
	return (way, step) => {
		const onward = isUsual(way, step) ? onwards.get(way) : undefined;
		const known = onward?.get(first(step))?.get(second(step));
		if (known) return known;
		const after = next(way, step);
		if (onward && left > 0) remember(onward, step, after);
		return after;
	};
}
