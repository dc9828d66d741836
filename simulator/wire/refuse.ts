/** Refuses a request before a route sees it. */
import type { ServerResponse } from 'node:http';
import type { ApiError } from '../errors/api-error.ts';
import { errorReply } from './problem.ts';
import { contextOf } from './request-context.ts';
import { write } from './write.ts';

export function refuse(response: ServerResponse, refusal: ApiError): void {
	const context = contextOf(response);
	write(response, errorReply(refusal, context), context);
}
