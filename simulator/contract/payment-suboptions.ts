/** The schemas of `POST /v2/payment-suboptions` (service-interface.md, Payment-suboptions request and response). */
import { z } from 'zod';

export const paymentSuboptionsRequestSchema = z.object({
	sessionId: z.uuid('must be a UUID'),
	paymentOptionId: z.uuid('must be a UUID'),
});

export const suboptionSchema = z.strictObject({
	id: z.string(),
	name: z.string(),
	logo: z.url().nullable(),
	uuid: z.uuid(),
	formInputs: z.array(z.unknown()),
});

export const paymentSuboptionsResponseSchema = z.strictObject({
	statusCode: z.literal('085'),
	resultType: z.literal('option_choice'),
	result: z.strictObject({
		paymentOptionId: z.uuid(),
		transactionId: z.uuid(),
		sessionId: z.uuid(),
		options: z.array(suboptionSchema),
	}),
});

export type PaymentSuboptionsRequest = z.infer<typeof paymentSuboptionsRequestSchema>;
export type Suboption = z.infer<typeof suboptionSchema>;
export type PaymentSuboptionsResponse = z.infer<typeof paymentSuboptionsResponseSchema>;
