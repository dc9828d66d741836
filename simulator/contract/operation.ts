/** How a call is described. `/_sandbox/openapi.json` is generated from these descriptions. */
import { z } from 'zod';
import type { ProblemCode } from './problem.ts';

/** Examples of a body, by their names. */
export type Examples = Readonly<Record<string, { summary: string; value: unknown }>>;

/** An OpenAPI link: it says which values of the response another call takes. */
interface OperationLink {
	operationId: string;
	description: string;
	requestBody?: Readonly<Record<string, string>>;
	parameters?: Readonly<Record<string, string>>;
}

export interface Operation {
	method: 'get' | 'post' | 'put' | 'delete';
	/** The path with OpenAPI placeholders, such as `{id}`. */
	path: string;
	summary: string;
	description: string;
	/** The path parameters. */
	params?: Readonly<Record<string, { description: string; pattern?: string }>>;
	query?: z.ZodObject;
	/** Set if the call accepts the headers that steer a payment. */
	steered?: true;
	body?: { schema: z.ZodType; examples: Examples };
	/** The successful response. Its status is 200 unless given. */
	answer: {
		description: string;
		schema: z.ZodType;
		examples?: Examples;
		status?: number;
		/** The content type; by default JSON. */
		type?: string;
		/** Other content types that the caller can select, with the JSON schema of each. */
		alsoAs?: Readonly<Record<string, object>>;
	};
	/** OpenAPI links. */
	links?: Readonly<Record<string, OperationLink>>;
	/** A second successful status with the same schema. */
	alsoAnswers?: { status: number; description: string };
	/** The error codes of this call, in addition to those of every call of its kind. */
	problems: readonly ProblemCode[];
}

/** A whole number in a query, where all values are strings. */
export const wholeNumberQuerySchema = (minimum: number, maximum: number) =>
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
