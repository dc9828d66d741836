/** The calls of the control API about workspaces, as the reference shows them. */
import type { Operation } from './operation.ts';
import { controlPaths, workspaceName } from './routes.ts';
import { settingsPatchSchema } from './settings.ts';
import {
	workspaceListSchema,
	workspaceRemovedSchema,
	workspaceStartSchema,
	workspaceViewSchema,
} from './workspaces.ts';

const oneWorkspace = `${controlPaths.workspaces}/{name}`;
const params = {
	name: {
		description: 'The name of a workspace: a-z, 0-9 and hyphens, 64 at most.',
		pattern: workspaceName.source,
	},
};

/** The settings as they are judged in the end, together with those they are laid over. */
const wholeStartSchema = workspaceStartSchema.extend({ settings: settingsPatchSchema.optional() });

export const workspaceOperations = {
	listWorkspaces: {
		method: 'get',
		path: controlPaths.workspaces,
		summary: 'The workspaces of this server',
		description: 'Isolated worlds: each has its own payments, clock, settings and seed.',
		answer: { description: 'All of them.', schema: workspaceListSchema },
		problems: [],
	},
	showWorkspace: {
		method: 'get',
		path: oneWorkspace,
		summary: 'One workspace',
		description: 'Looking at a workspace makes none.',
		params,
		answer: { description: 'The workspace.', schema: workspaceViewSchema },
		problems: ['workspace_not_found'],
	},
	putWorkspace: {
		method: 'put',
		path: oneWorkspace,
		summary: 'Make a workspace',
		description:
			'Or begin one anew that has no payments. A workspace is also made by its first use.',
		params,
		body: {
			schema: wholeStartSchema,
			examples: {
				start: {
					summary: 'A seed and a clock of its own',
					value: { seed: 7, clock: { mode: 'manual' } },
				},
			},
		},
		answer: {
			description: 'It was there without payments, and begins anew.',
			schema: workspaceViewSchema,
		},
		alsoAnswers: { status: 201, description: 'Made.' },
		problems: ['workspace_exists', 'workspaces_full'],
	},
	deleteWorkspace: {
		method: 'delete',
		path: oneWorkspace,
		summary: 'Remove a workspace with its payments',
		description: 'Removing one that is not there is no mistake.',
		params,
		answer: { description: 'Gone.', schema: workspaceRemovedSchema },
		problems: ['workspace_permanent'],
	},
} as const satisfies Record<string, Operation>;
