/** The schemas of `/_sandbox/journal`: the bounded record of calls, newest first. */
import { z } from 'zod';
import type { FaultHit } from './faults.ts';
import { callFaultShape } from './faults.ts';
import { wholeNumberQuerySchema } from './operation.ts';

export const journalModes = ['full', 'counters', 'off'] as const;

/**
 * The endpoints whose calls the journal records. `unknown` is a path without a route. Control calls are not recorded.
 */
export const recordedEndpoints = [
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
	/** When the response was ready, on the workspace's clock. */
	at: z.iso.datetime(),
	/** When the response was ready, on the machine's clock. */
	wallAt: z.iso.datetime(),
	method: z.string(),
	/** The path without its query. `{id}` stands for a session id. */
	path: z.string(),
	endpoint: z.enum(recordedEndpoints),
	requestId: z.string(),
	/** The status of the response, even if the client had already disconnected; 0 if a fault sent no status. */
	status: z.int(),
	/**
	 * Whether the client disconnected before the response was ready, and so did not receive it. A client that closes its side
	 * within its request counts as disconnected, although it may still read the response.
	 */
	gone: z.boolean(),
	...callFaultShape,
	/** Whether an HTTP client sent the request again by itself, after a fault cut its connection. */
	resent: z.boolean(),
	/** The sandbox's error code; null if the call succeeded. */
	problem: z.string().nullable(),
	/** The payment's transaction id; null if the call belongs to no payment. */
	transactionId: z.string().nullable(),
	/**
	 * The payment's reference, with card numbers masked. If a fault prevented the payment, the reference in the request.
	 */
	paymentReference: z.string().nullable(),
	/** Whether the header was sent. Its value is never stored (D-13, D-35). */
	authorization: presence,
	idempotencyKey: presence,
	/**
	 * The request headers listed in the setting `journal.headers`. Names are in lower case, and card data in values
	 * is masked. A value is null if the header was not sent, and `…` if it is longer than 500 characters.
	 */
	headers: z.record(z.string(), z.string().nullable()),
	/**
	 * The request's JSON body, or its text if it is not JSON, with card data masked; null for pages, and if there is no
	 * body.
	 */
	request: z.unknown(),
	/** The response's JSON body; null for pages. */
	response: z.unknown(),
	/**
	 * The parts of the call's duration in milliseconds: the wait for a server, its service time, the injected delay, and
	 * the sandbox's own time.
	 */
	timing: z.object({
		queueMs: z.number(),
		serviceMs: z.number(),
		injectedMs: z.number(),
		ownMs: z.number(),
	}),
	assumptions: z.array(z.string()),
	warnings: z.array(z.object({ code: z.string(), text: z.string() })),
	cause: z.string().nullable(),
});

export const journalSchema = z.object({
	/** The process that responds, as `host:port`: each of several instances has its own journal. */
	instance: z.string(),
	mode: z.enum(journalModes),
	entries: z.array(journalEntrySchema),
	/** Send this as `cursor` to get the next page; null on the last page. */
	next: z.string().nullable(),
	/**
	 * The numbers of all calls since the workspace was created or the journal was emptied. Dropped entries are included.
	 */
	counters: z.array(
		z.object({ endpoint: z.enum(recordedEndpoints), status: z.int(), calls: z.int() }),
	),
	/** How many entries `limits.journalEntries` and `limits.journalBytes` have removed since the same time. */
	dropped: z.int(),
});

export const journalClearedSchema = z.object({ workspace: z.string(), cleared: z.int() });

export const journalQuerySchema = z.strictObject({
	endpoint: z.enum(recordedEndpoints).optional(),
	status: wholeNumberQuerySchema(0, 599).optional(),
	transactionId: z.string().optional(),
	limit: wholeNumberQuerySchema(1, 1000).optional(),
	cursor: wholeNumberQuerySchema(1, Number.MAX_SAFE_INTEGER).optional(),
	format: z.enum(['json', 'har']).optional(),
});

export const journalEntryQuerySchema = z.strictObject({
	format: z.enum(['json', 'curl']).optional(),
});

export type JournalEntry = z.infer<typeof journalEntrySchema>;
export type JournalEndpoint = (typeof recordedEndpoints)[number];
/** The time from the arrival of a call until its response was ready, in milliseconds. */
export function callDurationMs({ timing }: Pick<JournalEntry, 'timing'>): number {
	return timing.queueMs + timing.serviceMs + timing.injectedMs + timing.ownMs;
}

/** The faults that were injected into a call, in order. An entry lists them only if there are several. */
export const faultsOf = ({
	fault,
	faults,
}: Pick<JournalEntry, 'fault' | 'faults'>): readonly FaultHit[] =>
	faults ?? (fault === null ? [] : [fault]);

/** When a call arrived, on the machine's clock, in milliseconds. */
export const arrivedMsOf = (call: Pick<JournalEntry, 'timing' | 'wallAt'>): number =>
	Date.parse(call.wallAt) - callDurationMs(call);

export type JournalView = z.infer<typeof journalSchema>;
export type JournalCleared = z.infer<typeof journalClearedSchema>;
/** The parsed query of a journal call, without its format. */
export type JournalFilter = Omit<z.output<typeof journalQuerySchema>, 'format'>;
