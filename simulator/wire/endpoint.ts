/** Connects a route to Express: makes its call, passes the reply through the stages, and writes it. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { RequestHandler, Response } from 'express';
import { isLaterClock } from '../contract/clock.ts';
import { leavesNoAnswer } from '../contract/faults.ts';
import type { Endpoint } from '../contract/routes.ts';
import type { KeyedDraw } from '../contract/seed.ts';
import type { ClosedBy } from '../domain/call-history.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { Awaitable } from '../runtime/awaitable.ts';
import { andThen } from '../runtime/awaitable.ts';
import { isConnectionCut, isConnectionReused, noteWritten } from '../runtime/server.ts';
import type { AbortSignalLike } from '../runtime/time.ts';
import type { Call, PaymentCallResult, Reply, ReplyStage, Route, RouteResult } from './call.ts';
import { HttpCall } from './http-call.ts';
import { errorReply } from './problem.ts';
import type { RequestContext } from './request-context.ts';
import { contextOf } from './request-context.ts';
import { writeReply } from './write.ts';

export interface AnswerOptions {
	/** The stages, in order. Each receives the reply of the stage before it. */
	stages: readonly ReplyStage[];
	/** Returns the faults of a call; null if calls of this path have none. */
	faultsOf: FaultInjector['faultsOf'] | null;
}

export interface EndpointOptions extends AnswerOptions {
	endpoint: Endpoint;
}

/** Breaks calls on purpose. Returns an error if the call asks for a fault in a wrong way. */
export interface FaultInjector {
	faultsOf(call: Call, connectionOf: () => CallConnection): Awaitable<CallFaults | ApiError | null>;
}

export interface CallConnection {
	context: RequestContext;
	/** The socket, to compare its identity. */
	socket: object;
	/** Whether an earlier call used the connection. */
	isReused: boolean;
	headers: IncomingHttpHeaders;
}

/** The faults of one call. */
export interface CallFaults {
	/** Runs before the call is checked and decided. Returns a response to send instead; null if the call goes on. */
	before(): Awaitable<Reply | null>;
	/** Runs after the commit and the latency. Returns the reply to send. */
	after(reply: Reply): Awaitable<Reply>;
}

export function expressHandlerOf(
	route: Route,
	{ endpoint, ...options }: EndpointOptions,
): RequestHandler {
	return function handle(request, response) {
		const call = new HttpCall(endpoint, request, response, request.body);
		return answerCall(route, call, response, options);
	};
}

/** Runs the route and writes its result, unless a fault prevents the call. */
export function answerCall(
	route: Route,
	call: HttpCall,
	response: Response,
	{ stages, faultsOf }: AnswerOptions,
): Awaitable<void> {
	const respond = (afterRoute: readonly ReplyStage[]) =>
		andThen(route(call), (result) => respondThroughStages(result, call, response, afterRoute));
	if (faultsOf === null) return respond(stages);
	return andThen(
		faultsOf(call, () => connectionOf(response)),
		(faults) => {
			if (faults === null) return respond(stages);
			if ('code' in faults) return respondThroughStages(faults, call, response, []);
			const started = faults.before();
			if (started instanceof Promise) call.releaseBody();
			return andThen(started, (early) =>
				early
					? writeReply(response, early, contextOf(response))
					: respond([...stages, (_call, reply) => faultsAfter(response, reply, faults)]),
			);
		},
	);
}

function connectionOf(response: Response): CallConnection {
	const { socket, headers } = response.req;
	return { context: contextOf(response), socket, isReused: isConnectionReused(response), headers };
}

/** The clock may have been moved once more since the call took effect. */
function enterWorkspace(
	context: RequestContext,
	{ secret, clock }: PaymentCallResult['paymentCall']['record'],
): void {
	if (context.secret !== secret || isLaterClock(clock, context.clock)) context.clock = clock;
	context.secret = secret;
}

