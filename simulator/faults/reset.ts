/** The fault `reset`: resets the connection (RST). */
import type { FaultOf } from '../contract/faults.ts';
import { createUnseenReply, resetConnection } from './cut.ts';
import type { FaultKind } from './kind.ts';

export const resetFault: FaultKind<FaultOf<'reset'>> = {
	describe: () => 'reset',
	apply: (_, { reply }) => createUnseenReply(reply, resetConnection),
};
