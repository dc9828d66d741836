/** The first thing that happens to every request: it gets its id, its workspace, and past the doors; then nobody asks again. */
import type { RequestHandler } from 'express';
import type { Settings } from '../contract/settings.ts';
import { hideNumbers } from '../domain/card.ts';
import type { RequestLog } from '../runtime/request-log.ts';
import { monotonicMs } from '../runtime/time.ts';
import { hostDoor, refusePath } from './doors.ts';
import { noteArrival } from './locals.ts';
import { refuse } from './refuse.ts';
import { takeWorkspace } from './workspace.ts';

interface ArrivalOptions {
	allowedHosts: readonly string[];
	log: RequestLog;
	store: { world(workspace: string): Promise<{ settings: { inForce: Settings } }> };
}

export function arrivals({ allowedHosts, log, store }: ArrivalOptions): RequestHandler {
	const refuseHost = hostDoor(allowedHosts);
	const { request: tell } = log;
	return async function noteEveryArrival(request, response, next) {
		const arrived = noteArrival(request, response);
		if (tell) {
			const { method } = request;
			const path = hideNumbers(withoutIds(request.path));
			response.once('close', () => {
				const { requestId, startedMs, problem } = arrived;
				const status = response.writableFinished ? response.statusCode : null;
				tell({ method, path, status, problem, requestId, ms: monotonicMs() - startedMs });
			});
		}
		const taken = takeWorkspace(request);
		if (typeof taken !== 'string') return refuse(response, taken);
		arrived.workspace = taken;
		arrived.settings = (await store.world(taken)).settings.inForce;
		const refusal = refusePath(request.path) ?? refuseHost(request);
		if (refusal) return refuse(response, refusal);
		next();
	};
}

/** A session id opens the cashier: it has no place in a log. */
function withoutIds(path: string): string {
	return path.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '{id}');
}
