/** What the three calls need from outside. */
import type { Engine } from '../actions/perform.ts';
import type { Call } from '../wire/call.ts';

export interface ServiceDeps extends Engine {
	newId(): string;
	/** Where the cashier is reached, without a slash at the end. */
	cashierUrl(call: Call): string;
}
