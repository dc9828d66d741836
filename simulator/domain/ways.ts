/** What a million payments have alike because they went the same way: kept once, and found again step by step. */

type Word<Step> = (step: Step) => string;

interface WaysOptions<Way, Step> {
	start: Way;
	/** What tells a step from others: looked up one after the other, for a text made of both costs more than everything else in this file. */
	wordsOf: readonly [Word<Step>, Word<Step>?];
	/** Whether it is taken often enough from here to be remembered. */
	isUsual(way: Way, step: Step): boolean;
	/** Never changed afterwards: it is handed to everybody who goes this way. */
	next(way: Way, step: Step): Way;
}

/** The first that are gone, by all payments of the process, and never released: nobody fills the memory by going unusual ways. */
const mostWays = 1_000;

const noWord = () => '';

/** The same way for the same steps, as long as they are usual. */
export function createWays<Way extends object, Step>({
	start,
	wordsOf: [first, second = noWord],
	isUsual,
	next,
}: WaysOptions<Way, Step>): (way: Way, step: Step) => Way {
	type Onward = Map<string, Map<string, Way>>;
	const onwards = new Map<Way, Onward>([[start, new Map()]]);
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
