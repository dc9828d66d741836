/** `GET /_sandbox/test-values`: the values that steer a payment, with their effects. */
import { z } from 'zod';
import { outcomeSchema } from './control.ts';

export const testValuesSchema = z.object({
	/** Each keyword with its outcome triggers. */
	outcomes: z.array(
		z.object({
			outcome: outcomeSchema,
			effect: z.string(),
			/** A value of the header X-Sandbox-Outcome. */
			header: z.string(),
			/** The exact name of the card holder. */
			holder: z.string(),
			/** Values of `customer.email`. */
			emails: z.array(z.string()),
			/** Prefix of `paymentReference`. */
			referencePrefix: z.string(),
		}),
	),
	/** The only accepted card numbers. An approving card is neutral: weaker triggers decide. */
	cards: z.array(
		z.object({
			number: z.string(),
			brand: z.string(),
			cvvLength: z.int(),
			outcome: outcomeSchema,
			/** Outcome after the right code; null for a card without a challenge. */
			afterChallenge: outcomeSchema.nullable(),
		}),
	),
	challengeCodes: z.object({ passes: z.string(), fails: z.string() }),
	markets: z.array(
		z.object({
			country: z.string(),
			currency: z.string(),
			name: z.string(),
			/** Banks at the end of each list, with the `optionId` to send. */
			testBanks: z.array(
				z.object({
					paymentOption: z.string(),
					optionId: z.string(),
					name: z.string(),
					outcome: outcomeSchema,
				}),
			),
			/** Payer details that an option needs beside the card. Options without any are omitted. */
			asks: z.array(z.object({ paymentOption: z.string(), fields: z.array(z.string()) })),
			/** Null where the payer needs no document. */
			payer: z
				.object({
					required: z.boolean(),
					documents: z.array(z.object({ type: z.string(), testValue: z.string() })),
				})
				.nullable(),
		}),
	),
});

export type TestValues = z.infer<typeof testValuesSchema>;
