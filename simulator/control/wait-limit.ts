/** Bounds the control calls that wait: each of them costs work as long as it waits. */
import type { ApiError } from '../errors/api-error.ts';

/**
 * Returns a function that runs a wait, or returns the error if `maximum` waits run already. `parameter` is the one that
 * makes a call wait.
 */
export function limitWaits(parameter: 'until' | 'within', maximum: number) {
	let waits = 0;
	return async <R>(wait: () => Promise<R>): Promise<R | ApiError> => {
		if (waits >= maximum) return { code: 'too_many_waits', parameter, maximum, retryAfterS: 1 };
		waits += 1;
		try {
			return await wait();
		} finally {
			waits -= 1;
		}
	};
}
