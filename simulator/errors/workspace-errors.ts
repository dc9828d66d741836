/** Refusals about workspaces: which one is meant, and whether there may be one more. */
import { headerNames, workspacePath } from '../contract/routes.ts';
import type { WorkspaceErrorCode } from './api-error.ts';
import type { Entries } from './catalogue.ts';
import { words } from './catalogue.ts';

export const workspaceProblems: Entries<WorkspaceErrorCode> = {
	invalid_workspace: {
		status: 400,
		title: 'Invalid workspace',
		words: ({ param }) =>
			words(
				param,
				'The name of a workspace has 1 to 64 characters: lower-case letters, digits and hyphens.',
				`Send, for example, the header ${headerNames.workspace}: team-a, or put ${workspacePath}team-a in front of the path.`,
			),
	},
	workspace_conflict: {
		status: 400,
		title: 'Two workspaces',
		words: ({ inPath, inHeader }) =>
			words(
				headerNames.workspace,
				`The path names the workspace "${inPath}" and the header "${inHeader}".`,
				`Leave the header ${headerNames.workspace} out, or send the same name.`,
			),
	},
	workspaces_full: {
		status: 429,
		title: 'Too many workspaces',
		words: ({ maxWorkspaces }) =>
			words(
				null,
				`The sandbox has ${maxWorkspaces} workspaces, and none of them may go yet.`,
				'Delete one that is done with, or raise limits.maxWorkspaces in the workspace default.',
			),
	},
	workspace_exists: {
		status: 409,
		title: 'Workspace in use',
		words: ({ name, payments }) =>
			words(
				'name',
				`The workspace "${name}" has payments (${payments}): making it anew would lose them.`,
				'Delete or reset it first, or take another name.',
			),
	},
	workspace_not_found: {
		status: 404,
		title: 'Unknown workspace',
		words: ({ name }) =>
			words(
				'name',
				`There is no workspace "${name}": nothing was put into it yet, or it is gone.`,
				'Make it with PUT, or take a payment in it.',
			),
	},
	workspace_permanent: {
		status: 409,
		title: 'Workspace that stays',
		words: () =>
			words(
				'name',
				'The workspace "default" is never removed: calls that name no workspace go there.',
				'Reset it instead, with POST /_sandbox/reset.',
			),
	},
};
