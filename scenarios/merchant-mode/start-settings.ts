/** Refuses a target whose settings were changed: stories reset it, and would judge the shop without the changes. */
import { isObject, valueAt } from '../../simulator/contract/json.ts';
import { mergePatch } from '../../simulator/contract/merge-patch.ts';
import { controlPaths } from '../../simulator/contract/routes.ts';
import type { Setting, SettingTable } from '../../simulator/contract/setting.ts';
import { isMapByName } from '../../simulator/contract/setting.ts';
import { settingTable } from '../../simulator/contract/settings.ts';
import { CannotRunError } from '../harness/errors.ts';
import type { ControlledTarget } from '../harness/target.ts';
import { storySettings } from '../runner/story-workspace.ts';
import type { LoadedMerchant } from './merchant-file.ts';
import { createSandboxControl } from './sandbox-control.ts';

/** With more changed settings, the message names only the first ones. */
const maxNamed = 10;

/**
 * Throws a CannotRunError if a reset would undo changes of settings. Changes that each story makes again are accepted: a
 * killed run may have left them.
 */
export async function requireStartSettings(
	{ url, controlToken }: ControlledTarget,
	{ file, path }: LoadedMerchant,
	signal: AbortSignal,
): Promise<void> {
	const sandbox = createSandboxControl({ target: url, controlToken, signal });
	const changes = await sandbox.changesSinceStart();
	const ofStories = mergePatch(file.sandbox, storySettings);
	const lost = Object.entries(settingTable as SettingTable).flatMap(([name, { schema }]) => {
		const names = name.split('.');
		const changed = valueAt(changes, names);
		return changed === undefined || isSetBy(valueAt(ofStories, names), changed, schema)
			? []
			: [name];
	});
	if (lost.length === 0) return;
	const more = lost.length > maxNamed ? ` and ${lost.length - maxNamed} more` : '';
	throw new CannotRunError(
		'target',
		`Merchant mode cannot run: settings of ${url} were changed since its start (${lost.slice(0, maxNamed).join(', ')}${more}). Each story resets it, and would judge your shop without them. Give them in "sandbox" of ${path}, start the sandbox with them (--set), or create a workspace with them (PUT ${controlPaths.workspaces}/NAME with {"settings": …}) and name it with --target. If your shop does not need them, reset the sandbox (POST ${url}${controlPaths.reset}).`,
	);
}

/**
 * Whether each story sets the changed setting again. The values are not compared: those of the sandbox have defaults, and
 * its secrets are redacted. A map is merged, so a story must set all changed names.
 */
function isSetBy(set: unknown, changed: unknown, schema: Setting['schema']): boolean {
	if (set === undefined || !isMapByName(schema) || !isObject(changed)) return set !== undefined;
	return isObject(set) && Object.keys(changed).every((name) => Object.hasOwn(set, name));
}
