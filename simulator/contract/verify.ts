/** `POST /_sandbox/verify`: questions about the calls in the journal. */
import { z } from 'zod';
import { durationSchema, toMs } from './duration.ts';
import { recordedEndpoints } from './journal.ts';
import { anyObject } from './setting.ts';

type Scalar = string | number | boolean | null;

/** All comparisons that are given must hold. */
export interface Comparison {
	$gt?: number | string;
	$gte?: number | string;
	$lt?: number | string;
	$lte?: number | string;
	/** One of these values, compared literally. */
	$in?: readonly Scalar[];
	$exists?: boolean;
	$absent?: boolean;
}

/**
 * A subset of a JSON value. An object needs the fields that the pattern names, a list the items in the same order. A text
 * between two slashes is a regular expression (RE2): `"/^order-/"`.
 */
export type Pattern =
	| Scalar
	| Comparison
	| readonly Pattern[]
	| { readonly [field: string]: Pattern };

/** The route checks patterns: a schema could not name the wrong place. */
const patternSchema = z.unknown() as z.ZodType<Pattern>;

const statusRule = 'must be a status such as 200, or a comparison such as {"$gte": 400}';
const statusSchema = z.union([z.int().min(0).max(599), anyObject(statusRule)], statusRule);

const endpointSchema = z.enum(recordedEndpoints);

const callMatchSchema = z.strictObject({
	endpoint: z
		.union(
			[endpointSchema, z.array(endpointSchema).min(1).max(5)],
			`must be one of ${recordedEndpoints.join(', ')}, or a list of 1 to 5 of them`,
		)
		.optional(),
	status: (statusSchema as z.ZodType<number | Comparison>).optional(),
	/** Of the payment: `*` is any text, `?` any character, and `\` makes the next character literal. */
	reference: z.string().max(500).optional(),
	transactionId: z.string().max(100).optional(),
	header: (
		anyObject('must be an object of patterns by header') as z.ZodType<Record<string, Pattern>>
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

export const longestWithinMs = 60_000;

export const verifyQuestionSchema = z.strictObject({
	match: callMatchSchema,
	/** A number is exact; 1 by default. */
	times: timesSchema.optional(),
	/** Wall time, at most 60 s. Waits until `atLeast` holds; watches the whole time for the others. */
	within: durationSchema
		.refine((within) => toMs(within) <= longestWithinMs, 'must be at most "60s"')
		.optional(),
	/** Only entries with a higher id count. */
	since: z.int().min(0).optional(),
	/** A call counts only when a call that matches this came before it. */
	after: callMatchSchema.optional(),
	/** `payments` counts the calls of one payment once; `calls` by default. */
	unit: z.enum(['calls', 'payments']).optional(),
	/** `times` holds for each reference by itself, and at least one reference has a call. */
	per: z.literal('paymentReference').optional(),
	/** Calls that the client's HTTP library sent again by itself; excluded by default. `payments` counts them always. */
	resent: z.enum(['include', 'exclude']).optional(),
});

export const verifyAllSchema = z.strictObject({
	all: z.array(verifyQuestionSchema).min(1).max(20, 'must have at most 20 questions'),
});

export const verifySchema = z.union([verifyQuestionSchema, verifyAllSchema]);

const differenceSchema = z.object({
	/** `body.customer.name`, `header.x-merchant`, `status`. */
	path: z.string(),
	expected: z.unknown(),
	/** Left out when the call does not have the value. */
	actual: z.unknown().optional(),
});

export const verifyAnswerSchema = z.object({
	ok: z.boolean(),
	/** False when calls that the journal dropped, or values that it masks, could change the answer. `ok` is then false. */
	complete: z.boolean(),
	/** Calls or payments, whichever the question counts. */
	matched: z.int(),
	/** The question's `times`. */
	expected: z.object({
		exactly: z.int().optional(),
		atLeast: z.int().optional(),
		atMost: z.int().optional(),
	}),
	/** The ids of the matching calls, the first 1 000. */
	entries: z.array(z.int()),
	/** With `per`: the references that have another number, the first 20. */
	references: z.array(z.object({ reference: z.string(), matched: z.int() })).optional(),
	/** When too few match: the calls that come closest, at most three. */
	nearest: z.array(z.object({ entry: z.int(), differences: z.array(differenceSchema) })),
	/** The answer in words. */
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
