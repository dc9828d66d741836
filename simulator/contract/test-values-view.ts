/** The schema of `GET /_sandbox/test-values`: the values that steer a payment, with their effects. */
import { z } from 'zod';
import { outcomeSchema } from './control.ts';

export const testValuesSchema = z.object({
	/** Each outcome keyword with its triggers. */
	outcomes: z.array(
		z.object({
			outcome: outcomeSchema,
			effect: z.string(),
			/** The value of the header X-Sandbox-Outcome. */
			header: z.string(),
			/** The exact name of the card holder that selects this outcome. */
			holder: z.string(),
			/** The values of `customer.email` that select this outcome. */
			emails: z.array(z.string()),
			/** The prefix of `paymentReference` that selects this outcome. */
			referencePrefix: z.string(),
		}),
	),
	/** The only accepted card numbers. A card that approves is neutral: weaker triggers then decide. */
	cards: z.array(
		z.object({
			number: z.string(),
			brand: z.string(),
			cvvLength: z.int(),
			outcome: outcomeSchema,
			/** The outcome after the right code; null for a card without a challenge. */
			afterChallenge: outcomeSchema.nullable(),
		}),
	),
	challengeCodes: z.object({ passes: z.string(), fails: z.string() }),
	markets: z.array(
		z.object({
			country: z.string(),
			currency: z.string(),
			name: z.string(),
			/**
			 * The test banks at the end of each bank list, with the `optionId` to send. With the setting `ids.suboptionScope` =
			 * `"session"` there is none: find the bank by its name in the response of payment-suboptions.
			 */
			testBanks: z.array(
				z.object({
					paymentOption: z.string(),
					optionId: z.string().optional(),
					name: z.string(),
					outcome: outcomeSchema,
				}),
			),
			/** The payer details that options ask for, apart from the card fields. Options that ask for none are omitted. */
			asks: z.array(z.object({ paymentOption: z.string(), fields: z.array(z.string()) })),
			/** The payer's document in this market; null if the payer needs none. */
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
