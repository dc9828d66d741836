/** Chance as an argument: a number in [0, 1) for a decision's name, the same for the same name and payment. */
export type Random = (decision: string) => number;
