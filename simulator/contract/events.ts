/** The schemas of the events in `/_sandbox/events`. Times are on the workspace's clock. */
import { z } from 'zod';
import { clockViewSchema } from './clock.ts';
import { outcomeSchema, paymentStateSchema } from './control.ts';
import { callFaultShape, faultHitSchema } from './faults.ts';
import { recordedEndpoints } from './journal.ts';

const at = z.iso.datetime();

/** The schema of each event's `data`, by the event's name. */
export const eventSchemas = {
	/** A call of the service or of the cashier. It is sent when the response is ready. */
	call: z.object({
		at,
		/** The id of the call's journal entry; null unless `journal.mode` is `full`. */
		entry: z.int().nullable(),
		requestId: z.string(),
		endpoint: z.enum(recordedEndpoints),
		method: z.string(),
		/** The path without its query and without ids, at most 200 characters. */
		path: z.string(),
		/** The status of the response; 0 if the client got none. */
		status: z.int(),
		problem: z.string().nullable(),
		transactionId: z.string().nullable(),
		/** Whether the client disconnected before the response. */
		gone: z.boolean(),
		/** Whether an HTTP client sent the request again by itself. */
		resent: z.boolean(),
		...callFaultShape,
		timing: z.object({ injectedMs: z.number(), ownMs: z.number(), queueMs: z.number() }),
	}),
	/** A fault broke a call. The `call` event of that call follows. */
	fault: faultHitSchema.extend({
		at,
		entry: z.int().nullable(),
		endpoint: z.enum(recordedEndpoints),
		transactionId: z.string().nullable(),
	}),
	/** A payment was created, or a call changed it. */
	payment: z.object({
		at,
		created: z.boolean(),
		transactionId: z.string(),
		sessionId: z.string(),
		paymentReference: z.string().nullable(),
		state: paymentStateSchema,
		amount: z.number(),
		currency: z.string(),
		country: z.string(),
		/** The display name of the chosen option. */
		option: z.string().nullable(),
		/** The outcome of the latest attempt, or the one foreseen for the payment. */
		outcome: outcomeSchema.nullable(),
	}),
	/** A payment reached another state, by a call or because the time of a planned state came. */
	transition: z.object({
		at,
		transactionId: z.string(),
		paymentReference: z.string().nullable(),
		from: paymentStateSchema,
		to: paymentStateSchema,
		cause: z.string(),
	}),
	/** The paths of the settings whose values changed. */
	settings: z.object({ at, changed: z.array(z.string()) }),
	/** The clock was moved, stopped or scaled. All states that became due were sent before. */
	clock: clockViewSchema,
	/** All payments of the workspace were deleted: it was reset, removed, created again, or it expired. */
	reset: z.object({ at }),
	/** Events after this id are lost: the reader must read the current state again. */
	gap: z.object({ after: z.string() }),
};

export type EventName = keyof typeof eventSchemas;
export type EventData = { [Name in EventName]: z.infer<(typeof eventSchemas)[Name]> };
