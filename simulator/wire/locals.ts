/** What is known of a request before its body is read, for whoever answers it. */
import type { Request, Response } from 'express';
import type { GapId } from '../contract/gaps/ledger.ts';
import type { ProblemCode } from '../contract/problem.ts';
import type { ServiceCall } from '../contract/routes.ts';
import { defaultWorkspace } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import { defaultSettings } from '../contract/settings.ts';
import { randomId } from '../runtime/chance.ts';
import { monotonicMs } from '../runtime/time.ts';

export interface Arrived {
	readonly requestId: string;
	readonly startedMs: number;
	workspace: string;
	/** In force in the workspace of the request. */
	settings: Settings;
	/** The documented call it is; null for everything else, which the gaps of HTTP leave alone. */
	call: ServiceCall | null;
	/** Gaps that shape whatever is answered. */
	assumptions: readonly GapId[];
	/** The sandbox's own name of the error that was answered, whatever the caller was told. */
	problem: ProblemCode | null;
}

const key = 'arrived';

/** Takes over the caller's request id when it is a plain one, so that both sides can search for it. */
export function noteArrival(request: Request, response: Response): Arrived {
	const given = request.get('x-request-id');
	const requestId = given && /^[\w.-]{1,128}$/.test(given) ? given : randomId();
	const arrived: Arrived = {
		requestId,
		startedMs: monotonicMs(),
		workspace: defaultWorkspace,
		settings: defaultSettings,
		call: null,
		assumptions: [],
		problem: null,
	};
	response.locals[key] = arrived;
	return arrived;
}

export function arrivedOf(response: Response): Arrived {
	return response.locals[key] as Arrived;
}
