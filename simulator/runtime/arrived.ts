import type { IncomingMessage } from 'node:http';

/** A request, and when its head had arrived, on the monotonic clock. */
export interface Arrived {
	readonly request: IncomingMessage;
	readonly atMs: number;
}