/** Passes the result of a route through all stages and writes it. */
export function respondThroughStages(
	result: RouteResult,
	call: HttpCall,
	response: Response,
	stages: readonly ReplyStage[],
): Awaitable<void> {
	const context = contextOf(response);
	call.releaseBody();
	const { answer, warnings, paymentCall } =
		'answer' in result ? result : { answer: result, warnings: undefined, paymentCall: null };
	context.transactionId = paymentCall?.transactionId ?? null;
	context.paymentReference = paymentCall?.paymentReference ?? null;
	if (paymentCall !== null) enterWorkspace(context, paymentCall.record);
	context.callNumber = paymentCall?.callNumber ?? 0;
	const first =
		'code' in answer ? errorReply(answer, context, warnings) : asConfigured(answer, context);
	const staged = runStages(stages, call, first, paymentCall?.chance ?? null);
	const markLost = (reply: Reply) => {
		context.closedBy ??= closerOf(response, reply, context);
		return noteLostResponse(paymentCall?.noteLostResponse, context.closedBy);
	};
	return andThen(staged, (reply) => {
		// The client has disconnected, or the sandbox stops. Record the call after its mark is stored, because a stop waits
		// for the calls that are not recorded.
		if (response.destroyed) return andThen(markLost(reply), () => send(response, reply, context));
		const sent = send(response, reply, context);
		// With status 0, a fault withholds the response.
		return reply.status === 0 ? markLost(reply) : sent;
	});
}

/** It is a function of its own, so that a call that waits in the last stage keeps neither its request nor its chance. */
function runStages(
	stages: readonly ReplyStage[],
	call: Call,
	first: Reply,
	chance: KeyedDraw | null,
): Awaitable<Reply> {
	return stages.reduce<Awaitable<Reply>>(
		(reply, stage) => andThen(reply, (current) => stage(call, current, chance)),
		first,
	);
}

function send(response: Response, reply: Reply, context: RequestContext): Awaitable<void> {
	writeReply(response, reply, context);
	if (reply.following) return streamTo(response, reply.following, reply.dropped);
}

type NoteLostResponse = PaymentCallResult['paymentCall']['noteLostResponse'];

/** Notes in the payment that the response was lost. No client waits for it, and the next call reports a store failure. */
function noteLostResponse(note: NoteLostResponse, closedBy: ClosedBy): Awaitable<void> {
	return note?.(closedBy).catch(() => {});
}

/** Applies the fault after the route. A client that left before it has ended the connection itself. */
function faultsAfter(
	response: Response,
	reply: Reply,
	faults: Pick<CallFaults, 'after'>,
): Awaitable<Reply> {
	if (response.destroyed) contextOf(response).closedBy ??= closerWithoutFault(response);
	return faults.after(reply);
}

/** Who ended the connection. A client may leave a call that a fault leaves without an answer. */
function closerOf(response: Response, { status }: Reply, { faults }: RequestContext): ClosedBy {
	const isFault = status === 0 || faults.some(leavesNoAnswer);
	return isFault ? 'fault' : closerWithoutFault(response);
}

const closerWithoutFault = (response: Response): ClosedBy =>
	isConnectionCut(response) ? 'sandbox' : 'client';

/** Applies the configured status and content type to a successful documented call (D-10, D-11). */
function asConfigured(reply: Reply, { call, settings }: RequestContext): Reply {
	if (call === null) return reply;
	const { successStatus, responseContentType: contentType } = settings.http;
	const status = successStatus[call];
	const same = status === reply.status && contentType === reply.contentType;
	return same ? reply : { ...reply, status, contentType };
}

/**
 * Sends the pieces of a stream until they end or the client disconnects. A slow client gets the next piece only after
 * it has read the one before, so nothing collects in memory.
 */
async function streamTo(
	response: ServerResponse,
	pieces: AsyncIterable<string>,
	dropped?: AbortSignalLike,
): Promise<void> {
	dropped?.addEventListener('abort', () => response.destroy());
	try {
		for await (const piece of pieces) {
			if (response.destroyed) break;
			if (response.write(piece)) continue;
			noteWritten(response);
			await drained(response);
		}
	} finally {
		if (!response.destroyed) response.end();
	}
}

/** Resolves when the client has read enough, and also when it disconnects. */
function drained(response: ServerResponse): Promise<void> {
	return new Promise((resolve) => {
		const settle = () => {
			response.off('drain', settle);
			response.off('close', settle);
			resolve();
		};
		response.on('drain', settle);
		response.on('close', settle);
		if (response.destroyed) settle();
	});
}
