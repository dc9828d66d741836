/** Reads the times that the sandbox reports for a response: `Server-Timing: injected;dur=80, sandbox;dur=0.4`. */

export interface ServerTiming {
	injectedMs?: number;
	ownMs?: number;
}

export function readServerTiming(header: string | undefined): ServerTiming {
	const timing: ServerTiming = {};
	for (const entry of (header ?? '').split(',')) {
		const match = /^\s*(injected|sandbox)\s*;(?:.*;)?\s*dur=(\d+(?:\.\d+)?)/.exec(entry);
		if (match?.[1] === 'injected') timing.injectedMs = Number(match[2]);
		if (match?.[1] === 'sandbox') timing.ownMs = Number(match[2]);
	}
	return timing;
}
