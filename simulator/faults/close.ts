/** The fault `close`: closes the connection (FIN) without sending a byte. */
import type { FaultOf } from '../contract/faults.ts';
import { createUnseenReply, endConnection } from './cut.ts';
import type { FaultKind } from './kind.ts';

export const closeFault: FaultKind<FaultOf<'close'>> = {
	describe: () => 'close',
	apply: (_, { reply }) => createUnseenReply(reply, endConnection),
};
