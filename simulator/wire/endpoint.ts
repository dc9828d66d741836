/** Joins a route to the framework: call in, reply through its stages, one writer out. */
import type { RequestHandler, Response } from 'express';
import type { Endpoint } from '../contract/routes.ts';
import type { Answer, Call, Drawn, Reply, ReplyStage, Route } from './call.ts';
import { HttpCall } from './http-call.ts';
import { errorReply } from './problem.ts';
import type { RequestContext } from './request-context.ts';
import { contextOf } from './request-context.ts';
import { streamTo } from './stream.ts';
import { write } from './write.ts';

export interface EndpointOptions {
	endpoint: Endpoint;
	/** In order; each sees the reply of the one before. */
	stages: readonly ReplyStage[];
}

export function endpointHandler(
	route: Route,
	{ endpoint, stages }: EndpointOptions,
): RequestHandler {
	return async function handle(request, response) {
		const call = new HttpCall(endpoint, request, response, request.body);
		await answerWith(await route(call), call, response, stages);
	};
}

/** Writes the answer to a call once it has been through every stage. */
export async function answerWith(
	given: Answer,
	call: Call,
	response: Response,
	stages: readonly ReplyStage[],
): Promise<void> {
	const context = contextOf(response);
	const { answer, chance, transactionId } = drawn(given);
	context.transactionId = transactionId;
	let reply = 'code' in answer ? errorReply(answer, context) : served(answer, context);
	for (const stage of stages) {
		const staged = stage(call, reply, chance);
		// Nearly all have nothing to wait for.
		reply = staged instanceof Promise ? await staged : staged;
	}
	write(response, reply, context);
	if (reply.following) await streamTo(response, reply.following);
}

/** A success of a documented call has the status and the content type that its settings say (D-10, D-11). */
function served(reply: Reply, { call, settings }: RequestContext): Reply {
	if (call === null) return reply;
	const { successStatus, responseContentType: contentType } = settings.http;
	const status = successStatus[call];
	const same = status === reply.status && contentType === reply.contentType;
	return same ? reply : { ...reply, status, contentType };
}

type MaybeDrawn = { [Key in keyof Drawn]: Drawn[Key] | (Key extends 'answer' ? never : null) };

/** A call of no payment, too. */
function drawn(answer: Answer): MaybeDrawn {
	return 'answer' in answer ? answer : { answer, chance: null, transactionId: null };
}
