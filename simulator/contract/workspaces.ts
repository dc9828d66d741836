/** `/_sandbox/workspaces`: the isolated worlds of one server. */
import { z } from 'zod';
import { clockChangeSchema, clockViewSchema } from './clock.ts';
import { highestSeed, seedRule } from './seed.ts';
import { anyObject } from './setting.ts';

/** How a workspace begins; what is left out is the server's. */
export const workspaceStartSchema = z.strictObject({
	seed: z.int(seedRule).min(0, seedRule).max(highestSeed, seedRule).optional(),
	/** `now` is where the clock starts. */
	clock: clockChangeSchema.optional(),
	/** Merged over the server's, as by `PUT /_sandbox/settings`. */
	settings: anyObject('must be an object').optional(),
});

export const workspaceViewSchema = z.object({
	name: z.string(),
	seed: z.int(),
	clock: clockViewSchema,
	payments: z.object({ live: z.int() }),
	/** By the clock of the machine, like `lastUsedAt`. */
	createdAt: z.iso.datetime(),
	lastUsedAt: z.iso.datetime(),
});

export const workspaceListSchema = z.object({ workspaces: z.array(workspaceViewSchema) });

export const workspaceRemovedSchema = z.object({
	workspace: z.string(),
	/** False when it was not there. */
	removed: z.boolean(),
	payments: z.int(),
});

export type WorkspaceStart = z.infer<typeof workspaceStartSchema>;
export type WorkspaceView = z.infer<typeof workspaceViewSchema>;
export type WorkspaceList = z.infer<typeof workspaceListSchema>;
export type WorkspaceRemoved = z.infer<typeof workspaceRemovedSchema>;
