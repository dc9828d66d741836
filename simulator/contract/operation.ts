/** The description of one call, from which `/_sandbox/openapi.json` is generated. */
import { z } from 'zod';
import type { ProblemCode } from './problem.ts';

/** Example bodies, by name. */
export type Examples = Readonly<Record<string, { summary: string; value: unknown }>>;

/** An OpenAPI link: values of the response that another call takes. */
interface OperationLink {
	operationId: string;
	description: string;
	requestBody?: Readonly<Record<string, string>>;
	parameters?: Readonly<Record<string, string>>;
}

export interface Operation {
	method: 'get' | 'post' | 'put' | 'delete';
	/** With OpenAPI placeholders: `{id}`. */
	path: string;
	summary: string;
	description: string;
	/** Path parameters. */
	params?: Readonly<Record<string, { description: string; pattern?: string }>>;
	query?: z.ZodObject;
	/** The call accepts the headers that steer a payment. */
	steered?: true;
	body?: { schema: z.ZodType; examples: Examples };
	/** With status 200 unless it says another one. */
	answer: {
		description: string;
		schema: z.ZodType;
		examples?: Examples;
		status?: number;
		/** The content type; JSON without it. */
		type?: string;
		/** Other media types that the caller can select, with the JSON schema of each. */
		alsoAs?: Readonly<Record<string, object>>;
	};
	/** OpenAPI links. */
	links?: Readonly<Record<string, OperationLink>>;
	/** A second status with the same schema, beside 200. */
	alsoAnswers?: { status: number; description: string };
	/** Errors of this call, beside those of every call of its kind. */
	problems: readonly ProblemCode[];
}

/** A whole number in a query, where all values are strings. */
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
