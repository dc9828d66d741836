/** The fault `hang`: sends nothing until the client disconnects or the time is over, then closes the connection. */
import { toMs } from '../contract/duration.ts';
import type { FaultOf } from '../contract/faults.ts';
import { endConnection, unseen } from './cut.ts';
import { delayed } from './delay.ts';
import type { FaultKind } from './kind.ts';

export const hangFault: FaultKind<FaultOf<'hang'>> = {
	describe: ({ for: duration }) => `hang ${duration}`,
	async apply(fault, call) {
		const waitedMs = await call.sleep(toMs(fault.for));
		return delayed(unseen(call.reply, endConnection), waitedMs);
	},
};
