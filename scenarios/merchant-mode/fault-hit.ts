/** Whether a shop made the calls that its story broke. */
import type { JournalEntry } from '../../simulator/contract/journal.ts';
import { faultsOf } from '../../simulator/contract/journal.ts';
import type { ServiceCall } from '../../simulator/contract/routes.ts';
import { servicePaths } from '../../simulator/contract/routes.ts';
import { StoryNotTried } from '../runner/recorder.ts';
import type { RetryRule } from './early-retries.ts';
import type { SandboxControl } from './sandbox-control.ts';

/** A fault rule with which a story breaks calls of a kind. */
export interface StoryFault extends RetryRule {
	call: ServiceCall;
}

/**
 * Throws a `StoryNotTried` if the story breaks calls, and the shop made none of them meanwhile. `calls` are the recorded
 * calls of the shop, oldest first.
 */
export async function requireFaultHit(
	storyFaults: readonly StoryFault[],
	calls: readonly JournalEntry[],
	sandbox: Pick<SandboxControl, 'verify'>,
): Promise<void> {
	const [first] = storyFaults;
	const hits = calls.flatMap(faultsOf).map(({ id }) => id);
	if (!first || storyFaults.some(({ ruleId }) => hits.includes(ruleId))) return;
	// The journal records a call when it ends. A shop may show an error, and leave the broken call open.
	const endpoint = [...new Set(storyFaults.map(({ call }) => call))];
	const since = calls.at(-1)?.id ?? 0;
	const { ok } = await sandbox.verify({ match: { endpoint }, times: 0, since });
	if (!ok) return;
	throw new StoryNotTried(
		`the shop did not call ${servicePaths[first.call]} while the story broke it. Does it make this call before the checkout?`,
	);
}
