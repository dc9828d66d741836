/** Draws a delay from a duration law. Pure: the caller gives the random numbers in [0, 1). */
import type { DurationLaw } from '../contract/duration.ts';
import { maxDurationMs, toMs } from '../contract/duration.ts';
import type { KeyedDraw } from '../contract/seed.ts';

/** The 99th percentile of the standard normal distribution. */
const z99 = 2.3263478740408408;

type Mixture = Extract<DurationLaw, { mixture: unknown }>['mixture'];
export type UnmixedLaw = Exclude<DurationLaw, { mixture: unknown }>;
type Exponential = Extract<UnmixedLaw, { exponential: unknown }>['exponential'];
type Lognormal = Extract<UnmixedLaw, { lognormal: unknown }>['lognormal'];

/** Draws a delay in milliseconds, not rounded; null for the law `never`. */
export function drawMs(law: DurationLaw, draw: KeyedDraw): number | null {
	return drawPlainMs(drawUnmixedLaw(law, draw), draw);
}

/** Draws one of the laws of a mixture by their weights. Any other law is returned unchanged. */
export function drawUnmixedLaw(law: DurationLaw, draw: KeyedDraw): UnmixedLaw {
	return typeof law === 'object' && 'mixture' in law ? chooseFrom(law.mixture, draw) : law;
}

function chooseFrom(parts: Mixture, draw: KeyedDraw): UnmixedLaw {
	let left = draw('mixture') * parts.reduce((sum, { weight }) => sum + weight, 0);
	const chosen = parts.find(({ weight }) => {
		left -= weight;
		return left < 0;
	});
	const { law } = chosen ?? parts.findLast(({ weight }) => weight > 0) ?? { law: 'none' as const };
	return law;
}

function drawPlainMs(law: UnmixedLaw, draw: KeyedDraw): number | null {
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

/** Inverts the distribution below the maximum, so that the law keeps its shape there. */
function drawExponentialMs({ mean, max }: Exponential, draw: KeyedDraw): number {
	const meanMs = toMs(mean);
	const maxMs = max === undefined ? maxDurationMs : toMs(max);
	const shareBelowMax = -Math.expm1(-maxMs / meanMs);
	return Math.min(maxMs, -meanMs * Math.log1p(-shareBelowMax * draw('exponential')));
}

function drawLognormalMs({ median, max, ...shape }: Lognormal, draw: KeyedDraw): number {
	const medianMs = toMs(median);
	const sigma = 'sigma' in shape ? shape.sigma : Math.log(toMs(shape.p99) / medianMs) / z99;
	const maxMs = max === undefined ? maxDurationMs : toMs(max);
	for (let round = 0; round < maxRounds; round += 1) {
		const drawnMs = medianMs * Math.exp(sigma * standardNormal(draw, round));
		if (drawnMs <= maxMs) return drawnMs;
	}
	return maxMs;
}

/**
 * The most draws for a delay below the maximum. Drawing again keeps the shape of the law below it; after this many
 * draws the maximum is used.
 */
const maxRounds = 20;

/** The Box-Muller transform of two uniform random numbers. */
function standardNormal(draw: KeyedDraw, round: number): number {
	const radius = Math.sqrt(-2 * Math.log(1 - draw(`radius ${round}`)));
	return radius * Math.cos(2 * Math.PI * draw(`angle ${round}`));
}
