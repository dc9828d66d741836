/** The fault `dribble`: sends the correct body in pieces over a time. */
import { toMs } from '../contract/duration.ts';
import type { FaultOf } from '../contract/faults.ts';
import type { FaultKind } from './kind.ts';

export const dribbleFault: FaultKind<FaultOf<'dribble'>> = {
	describe: ({ chunks, over }) => `dribble ${chunks} over ${over}`,
	apply({ chunks, over }, { reply, clientGone, sleep }) {
		if (!reply) return null;
		const body = Buffer.from(reply.text);
		const pauseMs = toMs(over) / (chunks - 1);
		return {
			...reply,
			transmit: async (response) => {
				for (let chunk = 0; chunk < chunks && !clientGone.aborted; chunk += 1) {
					if (chunk > 0) await sleep(pauseMs);
					const at = (index: number) => Math.floor((body.length * index) / chunks);
					response.write(body.subarray(at(chunk), at(chunk + 1)));
				}
				response.end();
			},
		};
	},
};
