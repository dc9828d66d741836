/** Refuses a request before a route sees it. */
import type { Response } from 'express';
import type { Refusal } from '../refusals/refusal.ts';
import { arrivedOf } from './locals.ts';
import { problemReply } from './problem.ts';
import { write } from './write.ts';

export function refuse(response: Response, refusal: Refusal): void {
	const arrived = arrivedOf(response);
	write(response, problemReply(refusal, arrived.requestId), arrived);
}
