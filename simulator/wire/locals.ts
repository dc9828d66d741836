/** What is known of a request before its body is read, for whoever answers it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GapId } from '../contract/gaps/ledger.ts';
import type { ProblemCode } from '../contract/problem.ts';
import type { ServiceCall } from '../contract/routes.ts';
import { defaultWorkspace, headerNames } from '../contract/routes.ts';
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
	/** Whether an error is one of the service, and told as the settings want it: of its calls, or of a path like theirs. */
	isService: boolean;
	/** Gaps that shape whatever is answered. */
	assumptions: readonly GapId[];
	/** The sandbox's own name of the error that was answered, whatever the caller was told. */
	problem: ProblemCode | null;
}

const key = Symbol('arrived');
/** A field of the response itself: Express's own `locals` are a dictionary, which is slow to fill and to ask. */
type Noted = ServerResponse & { [key]?: Arrived };

const requestIdHeader = headerNames.requestId.toLowerCase();
const none: readonly GapId[] = [];

/** Takes over the caller's request id when it is a plain one, so that both sides can search for it. */
export function noteArrival({ headers }: IncomingMessage, response: ServerResponse): Arrived {
	const given = headers[requestIdHeader];
	const isPlain = typeof given === 'string' && /^[\w.-]{1,128}$/.test(given);
	const arrived: Arrived = {
		requestId: isPlain ? given : randomId(),
		startedMs: monotonicMs(),
		workspace: defaultWorkspace,
		settings: defaultSettings,
		call: null,
		isService: false,
		assumptions: none,
		problem: null,
	};
	(response as Noted)[key] = arrived;
	return arrived;
}

export function arrivedOf(response: ServerResponse): Arrived {
	return (response as Noted)[key] as Arrived;
}
