/**
 * The fault `truncate`: sends headers with the full length and a part of the body, then closes the connection (FIN).
 */
import type { FaultOf } from '../contract/faults.ts';
import type { FaultKind } from './kind.ts';

export const truncateFault: FaultKind<FaultOf<'truncate'>> = {
	describe: ({ share }) => `truncate ${share}`,
	apply({ share }, { reply }) {
		if (!reply) return null;
		const whole = Buffer.from(reply.text);
		const part = whole.subarray(0, Math.floor(whole.length * share));
		return {
			...reply,
			text: part.toString(),
			headers: { ...reply.headers, 'Content-Length': String(whole.length) },
			// Close only after the bytes are written: closing earlier would lose the headers too.
			transmit(response) {
				// Nothing is written for HEAD, and a write would then not send the headers.
				response.flushHeaders();
				response.write(part, () => response.socket?.destroySoon());
			},
		};
	},
};
