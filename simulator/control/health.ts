/**
 * The routes `/_sandbox/health`, `/_sandbox/ready` and `/_sandbox/gaps`: the state of the server and its assumptions.
 */
import type { Health } from '../contract/control.ts';
import type { GapList } from '../contract/gaps/ledger.ts';
import { viewGaps } from '../settings/gaps.ts';
import type { Call, Reply } from '../wire/call.ts';
import { json, noNotes } from '../wire/call.ts';
import { viewClock } from '../workspaces/clock.ts';
import type { ControlDeps } from './deps.ts';

export function showHealth({
	store,
	version,
	instance,
	uptimeMs,
	wallNow,
	cashierUrl,
}: ControlDeps) {
	return async (call: Call): Promise<Reply> => {
		const { workspace } = call;
		const { seed, clock } = await store.workspaceRecord(workspace);
		const body: Health = {
			name: 'payin-sandbox',
			version,
			instance: instance(),
			uptimeMs: Math.round(uptimeMs()),
			workspace,
			seed,
			clock: viewClock(clock, wallNow()),
			store: store.kind,
			cashierUrl: cashierUrl(call),
			payments: await store.counts(),
		};
		return json(body);
	};
}

export function showReadiness({ isReady }: ControlDeps) {
	return (): Reply => {
		const is = isReady();
		return json({ ready: is }, noNotes, is ? 200 : 503);
	};
}

export function showGaps({ store }: ControlDeps) {
	return async ({ workspace }: Call): Promise<Reply> => {
		const { settings } = await store.workspaceRecord(workspace);
		const body: GapList = { gaps: viewGaps(settings) };
		return json(body);
	};
}
