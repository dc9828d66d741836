/** The whole configuration of a workspace, as `/_sandbox/settings` shows and takes it. */
import { z } from 'zod';
import { outcomeSchema } from './control.ts';
import { durationLawSchema, durationSchema, latencyLawSchema } from './duration.ts';
import { outcomes } from './test-values.ts';

const law = durationLawSchema;
const latency = latencyLawSchema;

/** A keyword, or weights drawn per attempt: `{ "APPROVE": 0.9, "DECLINE": 0.1 }`. */
export const defaultOutcomeSchema = z.union(
	[
		outcomeSchema,
		z
			.partialRecord(
				outcomeSchema,
				z.number().nonnegative('must be 0 or more').max(1e9, 'must be at most 1000000000'),
			)
			.refine((weights) => Object.values(weights).some((weight) => weight > 0), {
				message: 'must give at least one outcome a weight above 0',
			}),
	],
	`must be one of ${outcomes.join(', ')}, or weights such as {"APPROVE": 0.9, "DECLINE": 0.1}`,
);

export const settingsSchema = z.strictObject({
	latency: z.strictObject({
		paymentOptions: latency.optional(),
		paymentSuboptions: latency.optional(),
		hybridPayment: latency.optional(),
		cashier: latency.optional(),
		default: latency,
	}),
	processing: z.strictObject({
		default: law,
		card: law.optional(),
		bank: law.optional(),
		options: z.record(z.string(), law),
		banks: z.record(z.string(), law),
	}),
	defaultOutcome: defaultOutcomeSchema,
	outcomes: z.strictObject({
		/** Whether the last two digits of an amount steer. */
		amountEndings: z.enum(['off', 'on']),
	}),
	ids: z.strictObject({ source: z.enum(['random', 'seeded']) }),
	session: z.strictObject({ ttl: durationSchema }),
	cashier: z.strictObject({
		maxAttempts: z.int().min(1).max(100),
		/** How often the status page looks for news. */
		poll: durationSchema,
	}),
	http: z.strictObject({ simHeaders: z.enum(['on', 'off']) }),
	limits: z.strictObject({
		maxPayments: z.int().positive('must be 1 or more').max(10_000_000, 'must be at most 10000000'),
	}),
});

export type DefaultOutcome = z.infer<typeof defaultOutcomeSchema>;
export type Settings = z.infer<typeof settingsSchema>;
