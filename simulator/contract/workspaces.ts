/** The schemas of `/_sandbox/workspaces`: the isolated workspaces of one server. */
import { z } from 'zod';
import { clockChangeSchema, clockViewSchema } from './clock.ts';
import { workspaceName } from './routes.ts';
import { maxSeed, seedRule } from './seed.ts';
import { anyObjectSchema } from './setting.ts';

const nameRule = 'must be a workspace name: 1 to 64 of a-z, 0-9 and "-"';

/** The start values of a workspace. Values that are left out are those of the server. */
export const workspaceStartSchema = z.strictObject({
	seed: z.int(seedRule).min(0, seedRule).max(maxSeed, seedRule).optional(),
	/** The clock at the start; its `now` is the start time. */
	clock: clockChangeSchema.optional(),
	/**
	 * The workspace whose current settings are copied. It must exist. Without it, the settings are those with which the
	 * server started.
	 */
	copySettingsOf: z.string().regex(workspaceName, nameRule).optional(),
	/** A patch for the copied settings, merged as by `PUT /_sandbox/settings`. */
	settings: anyObjectSchema('must be an object').optional(),
});

export const workspaceViewSchema = z.object({
	name: z.string(),
	seed: z.int(),
	clock: clockViewSchema,
	payments: z.object({ live: z.int() }),
	/** When the workspace was created, on the machine's clock. `lastUsedAt` is on this clock too. */
	createdAt: z.iso.datetime(),
	lastUsedAt: z.iso.datetime(),
});

export const workspaceListSchema = z.object({ workspaces: z.array(workspaceViewSchema) });

export const workspaceRemovedSchema = z.object({
	workspace: z.string(),
	/** Whether the workspace existed. */
	removed: z.boolean(),
	payments: z.int(),
});

export type WorkspaceStart = z.infer<typeof workspaceStartSchema>;
export type WorkspaceView = z.infer<typeof workspaceViewSchema>;
export type WorkspaceList = z.infer<typeof workspaceListSchema>;
export type WorkspaceRemoved = z.infer<typeof workspaceRemovedSchema>;
