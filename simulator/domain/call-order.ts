/**
 * When a call arrived, and when its response was written, on the monotonic clock of this process, in
 * milliseconds with fractions. The times of the journal are too coarse for the order of calls: several may come in a
 * millisecond.
 */
export interface CallOrder {
	readonly arrived: number;
	/**
	 * When the response was written. Infinity until then: a response waits for a turn of the event loop at most. The writer
	 * sets it in this object, so a reader keeps the object, and no copy.
	 */
	readonly answered: number;
}
