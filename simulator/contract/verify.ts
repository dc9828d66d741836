/** The schemas of `POST /_sandbox/verify`: questions about the calls in the journal. */
import { z } from 'zod';
import { durationSchema, toMs } from './duration.ts';
import { recordedEndpoints } from './journal.ts';
import { anyObjectSchema } from './setting.ts';

type Scalar = string | number | boolean | null;

/** Comparisons with a value. All that are given must be true. */
export interface Comparison {
	$gt?: number | string;
	$gte?: number | string;
	$lt?: number | string;
	$lte?: number | string;
	/** The value must be equal to one of these. */
	$in?: readonly Scalar[];
	$exists?: boolean;
	$absent?: boolean;
}

/**
 * A pattern for a JSON value. An object must have the fields that the pattern names; a list must have items that match
 * in the same order. A text between two slashes is a regular expression (RE2): `"/^order-/"`.
 */
export type Pattern =
	| Scalar
	| Comparison
	| readonly Pattern[]
	| { readonly [field: string]: Pattern };

/** Patterns are checked by the route, because a schema could not name the wrong place in a pattern. */
const patternSchema = z.unknown() as z.ZodType<Pattern>;

const statusRule = 'must be a status such as 200, or a comparison such as {"$gte": 400}';
/** A comparison with a text, such as `{"$gte": "400"}`, would match nothing: a number and a text have no order. */
const hasNoText = (comparison: object) =>
	Object.values(comparison)
		.flat()
		.every((operand) => typeof operand !== 'string');
const statusSchema = z.union(
	[z.int().min(0).max(599), anyObjectSchema(statusRule).refine(hasNoText, statusRule)],
	statusRule,
);

const endpointSchema = z.enum(recordedEndpoints);

const callMatchSchema = z.strictObject({
	endpoint: z
		.union(
			[endpointSchema, z.array(endpointSchema).min(1).max(5)],
			`must be one of ${recordedEndpoints.join(', ')}, or a list of 1 to 5 of them`,
		)
		.optional(),
	status: (statusSchema as z.ZodType<number | Comparison>).optional(),
	/**
	 * A pattern for the payment's reference: `*` matches any text, `?` any character, and `\` makes the next character
	 * literal.
	 */
	reference: z.string().max(500).optional(),
	transactionId: z.string().max(100).optional(),
	header: (
		anyObjectSchema('must be an object of patterns by header') as z.ZodType<Record<string, Pattern>>
	).optional(),
	body: patternSchema.optional(),
	response: patternSchema.optional(),
});

const countSchema = z.int().min(0).max(1_000_000);
const timesRule = 'must be a number, {"exactly": n}, {"atLeast": n} or {"atMost": n}';
const timesSchema = z.union(
	[
		countSchema,
		z.strictObject({ exactly: countSchema }),
		z.strictObject({ atLeast: countSchema }),
		z.strictObject({ atMost: countSchema }),
	],
	timesRule,
);

export const maxWithinMs = 60_000;

export const verifyQuestionSchema = z.strictObject({
	match: callMatchSchema,
	/** How many calls must match: a number means exactly so many. Default: 1. */
	times: timesSchema.optional(),
	/**
	 * How long to wait, in wall time, at most 60 s. The wait ends when `atLeast` is reached; all other numbers are
	 * watched until its end.
	 */
	within: durationSchema
		.refine((within) => toMs(within) <= maxWithinMs, 'must be at most "60s"')
		.optional(),
	/** Only journal entries with a higher id count. */
	since: z.int().min(0).optional(),
	/** A call counts only if a call that matches this one came before it. */
	after: callMatchSchema.optional(),
	/** `payments`: all calls of one payment count once. Default: `calls`. */
	unit: z.enum(['calls', 'payments']).optional(),
	/**
	 * `times` applies to each reference separately, and at least one reference must have a call. Calls without a reference,
	 * or with an empty one, do not count.
	 */
	per: z.literal('paymentReference').optional(),
	/**
	 * Whether to count calls that an HTTP library sent again by itself. Default: excluded. With `payments`, they always
	 * count.
	 */
	resent: z.enum(['include', 'exclude']).optional(),
});

export const verifyAllSchema = z.strictObject({
	all: z.array(verifyQuestionSchema).min(1).max(20, 'must have at most 20 questions'),
});

export const verifySchema = z.union([verifyQuestionSchema, verifyAllSchema]);

const differenceSchema = z.object({
	/** The path of the value that differs: `body.customer.name`, `header.x-merchant`, `status`. */
	path: z.string(),
	expected: z.unknown(),
	/** The actual value; absent if the call does not have it. */
	actual: z.unknown().optional(),
});

export const verifyAnswerSchema = z.object({
	ok: z.boolean(),
	/**
	 * False if dropped calls, calls without a response or masked values could change the result. `ok` is then false too.
	 */
	complete: z.boolean(),
	/** How many calls or payments matched; the question decides which of them it counts. */
	matched: z.int(),
	/** The `times` of the question. */
	expected: z.object({
		exactly: z.int().optional(),
		atLeast: z.int().optional(),
		atMost: z.int().optional(),
	}),
	/** The ids of the first 1,000 matching calls. */
	entries: z.array(z.int()),
	/** Only with `per`: the first 20 references whose number differs. */
	references: z.array(z.object({ reference: z.string(), matched: z.int() })).optional(),
	/** If too few calls match: the most similar ones, at most three, with their differences. */
	nearest: z.array(z.object({ entry: z.int(), differences: z.array(differenceSchema) })),
	/** The result as a sentence. */
	message: z.string(),
});

export const verifyAllAnswerSchema = z.object({
	ok: z.boolean(),
	results: z.array(verifyAnswerSchema),
});

export type CallMatch = z.infer<typeof callMatchSchema>;
export type VerifyQuestion = z.infer<typeof verifyQuestionSchema>;
export type VerifyAll = z.infer<typeof verifyAllSchema>;
export type Difference = z.infer<typeof differenceSchema>;
export type VerifyAnswer = z.infer<typeof verifyAnswerSchema>;
export type VerifyAllAnswer = z.infer<typeof verifyAllAnswerSchema>;
