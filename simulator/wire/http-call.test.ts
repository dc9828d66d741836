import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Request, Response } from 'express';
import { expect, test } from 'vitest';
import { createHttpServer } from '../runtime/server.ts';
import { sleep } from '../runtime/time.ts';
import { HttpCall } from './http-call.ts';
import { openContext } from './request-context.ts';

function setup() {
	const { server } = createHttpServer(() => {}, {
		brokenRequestAnswer: () => '',
		answerBrokenBody: () => {},
	});
	const socket = new Socket();
	server.emit('connection', socket);
	const request = new IncomingMessage(socket);
	const response = new ServerResponse(request);
	openContext(request, response);
	return {
		response,
		call: new HttpCall('control', request as Request, response as Response, null),
	};
}

test('waits for a call leave no listener on its response', async () => {
	const { response, call } = setup();
	await Promise.all([sleep(1, call.clientGone), sleep(2, call.clientGone)]);
	expect(response.listenerCount('close')).toBe(0);
});

test('a wait that begins after the client has disconnected ends at once', async () => {
	const { response, call } = setup();
	expect(call.clientGone.aborted).toBe(false);
	response.destroy();
	expect(call.clientGone.aborted).toBe(true);
	await sleep(60_000, call.clientGone);
});
