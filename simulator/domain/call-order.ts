/**
 * The places of a call in one count of all arrivals and responses of this process. Times are too coarse for the order of
 * calls: several may come in a millisecond.
 */
export interface CallOrder {
	readonly arrived: number;
	readonly answered: number;
}
