/** The fault `garbage`: sends bytes that are not HTTP, then closes the connection (FIN). */
import type { FaultOf } from '../contract/faults.ts';
import { createUnseenReply } from './cut.ts';
import type { FaultKind } from './kind.ts';

const bytes = Buffer.from(
	'\u0016\u0003\u0001 this is not HTTP \u0000\u0001\u0002\r\n\r\n',
	'latin1',
);

export const garbageFault: FaultKind<FaultOf<'garbage'>> = {
	describe: () => 'garbage',
	apply: (_, { reply }) => createUnseenReply(reply, ({ socket }) => void socket?.end(bytes)),
};
