/** `GET /_sandbox/gaps`: the ledger as it stands in a workspace. */
import { z } from 'zod';
import { gapIds } from './ledger.ts';

export const gapViewSchema = z.object({
	id: z.enum(gapIds),
	/** Line of the service's document that leaves it open; null for a silence it does not announce. */
	line: z.int().nullable(),
	notShown: z.string(),
	assumed: z.string(),
	/** By default; after a setting was changed; or as you have found out, by the setting `gaps`. */
	standing: z.enum(['assumed by sandbox', 'set by you', 'confirmed by you']),
	confirmed: z.object({ confirmed: z.string(), by: z.string().optional() }).nullable(),
	/** Empty for what is fixed. */
	settings: z.array(
		z.object({
			path: z.string(),
			default: z.unknown(),
			value: z.unknown(),
			words: z.string(),
		}),
	),
});

export const gapListSchema = z.object({ gaps: z.array(gapViewSchema) });

export type GapView = z.infer<typeof gapViewSchema>;
export type GapList = z.infer<typeof gapListSchema>;
