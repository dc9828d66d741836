/** The control API's JSON, under `/_sandbox`: an extension of the sandbox, never part of the service. */
import { z } from 'zod';
import { clockViewSchema } from './clock.ts';
import { durationSchema } from './duration.ts';
import { outcomeListSchema } from './outcome-list.ts';
import { customerSchema } from './payment-options.ts';
import { declineReasons, reasonCodes } from './reasons.ts';
import { returnOrders } from './return-order.ts';
import { outcomes } from './test-values.ts';

export const paymentStates = [
	'created',
	'redirected',
	'opened',
	'processing',
	'confirmed',
	'declined',
	'cancelled',
	'expired',
] as const;

export const paymentStateSchema = z.enum(paymentStates);
export const outcomeSchema = z.enum(outcomes);

export const reasonSchema = z.enum(reasonCodes);

export const fateSchema = z.object({
	outcome: outcomeSchema,
	/** Who decided, as `carrier = value`: `holder name = FUNDS`. */
	cause: z.string(),
	reason: reasonSchema.nullable(),
});

/** What the shopper is shown: a form for a card, a bank's page, a code to type, a picture to scan, a slip to pay. */
export const optionKinds = ['card', 'bank', 'code', 'qr', 'reference'] as const;

export const paymentViewSchema = z.object({
	workspace: z.string(),
	transactionId: z.uuid(),
	sessionId: z.uuid(),
	paymentReference: z.string().nullable(),
	state: paymentStateSchema,
	final: z.boolean(),
	/** As it was sent, or rounded (D-02); beside it in major units, as a decimal text: `"150.50"`. */
	amount: z.number(),
	majorAmount: z.string(),
	currency: z.string(),
	country: z.string(),
	/** What the cashier is to speak: the language asked for when it is listed, else the fallback (D-41). */
	language: z.string(),
	option: z.object({ id: z.uuid(), name: z.string(), kind: z.enum(optionKinds) }).nullable(),
	suboption: z.object({ id: z.string(), name: z.string() }).nullable(),
	/** Of the latest attempt, or what is already sure without one. */
	fate: fateSchema.nullable(),
	/** Null unless a code is asked for. */
	challenge: z.object({ wrongCodes: z.int() }).nullable(),
	timeline: z.array(
		z.object({
			state: paymentStateSchema,
			at: z.iso.datetime(),
			cause: z.string(),
			planned: z.boolean(),
		}),
	),
	attempts: z.array(
		z.object({
			at: z.iso.datetime(),
			fate: fateSchema,
			/** First six and last four digits; null for a bank. */
			card: z.string().nullable(),
		}),
	),
	/** The latest 20, oldest first. */
	calls: z.array(
		z.object({
			at: z.iso.datetime(),
			call: z.string(),
			/** `ok`, or the code of the error. */
			result: z.string(),
			/** Whether the client left before the response was sent. The payment has changed all the same. */
			gone: z.boolean(),
			warnings: z.array(z.string()),
		}),
	),
	redirectUrl: z.string(),
	/** Where RETURN TO ACCOUNT leads: exactly `redirectUrl`, unless `return.append` says otherwise (D-36). */
	returnUrl: z.string(),
	/** When its pages show that, by its own header or by `steer`; null when the setting `return.showIn` decides. */
	return: z.enum(returnOrders).nullable(),
	/** Only where the call waits with `until`: whether the payment is in one of these states now. */
	reached: z.boolean().optional(),
});

export const paymentListSchema = z.object({
	payments: z.array(paymentViewSchema),
	/** Give it back as `cursor` for the next page; null on the last one. */
	next: z.string().nullable(),
});

export const actions = [
	'open',
	'submit',
	'otp',
	'cancel',
	'return',
	'confirm',
	'decline',
	'expire',
	'steer',
] as const;

/** The shopper without a browser, the network's hand, and steering. */
export const actSchema = z.discriminatedUnion(
	'action',
	[
		z.strictObject({ action: z.literal('open') }),
		z.strictObject({
			action: z.literal('submit'),
			card: z.string().optional(),
			holder: z.string().optional(),
			expiryMonth: z.string().optional(),
			expiryYear: z.string().optional(),
			cvv: z.string().optional(),
			/** What the chosen option asks the payer for; the page's form has the same names. */
			documentType: z.string().optional(),
			document: z.string().optional(),
			personType: z.string().optional(),
			name: z.string().optional(),
			email: z.string().optional(),
			phone: z.string().optional(),
			code: z.string().optional(),
			/** The chosen bank, by the id of its suboption or by its name: the page lets nobody change it. */
			bank: z.string().optional(),
		}),
		z.strictObject({ action: z.literal('otp'), otp: z.string() }),
		z.strictObject({ action: z.literal('cancel') }),
		z.strictObject({ action: z.literal('return') }),
		z.strictObject({ action: z.literal('confirm') }),
		z.strictObject({
			action: z.literal('decline'),
			reason: z.enum(declineReasons).optional(),
		}),
		z.strictObject({ action: z.literal('expire') }),
		z
			.strictObject({
				action: z.literal('steer'),
				outcome: outcomeListSchema.optional(),
				return: z.enum(returnOrders).optional(),
			})
			.refine((told) => told.outcome !== undefined || told.return !== undefined, {
				path: ['outcome'],
				message: 'must be there, or return',
			})
			.meta({ minProperties: 2 }),
	],
	`must be one of ${actions.join(', ')}`,
);

export const advanceSchema = z.strictObject({ by: durationSchema });

export const advanceResultSchema = z.object({
	now: z.iso.datetime(),
	total: z.int(),
	/** The first 1 000, in order. */
	transitions: z.array(
		z.object({
			transactionId: z.uuid(),
			from: paymentStateSchema,
			to: paymentStateSchema,
			at: z.iso.datetime(),
		}),
	),
});

export const healthSchema = z.object({
	name: z.literal('payin-sandbox'),
	version: z.string(),
	/** The process that answers, as `host:port`. Several instances may share a store. */
	instance: z.string(),
	uptimeMs: z.number(),
	/** Whose seed and clock these are; payments are counted for the whole server. */
	workspace: z.string(),
	seed: z.int(),
	clock: clockViewSchema,
	store: z.string(),
	/** Kept; gone to make room; gone with a workspace whose time was over (`workspaces.ttl`). */
	payments: z.object({ live: z.int(), evicted: z.int(), expired: z.int() }),
});

export const readySchema = z.object({ ready: z.boolean() });
export const resetSchema = z.object({ workspace: z.string(), reset: z.literal(true) });
export const customersSchema = z.object({ customers: z.array(customerSchema) });

export type PaymentState = z.infer<typeof paymentStateSchema>;
export type OptionKind = (typeof optionKinds)[number];
export type PaymentView = z.infer<typeof paymentViewSchema>;
export type PaymentList = z.infer<typeof paymentListSchema>;
export type Act = z.infer<typeof actSchema>;
export type AdvanceResult = z.infer<typeof advanceResultSchema>;
export type Health = z.infer<typeof healthSchema>;
