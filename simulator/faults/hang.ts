/** The fault `hang`: sends nothing until the client disconnects or the time is over, then closes the connection. */
import { toMs } from '../contract/duration.ts';
import type { FaultOf } from '../contract/faults.ts';
import { createUnseenReply, endConnection } from './cut.ts';
import { withInjectedDelay } from './delay.ts';
import type { FaultKind } from './kind.ts';

export const hangFault: FaultKind<FaultOf<'hang'>> = {
	describe: ({ for: duration }) => `hang ${duration}`,
	async apply(fault, call) {
		const waitedMs = await call.sleep(toMs(fault.for));
		return withInjectedDelay(createUnseenReply(call.reply, endConnection), waitedMs);
	},
};
