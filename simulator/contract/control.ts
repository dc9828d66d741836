/**
 * The JSON schemas of the control API under `/_sandbox`. It is an extension of the sandbox, not part of the service.
 */
import { z } from 'zod';
import { clockViewSchema } from './clock.ts';
import { durationSchema, toMs } from './duration.ts';
import { marketSamples } from './market-samples.ts';
import { wholeNumberQuerySchema } from './operation.ts';
import { outcomeListSchema } from './outcome-list.ts';
import { customerSchema } from './payment-options.ts';
import { declineReasonCodes, reasonCodes } from './reasons.ts';
import { returnLinkTimings } from './return-url.ts';
import { maxSeed } from './seed.ts';
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
	/** The outcome trigger that decided, as `trigger = value`: `holder name = FUNDS`. */
	cause: z.string(),
	reason: reasonSchema.nullable(),
});

export const pageKinds = ['card', 'bank', 'code', 'qr', 'reference'] as const;

export const paymentViewSchema = z.object({
	workspace: z.string(),
	transactionId: z.uuid(),
	sessionId: z.uuid(),
	paymentReference: z.string().nullable(),
	state: paymentStateSchema,
	final: z.boolean(),
	/** The amount as sent, or rounded (D-02). */
	amount: z.number(),
	/** The amount in major units, as a decimal string: `"150.50"`. */
	majorAmount: z.string(),
	currency: z.string(),
	country: z.string(),
	/** The language of the cashier: the requested one if it is supported, otherwise the fallback (D-41). */
	language: z.string(),
	option: z.object({ id: z.uuid(), name: z.string(), kind: z.enum(pageKinds) }).nullable(),
	suboption: z.object({ id: z.string(), name: z.string() }).nullable(),
	/** The fate of the latest attempt. Before an attempt, the fate of the payment if it is already known. */
	fate: fateSchema.nullable(),
	/** The state of a challenge; null unless the cashier asks for a code. */
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
			/** The first six and last four digits of the card; null for a bank. */
			card: z.string().nullable(),
		}),
	),
	/** The latest 20 calls of the payment, oldest first. */
	calls: z.array(
		z.object({
			at: z.iso.datetime(),
			call: z.string(),
			/** `ok`, or the error code. */
			result: z.string(),
			/** Whether the connection ended before the client had the response. The payment has changed anyway. */
			gone: z.boolean(),
			/**
			 * Who ended the connection: the client, a fault, or the sandbox (it stopped, or the connection exceeded a limit).
			 * Null if `gone` is false.
			 */
			closedBy: z.enum(['client', 'fault', 'sandbox']).nullable(),
			warnings: z.array(z.string()),
		}),
	),
	/** Card data is masked here and in `returnUrl`, except in the response to the action `return`. */
	redirectUrl: z.string(),
	/** The URL behind RETURN TO ACCOUNT: `redirectUrl`, with the parameters of the setting `return.append` (D-36). */
	returnUrl: z.string(),
	/**
	 * When the pages show the return link, if a header or `steer` decided it; null if the setting `return.showIn`
	 * decides.
	 */
	return: z.enum(returnLinkTimings).nullable(),
	/** Only in a call with `until`: whether the payment is in one of these states now. */
	reached: z.boolean().optional(),
});

