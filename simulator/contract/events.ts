/** The events of `/_sandbox/events`. Times are on the clock of the workspace. */
import { z } from 'zod';
import { clockViewSchema } from './clock.ts';
import { outcomeSchema, paymentStateSchema } from './control.ts';
import { callFaultShape, faultHitSchema } from './faults.ts';
import { recordedEndpoints } from './journal.ts';

const at = z.iso.datetime();

/** The `data` of each event, by its name. */
export const eventSchemas = {
	/** A call of the service or of the cashier. It is sent when the response is ready. */
	call: z.object({
		at,
		/** The id of its journal entry; null unless `journal.mode` is `full`. */
		entry: z.int().nullable(),
		requestId: z.string(),
		endpoint: z.enum(recordedEndpoints),
		method: z.string(),
		/** Without its query and without ids, at most 200 characters. */
		path: z.string(),
		/** 0 when the client got no response. */
		status: z.int(),
		problem: z.string().nullable(),
		transactionId: z.string().nullable(),
		/** Whether the client left before the response. */
		gone: z.boolean(),
		/** Whether an HTTP client sent the request again by itself. */
		resent: z.boolean(),
		...callFaultShape,
		timing: z.object({ injectedMs: z.number(), ownMs: z.number(), queueMs: z.number() }),
	}),
	/** A fault that a call met. Its `call` event follows. */
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
		/** The name of the chosen option. */
		option: z.string().nullable(),
		/** Of the latest attempt, or foreseen for the payment. */
		outcome: outcomeSchema.nullable(),
	}),
	/** A payment entered another state: by a call, or because its time came. */
	transition: z.object({
		at,
		transactionId: z.string(),
		paymentReference: z.string().nullable(),
		from: paymentStateSchema,
		to: paymentStateSchema,
		cause: z.string(),
	}),
	/** The paths of the settings that have other values now. */
	settings: z.object({ at, changed: z.array(z.string()) }),
	/** The clock was moved, stopped or scaled. All states that became due were sent before. */
	clock: clockViewSchema,
	/** All payments of the workspace were deleted: it was reset, removed, created again or expired. */
	reset: z.object({ at }),
	/** Events after this id are lost: read the state again. */
	gap: z.object({ after: z.string() }),
};

export type EventName = keyof typeof eventSchemas;
export type EventData = { [Name in EventName]: z.infer<(typeof eventSchemas)[Name]> };
