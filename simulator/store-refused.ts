/** Why a sandbox cannot start with this store, in one line. */
export class StoreRefused extends Error {
	/** Whether what was asked for is at fault, and not the store's being there. */
	readonly isMistake: boolean;

	constructor(message: string, isMistake: boolean, cause?: unknown) {
		super(message, { cause });
		this.isMistake = isMistake;
	}
}
