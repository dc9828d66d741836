/** `/_sandbox/workspaces`: the isolated workspaces of one server. */
import { z } from 'zod';
import { clockChangeSchema, clockViewSchema } from './clock.ts';
import { workspaceName } from './routes.ts';
import { highestSeed, seedRule } from './seed.ts';
import { anyObject } from './setting.ts';

const nameRule = 'must be a workspace name: 1 to 64 of a-z, 0-9 and "-"';

/** The start values of a workspace. Omitted values are those of the server. */
export const workspaceStartSchema = z.strictObject({
	seed: z.int(seedRule).min(0, seedRule).max(highestSeed, seedRule).optional(),
	/** `now` is the start time. */
	clock: clockChangeSchema.optional(),
	/** The workspace whose present settings this one begins with; without it, those of the server's start. */
	copySettingsOf: z.string().regex(workspaceName, nameRule).optional(),
	/** Merged into these settings, as by `PUT /_sandbox/settings`. */
	settings: anyObject('must be an object').optional(),
});

export const workspaceViewSchema = z.object({
	name: z.string(),
	seed: z.int(),
	clock: clockViewSchema,
	payments: z.object({ live: z.int() }),
	/** On the machine's clock, like `lastUsedAt`. */
	createdAt: z.iso.datetime(),
	lastUsedAt: z.iso.datetime(),
});

export const workspaceListSchema = z.object({ workspaces: z.array(workspaceViewSchema) });

export const workspaceRemovedSchema = z.object({
	workspace: z.string(),
	/** False when it did not exist. */
	removed: z.boolean(),
	payments: z.int(),
});

export type WorkspaceStart = z.infer<typeof workspaceStartSchema>;
export type WorkspaceView = z.infer<typeof workspaceViewSchema>;
export type WorkspaceList = z.infer<typeof workspaceListSchema>;
export type WorkspaceRemoved = z.infer<typeof workspaceRemovedSchema>;
