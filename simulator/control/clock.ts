/** The routes of `/_sandbox/clock` and `…/advance`: the clock of the workspace. */
import { clockChangeSchema, isoTime } from '../contract/clock.ts';
import type { AdvanceResult } from '../contract/control.ts';
import { advanceSchema } from '../contract/control.ts';
import { toMs } from '../contract/duration.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { DueTransition } from '../state/store.ts';
import type { Call, Reply } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import { validateBody } from '../wire/validate.ts';
import { changeClock, viewClock } from '../workspaces/clock.ts';
import type { ControlDeps } from './deps.ts';
import { workspacesFullError } from './workspaces.ts';

export function showClock({ store, wallNow }: ControlDeps) {
	return async ({ workspace }: Call): Promise<Reply> => {
		const { clock } = await store.workspaceRecord(workspace);
		return json(viewClock(clock, wallNow()));
	};
}

export function setClock({ store, wallNow }: ControlDeps) {
	return async ({ workspace, body }: Call): Promise<Reply | ApiError> => {
		const sent = validateBody(clockChangeSchema, body, {
			mode: 'scaled',
			scale: 60,
			now: '2027-01-01T00:00:00.000Z',
		});
		if (!sent.ok) return sent.refusal;
		const answer = await store.changeWorkspace<Reply | ApiError>(workspace, (record) => {
			// Read it here: calls that the store served while this one waited have seen the clock at a later time.
			const wallMs = wallNow();
			const clock = changeClock(record.clock, sent.data, wallMs);
			if (!clock) {
				return { result: { code: 'clock_backwards', now: viewClock(record.clock, wallMs).now } };
			}
			return { record: { ...record, clock }, result: json(viewClock(clock, wallMs)) };
		});
		return answer ?? workspacesFullError(store);
	};
}

const maxTransitions = 1000;

/** Moves the clock forward. Returns the transitions that became due, in the order of time. */
export function advanceClock({ store }: ControlDeps) {
	return async ({ workspace, body }: Call): Promise<Reply | ApiError> => {
		const sent = validateBody(advanceSchema, body, { by: '90s' });
		if (!sent.ok) return sent.refusal;
		const advanced = await store.advance(workspace, toMs(sent.data.by), maxTransitions);
		if (!advanced) return workspacesFullError(store);
		const result: AdvanceResult = {
			now: isoTime(advanced.now),
			total: advanced.total,
			transitions: advanced.transitions.map(presentTransition),
		};
		return json(result);
	};
}

function presentTransition({ payment, index, at }: DueTransition) {
	const { transactionId, timeline } = payment;
	const to = timeline[index]?.state ?? 'created';
	return {
		transactionId,
		from: timeline[index - 1]?.state ?? to,
		to,
		at: isoTime(at),
	};
}
