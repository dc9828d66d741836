/** `/_sandbox/journal`: the bounded record of calls, newest first. */
import { z } from 'zod';
import { wholeNumberText } from './operation.ts';

export const journalModes = ['full', 'counters', 'off'] as const;

/** What is journaled; `unknown` is a path that nothing answers. The control API is not. */
export const journalEndpoints = [
	'paymentOptions',
	'paymentSuboptions',
	'hybridPayment',
	'cashier',
	'unknown',
] as const;

const presence = z.enum(['present', 'absent']);

export const journalEntrySchema = z.object({
	/** The serial number of the call in its workspace. */
	id: z.int(),
	/** On the clock of the workspace, when the answer was ready. */
	at: z.iso.datetime(),
	/** By the clock of the machine. */
	wallAt: z.iso.datetime(),
	method: z.string(),
	/** Without its query, and without ids. */
	path: z.string(),
	endpoint: z.enum(journalEndpoints),
	requestId: z.string(),
	/** Of the answer as it was told, or would have been to a client that is gone. */
	status: z.int(),
	/** Whether the client went away before there was an answer: nobody was told this one. */
	gone: z.boolean(),
	/** The sandbox's own name of the error; null for a success. */
	problem: z.string().nullable(),
	/** Null when no payment is known of the call. */
	transactionId: z.string().nullable(),
	/** Whether they were sent; what they say is never kept (D-13, D-35). */
	authorization: presence,
	idempotencyKey: presence,
	/** The JSON body, or the text where it is no JSON, with card data masked; null for pages, and without one. */
	request: z.unknown(),
	/** The JSON body; null for pages. */
	response: z.unknown(),
	/** Milliseconds: held back on purpose, and what the sandbox itself took. */
	timing: z.object({ injectedMs: z.number(), ownMs: z.number() }),
	assumptions: z.array(z.string()),
	warnings: z.array(z.object({ code: z.string(), text: z.string() })),
	cause: z.string().nullable(),
});

export const journalSchema = z.object({
	/** Whose calls these are, as `host:port`: each of several instances keeps its own journal. */
	instance: z.string(),
	mode: z.enum(journalModes),
	entries: z.array(journalEntrySchema),
	/** Give it back as `cursor` for the next page; null on the last one. */
	next: z.string().nullable(),
	/** Every call since the workspace began or the journal was emptied, whether or not its entry is still kept. */
	counters: z.array(
		z.object({ endpoint: z.enum(journalEndpoints), status: z.int(), calls: z.int() }),
	),
});

export const journalClearedSchema = z.object({ workspace: z.string(), cleared: z.int() });

export const journalQuerySchema = z.strictObject({
	endpoint: z.enum(journalEndpoints).optional(),
	status: wholeNumberText(100, 599).optional(),
	transactionId: z.string().optional(),
	limit: wholeNumberText(1, 1000).optional(),
	cursor: wholeNumberText(1, Number.MAX_SAFE_INTEGER).optional(),
});

export type JournalEntry = z.infer<typeof journalEntrySchema>;
export type JournalEndpoint = (typeof journalEndpoints)[number];
export type JournalView = z.infer<typeof journalSchema>;
export type JournalCleared = z.infer<typeof journalClearedSchema>;
/** As the query of the call, numbers as numbers. */
export type JournalFilter = z.output<typeof journalQuerySchema>;
