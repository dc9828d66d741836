/** How far what was seen is from the law that was asked for. */

export interface Lognormal {
	medianMs: number;
	sigma: number;
}

/** The share of draws up to a value. */
export function shareUpTo(ms: number, { medianMs, sigma }: Lognormal): number {
	return ms <= 0 ? 0 : normalShare(Math.log(ms / medianMs) / sigma);
}

/** Kolmogorov and Smirnov: the widest gap between the steps of the sample and the law's curve. */
export function distanceTo(law: (value: number) => number, sorted: ArrayLike<number>): number {
	let widest = 0;
	for (let index = 0; index < sorted.length; index += 1) {
		const asked = law(sorted[index] ?? Number.NaN);
		const below = index / sorted.length;
		const above = (index + 1) / sorted.length;
		widest = Math.max(widest, asked - below, above - asked);
	}
	return widest;
}

const targetDraws = 10_000;

/** A limit that is meant for 10 000 draws: fewer lie wider around the law by chance, by the root of their number. */
export function limitFor(draws: number, atTarget: number): number {
	return atTarget * Math.sqrt(targetDraws / Math.min(draws, targetDraws));
}

/** The standard normal distribution by Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.17: 7.5e-8 off at most. */
function normalShare(z: number): number {
	const t = 1 / (1 + 0.2316419 * Math.abs(z));
	const series =
		t *
		(0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
	const tail = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
	return z > 0 ? 1 - tail : tail;
}
