/** Seeds, which are whole numbers of 32 bits, and the random numbers that follow from them. This file imports nothing. */

/** Returns a number in [0, 1) for the name of a decision. The same name gives the same number. */
export type KeyedDraw = (decision: string) => number;

export const maxSeed = 4_294_967_295;

export const seedRule = `must be a whole number from 0 to ${maxSeed}`;

export const isSeed = (seed: number) => Number.isInteger(seed) && seed >= 0 && seed <= maxSeed;
