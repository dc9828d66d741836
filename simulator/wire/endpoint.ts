/** Joins a route to the framework: call in, reply through its stages, one writer out. */
import type { Request, RequestHandler, Response } from 'express';
import type { Endpoint } from '../contract/routes.ts';
import type { Refusal } from '../refusals/refusal.ts';
import type { Answer, Call, Chance, Reply, ReplyStage, Route } from './call.ts';
import type { Arrived } from './locals.ts';
import { arrivedOf } from './locals.ts';
import { refusalReply } from './problem.ts';
import { write } from './write.ts';

export interface EndpointOptions {
	endpoint: Endpoint;
	/** In order; each sees the reply of the one before. */
	stages: readonly ReplyStage[];
}

export function endpointHandler(route: Route, options: EndpointOptions): RequestHandler {
	return async function handle(request, response) {
		const call = callOf(request, response, options);
		const { answer, chance } = drawn(await route(call));
		const arrived = arrivedOf(response);
		let reply = 'code' in answer ? refusalReply(answer, arrived) : served(answer, arrived);
		for (const stage of options.stages) reply = await stage(call, reply, chance);
		write(response, reply, arrived);
	};
}

/** A success of a documented call has the status and the content type that its settings say (D-10, D-11). */
function served(reply: Reply, { call, settings }: Arrived): Reply {
	if (call === null) return reply;
	const { successStatus, responseContentType: contentType } = settings.http;
	const status = successStatus[call];
	const same = status === reply.status && contentType === reply.contentType;
	return same ? reply : { ...reply, status, contentType };
}

function drawn(answer: Answer): { answer: Reply | Refusal; chance: Chance | null } {
	return 'answer' in answer ? answer : { answer, chance: null };
}

function callOf(request: Request, response: Response, options: EndpointOptions): Call {
	const gone = new AbortController();
	response.once('close', () => gone.abort());
	const { requestId, workspace } = arrivedOf(response);
	return {
		endpoint: options.endpoint,
		requestId,
		workspace,
		method: request.method,
		path: request.path,
		params: request.params as Record<string, string>,
		query: request.query,
		body: request.body,
		signal: gone.signal,
		header: (name) => request.get(name),
	};
}
