/**
 * The schemas of `/_sandbox/settlement`: final payments, as a settlement file could list them. It is not part of the
 * service.
 */
import { z } from 'zod';
import { paymentStateSchema } from './control.ts';
import { wholeNumberQuerySchema } from './operation.ts';

export const settlementRowSchema = z.object({
	transactionId: z.uuid(),
	paymentReference: z.string().nullable(),
	state: paymentStateSchema,
	/** The amount as sent, or rounded (D-02). */
	amount: z.number(),
	currency: z.string(),
	country: z.string(),
	/** When the payment became final, on the workspace's clock. */
	at: z.iso.datetime(),
});

export const settlementNotice = 'Extension of the sandbox: the service sends no settlement file.';

export const settlementSchema = z.object({
	notice: z.literal(settlementNotice),
	/** The final payments, oldest first. */
	rows: z.array(settlementRowSchema),
	/** False if payments of the workspace were evicted (`limits.maxPayments`): they may be final, and have no row. */
	complete: z.boolean(),
	/** Send this as `since` to get the next page; null on the last page. */
	next: z.string().nullable(),
});

/**
 * A position in the list: when the last payment of a page became final, and the number of that payment in its
 * workspace.
 */
export const pageEnd = /^\d{1,16}-\d{1,16}$/;

export const settlementQuerySchema = z.strictObject({
	since: z
		.string()
		.refine(
			(text) => pageEnd.test(text) || z.iso.datetime({ offset: true }).safeParse(text).success,
			'must be the next of a page, or a time such as 2027-01-01T00:00:00Z',
		)
		.optional(),
	format: z.enum(['json', 'csv']).optional(),
	duplicates: z.enum(['true', 'false']).optional(),
	limit: wholeNumberQuerySchema(1, 1000).optional(),
});

export type Settlement = z.infer<typeof settlementSchema>;
export type SettlementRow = z.infer<typeof settlementRowSchema>;
/** The query of a settlement call, as a client sends it. */
export type SettlementFilter = { since?: string; duplicates?: boolean; limit?: number };
