/** What the reference says of one call: the document at `/_sandbox/openapi.json` is made of these. */
import { z } from 'zod';
import type { ProblemCode } from './problem.ts';

/** Something that may be sent, under the name it is offered by. */
export type Examples = Readonly<Record<string, { summary: string; value: unknown }>>;

/** Where the values of the answer go in another call. */
interface OperationLink {
	operationId: string;
	description: string;
	requestBody?: Readonly<Record<string, string>>;
	parameters?: Readonly<Record<string, string>>;
}

export interface Operation {
	method: 'get' | 'post' | 'put' | 'delete';
	/** As the specification writes it, with `{id}`. */
	path: string;
	summary: string;
	description: string;
	/** Parameters in the path, with what each is and, where not every text is one, what it looks like. */
	params?: Readonly<Record<string, { description: string; pattern?: string }>>;
	query?: z.ZodObject;
	/** Takes the headers that steer a payment. */
	steered?: true;
	/** `optional`: the call may come without one. */
	body?: { schema: z.ZodType; examples: Examples };
	answer: { description: string; schema: z.ZodType; examples?: Examples };
	/** Calls that go on from the answer, in the words of the specification. */
	links?: Readonly<Record<string, OperationLink>>;
	/** A second answer of the same shape, beside 200. */
	alsoAnswers?: { status: number; description: string };
	/** Beyond those that every call of its kind may meet. */
	problems: readonly ProblemCode[];
}

/** Whole numbers of a query, where everything is text. */
export const wholeNumberText = (minimum: number, maximum: number) =>
	z
		.string()
		.regex(/^-?[0-9]{1,16}$/, 'must be a whole number')
		.transform(Number)
		.pipe(
			z
				.int()
				.min(minimum, `must be at least ${minimum}`)
				.max(maximum, `must be at most ${maximum}`),
		);
