/** Seeds are whole numbers of 32 bits. This file imports nothing. */

export const maxSeed = 4_294_967_295;

export const seedRule = `must be a whole number from 0 to ${maxSeed}`;

export const isSeed = (seed: number) => Number.isInteger(seed) && seed >= 0 && seed <= maxSeed;
