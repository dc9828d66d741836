/** Errors that reach no story: of promises that the story does not await, and of callbacks. */
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
		// A refused call has no place in a file of the user, so this advice does not depend on the place.
		first ??= `A promise was rejected that no story waits for${textOf(reason)} Write "await" before each call of a story, and of a function that returns a promise.`;
	};
	const noteException = (error: unknown) => {
		const frames = placeOf(error) === undefined ? framesOf(error) : [];
		first ??= frames.some(isInFile)
			? `An error was thrown in payin-sandbox itself, or in a package or file that a story uses${textOf(error)}\n${frames.slice(0, maxFrames).join('\n')}`
			: `An error was thrown in a callback, such as that of a timer or an event, where no story can catch it${textOf(error)} Catch it in the callback, or listen to the event "error".`;
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

const maxFrames = 5;

/** The calls that led to an error, from its stack. */
const framesOf = (error: unknown): string[] =>
	error instanceof Error
		? (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
		: [];

/** Whether a call is in a file. The error of a socket to which a story does not listen has only calls inside Node. */
const isInFile = (frame: string): boolean => !/\bnode:|<anonymous>/.test(frame);
