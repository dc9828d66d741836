/** Seeds are whole numbers of 32 bits. This file imports nothing. */

export const highestSeed = 4_294_967_295;

export const seedRule = `must be a whole number from 0 to ${highestSeed}`;

export const isSeed = (seed: number) => Number.isInteger(seed) && seed >= 0 && seed <= highestSeed;
