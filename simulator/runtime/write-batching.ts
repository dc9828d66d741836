/** When the bytes of an answer leave. */
import type { ServerResponse } from 'node:http';

interface Ready {
	response: ServerResponse;
	text: string;
}

let ready: Ready[] = [];

/**
 * What is ready in the same turn of the event loop leaves together, at its end. Every write wakes whoever waits for it: one
 * by one, a busy server spends a third of its time on that, and none on a single caller's answer when they leave together.
 */
export function endInBatch(response: ServerResponse, text: string): void {
	if (ready.push({ response, text }) === 1) setImmediate(leave);
}

function leave(): void {
	const leaving = ready;
	ready = [];
	for (const { response, text } of leaving) response.end(text);
}
