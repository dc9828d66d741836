/** The refusal of one workspace too many; the limit is the whole server's. */
import { defaultWorkspace } from '../contract/routes.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { Store } from '../state/store.ts';

export async function workspacesFull(store: Store): Promise<ApiError> {
	const { settings } = await store.world(defaultWorkspace);
	return { code: 'workspaces_full', maxWorkspaces: settings.inForce.limits.maxWorkspaces };
}
