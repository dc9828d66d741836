/** Settings that are the whole server's: kept in the workspace `default`, and refused in any other. */
import type { FieldError } from '../contract/problem.ts';
import { defaultWorkspace } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import type { Refusal } from '../refusals/refusal.ts';
import type { SettingsPatch } from '../settings/merge.ts';
import type { Store } from '../state/store.ts';

const serverWide = ['limits', 'workspaces'] as const;

/** What is in force in a workspace: its own settings, and the server's. */
export function withServerWide(own: Settings, { limits, workspaces }: Settings): Settings {
	return { ...own, limits, workspaces };
}

/** A patch that passed the schema, without the server's part; that part may only say what is so already. */
export function ownPart(patch: SettingsPatch, server: Settings) {
	const errors: FieldError[] = [];
	for (const section of serverWide) {
		const inForce: Record<string, unknown> = server[section];
		for (const [key, value] of Object.entries(patch[section] ?? {})) {
			if (value === inForce[key]) continue;
			const param = `${section}.${key}`;
			const detail = `${param} is of the whole server, and set in the workspace ${defaultWorkspace} only.`;
			errors.push({ param, detail, fix: `Leave ${param} out here.` });
		}
	}
	const { limits: _limits, workspaces: _workspaces, ...own } = patch;
	return { own, errors };
}

export async function workspacesFull(store: Store): Promise<Refusal> {
	const { settings } = await store.world(defaultWorkspace);
	return { code: 'workspaces_full', maxWorkspaces: settings.inForce.limits.maxWorkspaces };
}
