/** The fault `status`: sends an error status with a body in the configured error format. */
import { toMs } from '../contract/duration.ts';
import type { FaultOf } from '../contract/faults.ts';
import { waitsOf } from '../wire/call.ts';
import { errorReply } from '../wire/problem.ts';
import type { FaultKind } from './kind.ts';

export const statusFault: FaultKind<FaultOf<'status'>> = {
	describe: ({ status }) => `status ${status}`,
	apply({ status, code, retryAfter }, { reply, context }) {
		const retryAfterS = retryAfter === undefined ? null : Math.ceil(toMs(retryAfter) / 1_000);
		const error = errorReply(
			{ code: 'injected_fault', status, shownCode: code ?? null, retryAfterS },
			context,
		);
		const { notes } = error;
		const assumptions = [...new Set([...(reply?.notes.assumptions ?? []), ...notes.assumptions])];
		return {
			...error,
			// The status of a fault is sent as it is, even if the settings send errors with status 200 (D-15).
			status,
			notes: { ...reply?.notes, ...notes, assumptions },
			...waitsOf(reply),
		};
	},
};
