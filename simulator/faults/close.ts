/** `close`: the connection is closed (FIN) without a byte. */
import type { FaultOf } from '../contract/faults.ts';
import { endConnection, unseen } from './cut.ts';
import type { FaultKind } from './kind.ts';

export const closeFault: FaultKind<FaultOf<'close'>> = {
	describe: () => 'close',
	apply: (_, { reply }) => unseen(reply, endConnection),
};
