/** The fault `delay`: delays the response, or before the commit the decision. */
import type { FaultOf } from '../contract/faults.ts';
import { drawMs } from '../delays/law.ts';
import type { Reply } from '../wire/call.ts';
import type { FaultKind } from './kind.ts';

export const delayFault: FaultKind<FaultOf<'delay'>> = {
	describe: () => 'delay',
	async apply({ law }, { reply, draw, sleep }) {
		const waitedMs = await sleep(drawMs(law, draw) ?? 0);
		return reply && withInjectedDelay(reply, waitedMs);
	},
};

/** Adds a wait to the reply's injected delay. */
export function withInjectedDelay(reply: Reply, waitedMs: number): Reply {
	return { ...reply, injectedMs: (reply.injectedMs ?? 0) + waitedMs };
}
