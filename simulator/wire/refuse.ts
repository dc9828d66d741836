/** Refuses a request before a route sees it. */
import type { ServerResponse } from 'node:http';
import type { Refusal } from '../refusals/refusal.ts';
import { arrivedOf } from './locals.ts';
import { refusalReply } from './problem.ts';
import { write } from './write.ts';

export function refuse(response: ServerResponse, refusal: Refusal): void {
	const arrived = arrivedOf(response);
	write(response, refusalReply(refusal, arrived), arrived);
}
