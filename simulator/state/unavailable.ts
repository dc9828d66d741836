/** What a store throws when it cannot be reached or cannot write: nothing of the call was kept. */
export class StoreUnavailable extends Error {
	constructor(cause: unknown) {
		super('The store cannot be reached.', { cause });
	}
}
