/**
 * The gap ledger: the list of all facts that the interface document leaves open, each with the sandbox's assumption and
 * its settings.
 */
import { z } from 'zod';
import type { Endpoint } from '../routes.ts';
import { anyCaseUuid } from '../uuid.ts';
import { requestGaps, responseGaps } from './calls.ts';
import { cashierGaps, payerGaps } from './cashier.ts';
import { flowGaps } from './flow.ts';
import type { Gap } from './gap.ts';
import { httpGaps } from './http.ts';

const unordered = {
	...requestGaps,
	...responseGaps,
	...httpGaps,
	...flowGaps,
	...cashierGaps,
	...payerGaps,
};

export type GapId = keyof typeof unordered;

export const gapIds = Object.keys(unordered).sort() as GapId[];

export const ledger: Readonly<Record<GapId, Gap>> = unordered;

/** The settings of all gaps, by their paths. */
export const gapSettings = gapIds.reduce(
	(settings, id) => Object.assign(settings, ledger[id].settings),
	{},
) as SettingsOf<(typeof unordered)[GapId]['settings']>;

type SettingsOf<Union> = (Union extends unknown ? (part: Union) => void : never) extends (
	part: infer All,
) => void
	? All
	: never;

/** The assumptions behind every successful response of an endpoint. */
export const endpointAssumptions = (endpoint: Endpoint): readonly GapId[] =>
	gapIds.filter((id) => ledger[id].shapes.includes(endpoint));

/**
 * The gap behind the refusal of an unknown id. Ids are compared exactly, so a UUID with upper-case letters may be an id
 * of the sandbox in another case.
 */
export const gapsOfUnknownId = (id: string): readonly GapId[] =>
	anyCaseUuid.test(id) && /[A-F]/.test(id) ? ['D-45'] : [];

/** `GET /_sandbox/gaps`: the ledger with the settings of a workspace. */
export const gapViewSchema = z.object({
	id: z.enum(gapIds),
	/** The line of the interface document that leaves the fact open; null if the document does not mention it. */
	line: z.int().nullable(),
	notShown: z.string(),
	assumed: z.string(),
	/** Whether the user confirmed the assumption (setting `gaps`), changed one of its settings, or did neither. */
	standing: z.enum(['assumed by sandbox', 'set by you', 'confirmed by you']),
	confirmed: z.object({ confirmed: z.string(), by: z.string().optional() }).nullable(),
	/** The settings of the assumption; empty if it cannot be changed. */
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
