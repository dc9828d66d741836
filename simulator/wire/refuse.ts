/** Refuses a request before a route sees it. */
import type { Response } from 'express';
import type { Refusal } from '../refusals/refusal.ts';
import { arrivedOf } from './locals.ts';
import { refusalReply } from './problem.ts';
import { write } from './write.ts';

export function refuse(response: Response, refusal: Refusal): void {
	const arrived = arrivedOf(response);
	write(response, refusalReply(refusal, arrived), arrived);
}
