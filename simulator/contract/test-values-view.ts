/** `GET /_sandbox/test-values`: what steers a payment, and what each value does. */
import { z } from 'zod';
import { outcomeSchema } from './control.ts';

export const testValuesSchema = z.object({
	/** Each keyword with the carriers that everybody can write. */
	outcomes: z.array(
		z.object({
			outcome: outcomeSchema,
			effect: z.string(),
			/** Value of the header on payment-options. */
			header: z.string(),
			/** Exactly this, as the name of the card's holder. */
			holder: z.string(),
			/** Either, as `customer.email`. */
			emails: z.array(z.string()),
			/** Beginning of a `paymentReference`. */
			referencePrefix: z.string(),
		}),
	),
	/** The only card numbers that are taken; one that approves is neutral and leaves the word to weaker carriers. */
	cards: z.array(
		z.object({
			number: z.string(),
			brand: z.string(),
			cvvLength: z.int(),
			outcome: outcomeSchema,
			/** What the right code leads to; null for a card that is not challenged. */
			afterChallenge: outcomeSchema.nullable(),
		}),
	),
	challengeCodes: z.object({ passes: z.string(), fails: z.string() }),
	markets: z.array(
		z.object({
			country: z.string(),
			currency: z.string(),
			name: z.string(),
			/** Banks that stand at the end of each list, with the `optionId` to send. */
			testBanks: z.array(
				z.object({
					paymentOption: z.string(),
					optionId: z.string(),
					name: z.string(),
					outcome: outcomeSchema,
				}),
			),
			/** What each option asks of the payer besides a card; those that ask nothing are left out. */
			asks: z.array(z.object({ paymentOption: z.string(), fields: z.array(z.string()) })),
			/** Null where the payer is asked for no document. */
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
