/** Errors that reach no story: of promises that nobody awaits, and of callbacks. */
import { messageOf } from '../harness/errors.ts';

/**
 * Collects the errors that Node would end the process for, without a report. `placeOf` returns the place in a file of the
 * user that an error comes from.
 */
export function watchStrayErrors(placeOf: (error: unknown) => string | undefined) {
	let first: string | undefined;
	const textOf = (error: unknown) => {
		const place = placeOf(error);
		return `${place ? ` (${place})` : ''}: ${messageOf(error).replace(/\.$/, '')}.`;
	};
	const noteRejection = (reason: unknown) => {
		first ??= `A promise was rejected that no story waits for${textOf(reason)} Write "await" before each call of a story, and of a function that returns a promise.`;
	};
	const noteException = (error: unknown) => {
		first ??= `An error was thrown in a callback, such as that of a timer or an event, where no story can catch it${textOf(error)} Catch it in the callback, or listen to the event "error".`;
	};
	process.on('unhandledRejection', noteRejection);
	process.on('uncaughtException', noteException);
	return {
		end() {
			process.off('unhandledRejection', noteRejection);
			process.off('uncaughtException', noteException);
		},
		/** Describes the first error; undefined if there was none. */
		describe: () => first,
	};
}
