/**
 * The schemas of `/_sandbox/findings` and `/_sandbox/payments/{id}/explain`: what is wrong with an integration, and
 * what happened to a payment.
 */
import { z } from 'zod';
import { findingCodes, severities } from './finding-table.ts';
import { gapIds } from './gaps/ledger.ts';

/** The most references, payments and journal entries that a group of findings names. */
export const maxNamedIds = 100;

/** The most refusals that a group of findings shows, and the most characters of their texts. */
export const maxRefusals = 5;
export const maxRefusalText = 300;

/** Calls that were refused for one mistake: with the same call, status, code and param. */
const refusalSchema = z.object({
	/** The method and the path of the call. */
	call: z.string(),
	/** The status of the response: 200 with the setting `errors.httpMode: "always200"`. */
	status: z.int(),
	/** The sandbox's error code. */
	code: z.string(),
	/**
	 * The texts of the error, `detail` and `fix` from the latest call; null if the response, in the format of the setting
	 * `errors`, does not have them.
	 */
	param: z.string().nullable(),
	detail: z.string().nullable(),
	fix: z.string().nullable(),
	/** The ids of the journal entries. */
	entries: z.array(z.int()),
});

const kind = {
	code: z.enum(findingCodes),
	severity: z.enum(severities),
	/** What the finding costs, or why it matters. */
	text: z.string(),
	fix: z.string(),
	/** The id of the assumption that the finding depends on. */
	assumption: z.enum(gapIds).optional(),
};

/** A finding about one payment. */
export const findingSchema = z.object({
	...kind,
	/** The payment's transaction id; null for a refused call that created no payment. */
	transactionId: z.string().nullable(),
	/** The ids of the journal entries behind the finding. */
	entries: z.array(z.int()),
});

/** All findings of a workspace with the same code. Findings of the code `assumption_used` are grouped by assumption. */
export const findingGroupSchema = z.object({
	...kind,
	/** How often the finding occurs. */
	count: z.int(),
	/** The paymentReferences of these payments and journal entries; the latest 100. */
	references: z.array(z.string()),
	/** The transaction ids of the latest 100 payments. */
	payments: z.array(z.string()),
	/** The ids of the latest 100 journal entries. */
	entries: z.array(z.int()),
	/** For each of the latest 100 times that the finding occurs, the ids of its latest 100 journal entries. */
	occurrences: z.array(z.array(z.int())),
	/** Only for `refusal_ignored`: why these calls were refused. The latest 5 kinds of refusals. */
	refusals: z.array(refusalSchema).optional(),
});

export const findingListSchema = z.object({
	/** The groups of findings, the most severe first. */
	findings: z.array(findingGroupSchema),
	/** The number of documented calls that were read, whatever the filter. Calls of the start page do not count. */
	calls: z.int(),
	/**
	 * False if more findings are possible, from calls or payments that are no longer stored or were not read, or from
	 * calls without a response.
	 */
	complete: z.boolean(),
});

export const findingsQuerySchema = z.strictObject({
	severity: z.enum(severities).optional(),
	code: z.enum(findingCodes).optional(),
});

export const paymentExplanationSchema = z.object({
	summary: z.string(),
	/** The past and planned steps of the payment, oldest first; the latest 500. */
	story: z.array(
		z.object({
			/** The time on the workspace's clock. */
			at: z.iso.datetime(),
			text: z.string(),
		}),
	),
	findings: z.array(findingSchema),
});

export type Finding = z.infer<typeof findingSchema>;
export type FindingGroup = z.infer<typeof findingGroupSchema>;
export type ShownRefusal = z.infer<typeof refusalSchema>;
export type FindingList = z.infer<typeof findingListSchema>;
export type FindingFilter = z.infer<typeof findingsQuerySchema>;
export type Explanation = z.infer<typeof paymentExplanationSchema>;
