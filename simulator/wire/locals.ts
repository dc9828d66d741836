/** What the first middleware notes of a request, for whoever answers it. */
import type { Request, Response } from 'express';
import { defaultWorkspace } from '../contract/routes.ts';
import { randomId } from '../runtime/chance.ts';
import { monotonicMs } from '../runtime/time.ts';

export interface Arrived {
	requestId: string;
	startedMs: number;
	workspace: string;
	/** Whether the sandbox's own headers are wanted in the answer (D-12). */
	simHeaders: boolean;
}

const key = 'arrived';

/** Takes over the caller's request id when it is a plain one, so that both sides can search for it. */
export function noteArrival(request: Request, response: Response): Arrived {
	const given = request.get('x-request-id');
	const requestId = given && /^[\w.-]{1,128}$/.test(given) ? given : randomId();
	const arrived = {
		requestId,
		startedMs: monotonicMs(),
		workspace: defaultWorkspace,
		simHeaders: true,
	};
	response.locals[key] = arrived;
	return arrived;
}

export function arrivedOf(response: Response): Arrived {
	return response.locals[key] as Arrived;
}
