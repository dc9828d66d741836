/** The schemas of `POST /v2/hybrid-payment` (service-interface.md, Hybrid-payment request and response). */
import { z } from 'zod';

export const hybridPaymentRequestSchema = z.object({
	sessionId: z.uuid('must be a UUID'),
	paymentOptionId: z.uuid('must be a UUID'),
	optionId: z.string().max(255, 'must be at most 255 characters').optional(),
});

export const hybridPaymentResponseSchema = z.strictObject({
	statusCode: z.literal('300'),
	resultType: z.literal('redirect'),
	result: z.strictObject({
		redirectUrl: z.url(),
		transactionId: z.uuid(),
	}),
});

export type HybridPaymentRequest = z.infer<typeof hybridPaymentRequestSchema>;
export type HybridPaymentResponse = z.infer<typeof hybridPaymentResponseSchema>;
