/**
 * When a call arrived, and when its client could read the response, on the monotonic clock of this process, in
 * milliseconds with fractions. The times of the journal are too coarse for the order of calls: several may come in a
 * millisecond.
 */
export interface CallOrder {
	readonly arrived: number;
	/**
	 * After the arrival of all requests that were sent before the client could read the response, also those that the
	 * sandbox read later. Infinity until it has read them: for two turns of the event loop.
	 */
	readonly answered: number;
}
