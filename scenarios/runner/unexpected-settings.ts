/** The settings of a target with which the stories of the package may fail. */
import { controlPaths } from '../../simulator/contract/routes.ts';
import { differingSettings } from '../../simulator/settings/differing-settings.ts';
import { profiles } from '../../simulator/settings/profiles.ts';
import { createHttpClient } from '../harness/http.ts';
import type { Target } from '../harness/target.ts';

/**
 * Confirmed gaps, and bounds that stories rarely reach. The default of `limits.maxPayments` depends on the heap. The
 * runner itself sets `journal.mode`, and stories read no headers.
 */
const rarelyMatters = /^(gaps$|journal\.|limits\.(event|max))/;

/**
 * Names the settings that differ from those of a sandbox that a run starts for itself. Returns undefined if none
 * differs, and if the target is no sandbox or has ended.
 */
export async function describeUnexpectedSettings(target: Target): Promise<string | undefined> {
	if (!target.sandbox) return undefined;
	const client = createHttpClient({ target: target.url, controlToken: target.controlToken });
	const settings = await client
		.json({ method: 'GET', path: controlPaths.settings })
		.catch(() => undefined);
	if (!settings) return undefined;
	const paths = differingSettings(settings.body, profiles.sandbox.settings);
	const relevant = paths.filter((path) => !rarelyMatters.test(path));
	if (relevant.length === 0) return undefined;
	return `${target.url} has other settings than the stories expect: ${relevant.join(', ')}. If a story failed because of them, run it against a sandbox without these settings.`;
}
