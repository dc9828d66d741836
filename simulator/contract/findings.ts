/** `/_sandbox/findings` and `/_sandbox/payments/{id}/explain`: what is wrong with an integration, and what happened to a payment. */
import { z } from 'zod';
import { findingCodes, severities } from './finding-table.ts';
import { gapIds } from './gaps/ledger.ts';

/** The most payments and journal entries that a finding of a workspace names. */
export const maxNamed = 100;

const kind = {
	code: z.enum(findingCodes),
	severity: z.enum(severities),
	/** What it costs, or why it matters. */
	text: z.string(),
	fix: z.string(),
	/** The gap on whose assumption the finding rests. */
	assumption: z.enum(gapIds).optional(),
};

/** A finding about one payment. */
export const findingSchema = z.object({
	...kind,
	/** Null for a refused call that created no payment. */
	transactionId: z.string().nullable(),
	/** Ids of journal entries. */
	entries: z.array(z.int()),
});

/** All findings of a workspace with the same code; of `assumption_used`, those with the same assumption. */
export const findingGroupSchema = z.object({
	...kind,
	/** How often it was found. */
	count: z.int(),
	/** Transaction ids: the latest 100. */
	payments: z.array(z.string()),
	/** Ids of journal entries: the latest 100. */
	entries: z.array(z.int()),
});

export const findingListSchema = z.object({
	/** The most severe first. */
	findings: z.array(findingGroupSchema),
	/** How many documented calls were read, whatever the filter. Those of the start page do not count. */
	calls: z.int(),
	/** False when calls or payments that are no longer stored, or were not read, could add a finding. */
	complete: z.boolean(),
});

export const findingsQuerySchema = z.strictObject({
	severity: z.enum(severities).optional(),
	code: z.enum(findingCodes).optional(),
});

export const paymentExplanationSchema = z.object({
	summary: z.string(),
	/** What happened and what is planned, oldest first; the latest 500 steps. */
	story: z.array(
		z.object({
			/** On the workspace's clock. */
			at: z.iso.datetime(),
			text: z.string(),
		}),
	),
	findings: z.array(findingSchema),
});

export type Finding = z.infer<typeof findingSchema>;
export type FindingGroup = z.infer<typeof findingGroupSchema>;
export type FindingList = z.infer<typeof findingListSchema>;
export type FindingFilter = z.infer<typeof findingsQuerySchema>;
export type Explanation = z.infer<typeof paymentExplanationSchema>;
