/** What the control API takes in a query. */
import { z } from 'zod';
import { paymentStateSchema, paymentStates } from './control.ts';
import { durationSchema, toMs } from './duration.ts';
import { marketSamples } from './market-samples.ts';
import { wholeNumberText } from './operation.ts';
import { highestSeed } from './seed.ts';

/** Its own refusal lists the markets, hence a text here and a list in the reference. */
const marketText = z
	.string()
	.meta({ enum: Object.keys(marketSamples), description: 'Country code of a market.' });

export const customersQuerySchema = z.strictObject({
	market: marketText.optional(),
	count: wholeNumberText(1, 10_000).optional(),
	seed: wholeNumberText(0, highestSeed).optional(),
});

export const testValuesQuerySchema = z.strictObject({ market: marketText.optional() });

export const paymentListQuerySchema = z.strictObject({
	state: paymentStateSchema.optional(),
	reference: z.string().optional(),
	limit: wholeNumberText(1, 1000).optional(),
	cursor: z.string().optional(),
});

/** A client that needs longer asks again. */
const longestWaitMs = 5 * 60_000;

const awaitedStates = [...paymentStates, 'final'] as const;
/** A state to wait for; `final` is every state after which no other can follow. */
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
		// In a query a number is text too.
		.transform((text) => (/^\d+$/.test(text) ? Number(text) : text))
		.pipe(durationSchema)
		.refine((duration) => toMs(duration) <= longestWaitMs, 'must be at most "5m"')
		.optional(),
});

/** `service` is valid by itself, and what a client is generated from. */
export const openApiQuerySchema = z.strictObject({
	part: z.enum(['service', 'sandbox']).optional(),
});
