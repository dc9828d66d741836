/** `GET /_sandbox/gaps`: every silence of the service's document, the sandbox's assumption, and its settings. */
import type { GapList } from '../contract/gaps/ledger.ts';
import { viewGaps } from '../settings/gaps.ts';
import type { Call, Reply } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import type { ControlDeps } from './deps.ts';

export function showGaps({ store }: ControlDeps) {
	return async ({ workspace }: Call): Promise<Reply> => {
		const { settings } = await store.world(workspace);
		const body: GapList = { gaps: viewGaps(settings) };
		return json(body);
	};
}
