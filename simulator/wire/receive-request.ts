/** The first thing that happens to every request: it gets its id, its workspace, and past the doors; then nobody asks again. */
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { ClockRecord } from '../contract/clock.ts';
import { cashierAssets, controlPaths, defaultWorkspace, isWithin } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import type { RequestLog } from '../runtime/request-log.ts';
import { monotonicMs } from '../runtime/time.ts';
import { hostGuard, refusePath } from './guards.ts';
import { refuse } from './refuse.ts';
import type { CallRecorder, RequestContext } from './request-context.ts';
import { openContext } from './request-context.ts';
import { shownPath } from './shown-path.ts';
import { takeWorkspace } from './workspace.ts';

/** What a workspace says of every call in it. */
interface Standing {
	readonly settings: { readonly inForce: Settings };
	readonly clock: ClockRecord;
	readonly secret: string;
}

interface ReceiveRequestOptions {
	allowedHosts: readonly string[];
	log: RequestLog;
	store: { world(name: string): Promise<Standing> };
	recorder: CallRecorder;
	/** Whether the server goes on: not before it listens, and not once it stops. */
	isReady(): boolean;
	/** Comes at once: between the two a router would cost as much as both. */
	serve: RequestHandler;
}

export function receiveRequest({
	allowedHosts,
	log,
	store,
	recorder,
	isReady,
	serve,
}: ReceiveRequestOptions): RequestHandler {
	const refuseHost = hostGuard(allowedHosts);
	const { request: tell } = log;
	return async function noteEveryArrival(request, response, next) {
		const context = openContext(request, response);
		if (tell) {
			const { method } = request;
			const path = shownPath(request.path);
			response.once('close', () => {
				const { requestId, startedMs, problem } = context;
				const status = response.writableFinished ? response.statusCode : null;
				tell({ method, path, status, problem, requestId, ms: monotonicMs() - startedMs });
			});
		}
		const taken = takeWorkspace(request);
		if (typeof taken !== 'string') return refuse(response, taken);
		context.workspace = taken;
		context.path = request.path;
		context.isServing = isReady;
		const { settings, clock, secret } = await store.world(taken);
		enter(context, request, settings.inForce);
		// Another process over the same store may have changed them.
		if (taken === defaultWorkspace) recorder.limitTo(settings.inForce.limits);
		context.clock = clock;
		context.secret = secret;
		if (isRecorded(context.path)) context.recorder = recorder;
		const refusal = refusePath(request.path) ?? refuseHost(request);
		if (refusal) return refuse(response, refusal);
		return serve(request, response, next);
	};
}

/** What the settings of its workspace say of a call. */
function enter(context: RequestContext, { headers }: IncomingMessage, settings: Settings): void {
	const { auth, idempotency } = settings;
	context.settings = settings;
	context.authorization = headers[auth.header?.toLowerCase() ?? 'authorization'] !== undefined;
	const keyHeader = idempotency.header?.toLowerCase() ?? 'idempotency-key';
	context.idempotencyKey = headers[keyHeader] !== undefined;
}

/** The control API is not, and what a page is made of is not. */
function isRecorded(path: string): boolean {
	return !isWithin(controlPaths.root, path) && !isWithin(cashierAssets, path);
}
