/** `status`: an error status, with a body in the configured format of errors. */
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
			// A fault's status is the one on the wire, also when errors have status 200 (D-15).
			status,
			notes: { ...reply?.notes, ...notes, assumptions },
			...waitsOf(reply),
		};
	},
};