export const paymentListSchema = z.object({
	payments: z.array(paymentViewSchema),
	/** Send this as `cursor` to get the next page; null on the last page. */
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

/** The actions of a shopper without a browser, the actions of the network, and steering. */
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
			/** The payer details of the chosen option, named as in the page's form. */
			documentType: z.string().optional(),
			document: z.string().optional(),
			personType: z.string().optional(),
			name: z.string().optional(),
			email: z.string().optional(),
			phone: z.string().optional(),
			code: z.string().optional(),
			/** The id or name of the chosen bank. Another bank is refused. */
			bank: z.string().optional(),
		}),
		z.strictObject({ action: z.literal('otp'), otp: z.string() }),
		z.strictObject({ action: z.literal('cancel') }),
		z.strictObject({ action: z.literal('return') }),
		z.strictObject({ action: z.literal('confirm') }),
		z.strictObject({
			action: z.literal('decline'),
			reason: z.enum(declineReasonCodes).optional(),
		}),
		z.strictObject({ action: z.literal('expire') }),
		z
			.strictObject({
				action: z.literal('steer'),
				outcome: outcomeListSchema.optional(),
				return: z.enum(returnLinkTimings).optional(),
			})
			.refine((sent) => sent.outcome !== undefined || sent.return !== undefined, {
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
	/** The first 1,000 transitions, in order. */
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
	/** The process that responds, as `host:port`. Several instances may share a store. */
	instance: z.string(),
	uptimeMs: z.number(),
	/** The workspace whose `seed` and `clock` these are. `payments` counts the whole server. */
	workspace: z.string(),
	seed: z.int(),
	clock: clockViewSchema,
	store: z.string(),
	/** The base of the cashier addresses that this workspace returns, without a trailing slash. */
	cashierUrl: z.string(),
	/** `evicted`: removed because of a limit. `expired`: removed with an expired workspace (`workspaces.ttl`). */
	payments: z.object({ live: z.int(), evicted: z.int(), expired: z.int() }),
});

export const readySchema = z.object({ ready: z.boolean() });
export const resetSchema = z.object({ workspace: z.string(), reset: z.literal(true) });
export const customersSchema = z.object({ customers: z.array(customerSchema) });

/**
 * The type is a plain string, because the error for an unknown market lists all markets. The API reference shows an
 * enum.
 */
const marketText = z
	.string()
	.meta({ enum: Object.keys(marketSamples), description: 'Country code of a market.' });

export const customersQuerySchema = z.strictObject({
	market: marketText.optional(),
	count: wholeNumberQuerySchema(1, 10_000).optional(),
	seed: wholeNumberQuerySchema(0, maxSeed).optional(),
});

export const testValuesQuerySchema = z.strictObject({ market: marketText.optional() });

export const paymentListQuerySchema = z.strictObject({
	state: paymentStateSchema.optional(),
	reference: z.string().optional(),
	limit: wholeNumberQuerySchema(1, 1000).optional(),
	cursor: z.string().optional(),
});

const longestWaitMs = 5 * 60_000;
/** How long a call may wait for a state. */
export const waitSchema = durationSchema.refine(
	(duration) => toMs(duration) <= longestWaitMs,
	'must be at most "5m"',
);

/** The states that a call can wait for. */
export const awaitedStates = [...paymentStates, 'final'] as const;
/** A state to wait for. `final` means any state that no other state can follow. */
export type AwaitedState = (typeof awaitedStates)[number];

const anyAwaited = `(?:${awaitedStates.join('|')})`;

export const paymentQuerySchema = z.strictObject({
	until: z
		.string()
		.regex(
			new RegExp(`^${anyAwaited}(?:,${anyAwaited})*$`),
			`must be one of ${awaitedStates.join(', ')}, or several separated by commas`,
		)
		.transform((text) => text.split(','))
		.pipe(z.array(z.enum(awaitedStates)).min(1))
		.optional(),
	timeout: z
		.string()
		// A number arrives as a string in a query.
		.transform((text) => (/^\d+$/.test(text) ? Number(text) : text))
		.pipe(waitSchema)
		.optional(),
});

export const settingChangesQuerySchema = z.strictObject({
	since: z.enum(['start']).optional().meta({
		description: 'start: only what a reset would undo',
	}),
});

/** Generate clients of the service from the part `service`. */
export const openApiQuerySchema = z.strictObject({
	part: z.enum(['service', 'sandbox']).optional(),
});

export type PaymentState = z.infer<typeof paymentStateSchema>;
/**
 * The kind of page that the shopper gets: a card form, a bank's page, a code to type, a QR code to scan, a voucher to
 * pay.
 */
export type PageKind = (typeof pageKinds)[number];
export type PaymentView = z.infer<typeof paymentViewSchema>;
export type PaymentList = z.infer<typeof paymentListSchema>;
export type Act = z.infer<typeof actSchema>;
export type AdvanceResult = z.infer<typeof advanceResultSchema>;
export type Health = z.infer<typeof healthSchema>;
