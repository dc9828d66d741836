/** Opens a workspace of the target for one story, with its own clock, payments and settings. */
import { createHash } from 'node:crypto';
import { controlPaths, defaultWorkspace, workspacePath } from '../../simulator/contract/routes.ts';
import {
	workspaceRemovedSchema,
	workspaceViewSchema,
} from '../../simulator/contract/workspaces.ts';
import { CannotRunError, messageOf } from '../harness/errors.ts';
import type { HttpClient } from '../harness/http.ts';
import { createHttpClient } from '../harness/http.ts';
import type { Target } from '../harness/target.ts';
import { workspaceInAddress } from '../harness/target.ts';

export interface StoryWorkspace {
	url: string;
	close(): Promise<void>;
}

/**
 * The settings that each story needs. Stories are judged by the journal, which changes no response: a target that does
 * not keep calls keeps them during a story.
 */
export const storySettings = { journal: { mode: 'full' } } as const;

const maxLength = 64;

/**
 * Creates the workspace with a manual clock and the current settings of the target's workspace, except those in
 * `storySettings`. On another host, the story runs without a new workspace.
 */
export async function openStoryWorkspace(
	target: Target,
	name: string,
	seed: number,
): Promise<StoryWorkspace> {
	const { url, controlToken } = target;
	if (!target.sandbox) return { url, close: async () => {} };
	const named = workspaceInAddress(url);
	const root = named === undefined ? url : url.slice(0, -(workspacePath + named).length);
	const client = createHttpClient({ target: root, controlToken });
	const at = `${controlPaths.workspaces}/${name}`;
	await copiedSettings(client, named)
		.then((copied) => {
			const body = { seed, clock: { mode: 'manual' }, settings: storySettings, ...copied };
			return client.call({ method: 'PUT', path: at, body }, workspaceViewSchema);
		})
		.catch((error: unknown) => {
			throw new CannotRunError('workspace', messageOf(error), { cause: error });
		});
	return {
		url: `${root}${workspacePath}${name}`,
		async close() {
			// If the target has ended, there is nothing to delete; the story has reported the failure.
			await client
				.call({ method: 'DELETE', path: at }, workspaceRemovedSchema)
				.catch(() => undefined);
		},
	};
}

/**
 * Names the workspace whose settings are copied. One without a payment or a change does not exist yet, and has the
 * settings of the server, as a new one without this field.
 */
async function copiedSettings(client: HttpClient, named: string | undefined) {
	if (named === undefined) return { copySettingsOf: defaultWorkspace };
	const path = `${controlPaths.workspaces}/${named}`;
	const { status } = await client.json({ method: 'GET', path, accepts: [404] });
	return status === 404 ? {} : { copySettingsOf: named };
}

/**
 * The name of a story's workspace, such as `card-approved-3f2a90c1-1-s7`. It is the same in every equal run, because
 * the draws of a workspace depend on its name.
 */
export function workspaceNameOf(story: string, count: number, tag: string): string {
	const slug = story
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-|-$/g, '');
	// Add a hash, because two story names may have the same slug: it leaves out some characters and is cut.
	const hash = createHash('sha256').update(story).digest('hex').slice(0, 8);
	const end = `${hash}-${count}-${tag.toLowerCase()}`;
	const room = Math.max(0, maxLength - end.length - 1);
	return slug === '' ? end : `${slug.slice(0, room)}-${end}`;
}
