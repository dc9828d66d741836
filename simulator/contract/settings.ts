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

/** The names the catalog knows are told by the reference, and checked by whoever changes settings. */
export const optionNameSchema = z.string();
export const bankIdSchema = z.string();

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
		options: z.record(optionNameSchema, law),
		banks: z.record(bankIdSchema, law),
	}),
	defaultOutcome: defaultOutcomeSchema,
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

/** A part of the settings, where `null` restores a default: what `PUT` takes, as the reference shows it. */
export const settingsPatchSchema = partOf(settingsSchema);

function partOf(schema: z.ZodType): z.ZodType {
	if (schema instanceof z.ZodOptional) return partOf(schema.unwrap() as z.ZodType);
	if (schema instanceof z.ZodRecord) {
		return z.record(schema.keyType as z.ZodString, (schema.valueType as z.ZodType).nullable());
	}
	if (!(schema instanceof z.ZodObject)) return schema;
	const fields = Object.entries(schema.shape as z.ZodRawShape);
	return z.strictObject(
		Object.fromEntries(
			fields.map(([name, field]) => [
				name,
				partOf(field as z.ZodType)
					.nullable()
					.optional(),
			]),
		),
	);
}

export type DefaultOutcome = z.infer<typeof defaultOutcomeSchema>;
export type Settings = z.infer<typeof settingsSchema>;
