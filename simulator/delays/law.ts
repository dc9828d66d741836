/** Draws a delay from a duration law. Pure: the caller provides random numbers in [0, 1). */
import type { DurationLaw } from '../contract/duration.ts';
import { longestMs, toMs } from '../contract/duration.ts';

/** A random number in [0, 1) for a name. Draws of different names are independent. */
type KeyedDraw = (name: string) => number;

/** The 99th percentile of the standard normal distribution. */
const z99 = 2.3263478740408408;

type Mixture = Extract<DurationLaw, { mixture: unknown }>['mixture'];
export type PlainLaw = Exclude<DurationLaw, { mixture: unknown }>;
type Exponential = Extract<PlainLaw, { exponential: unknown }>['exponential'];
type Lognormal = Extract<PlainLaw, { lognormal: unknown }>['lognormal'];

/** Milliseconds, not rounded; null for `never`. */
export function drawMs(law: DurationLaw, draw: KeyedDraw): number | null {
	return drawPlainMs(drawLaw(law, draw), draw);
}

/** For a mixture, draws one of its laws by weight. */
export function drawLaw(law: DurationLaw, draw: KeyedDraw): PlainLaw {
	return typeof law === 'object' && 'mixture' in law ? chooseFrom(law.mixture, draw) : law;
}

function chooseFrom(parts: Mixture, draw: KeyedDraw): PlainLaw {
	let left = draw('mixture') * parts.reduce((sum, { weight }) => sum + weight, 0);
	const chosen = parts.find(({ weight }) => {
		left -= weight;
		return left < 0;
	});
	const { law } = chosen ?? parts.findLast(({ weight }) => weight > 0) ?? { law: 'none' as const };
	return law;
}

function drawPlainMs(law: PlainLaw, draw: KeyedDraw): number | null {
	if (law === 'none') return 0;
	if (law === 'never') return null;
	if ('fixed' in law) return toMs(law.fixed);
	if ('uniform' in law) {
		const [from, to] = law.uniform.map(toMs) as [number, number];
		return from + (to - from) * draw('uniform');
	}
	return 'exponential' in law
		? drawExponentialMs(law.exponential, draw)
		: drawLognormalMs(law.lognormal, draw);
}

/** The inverse of the distribution, cut off at the maximum: the law keeps its shape below it. */
function drawExponentialMs({ mean, max }: Exponential, draw: KeyedDraw): number {
	const meanMs = toMs(mean);
	const maxMs = max === undefined ? longestMs : toMs(max);
	const shareBelowMax = -Math.expm1(-maxMs / meanMs);
	return Math.min(maxMs, -meanMs * Math.log1p(-shareBelowMax * draw('exponential')));
}

function drawLognormalMs({ median, max, ...shape }: Lognormal, draw: KeyedDraw): number {
	const medianMs = toMs(median);
	const sigma = 'sigma' in shape ? shape.sigma : Math.log(toMs(shape.p99) / medianMs) / z99;
	const maxMs = max === undefined ? longestMs : toMs(max);
	for (let round = 0; round < mostRounds; round += 1) {
		const drawnMs = medianMs * Math.exp(sigma * standardNormal(draw, round));
		if (drawnMs <= maxMs) return drawnMs;
	}
	return maxMs;
}

/** A delay above the maximum is drawn again, which keeps the shape of the law below it. After that many draws, the maximum is used. */
const mostRounds = 20;

/** Box-Muller transform of two uniform draws. */
function standardNormal(draw: KeyedDraw, round: number): number {
	const radius = Math.sqrt(-2 * Math.log(1 - draw(`radius ${round}`)));
	return radius * Math.cos(2 * Math.PI * draw(`angle ${round}`));
}
