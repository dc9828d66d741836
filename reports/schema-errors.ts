/** Describes the schema errors of a file in sentences. */
import type { z } from 'zod';
import { fieldErrors } from '../simulator/contract/field-errors.ts';

const maxShown = 3;

/**
 * Returns one sentence for each of the first errors. `content` is the parsed file; `example` is a valid one, from which
 * misspelt names are recognised.
 */
export function describeSchemaErrors(
	{ issues }: z.ZodError,
	content: unknown,
	example?: unknown,
): string {
	const sentences = fieldErrors(issues, content, example).map(({ detail }) =>
		detail.replace(/\s+/g, ' ').replace(/^body /, 'the file '),
	);
	const more = sentences.length - maxShown;
	const rest = more > 0 ? [`${more} more like these.`] : [];
	return [...sentences.slice(0, maxShown), ...rest].join(' ');
}
