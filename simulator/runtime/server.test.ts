import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createHttpServer, goneForMs } from './server.ts';

test.each([
	['closes its side, and not when the connection is closed later', ['end', 'close'], 40],
	['is disconnected', ['close'], 20],
])('a client is gone when it %s', (_, events, goneMs) => {
	vi.useFakeTimers({ toFake: ['performance'] });
	onTestFinished(() => void vi.useRealTimers());
	const { server } = createHttpServer(() => {}, {
		brokenRequestAnswer: () => '',
		answerBrokenBody: () => {},
	});
	const socket = new Socket();
	server.emit('connection', socket);
	const response = new ServerResponse(new IncomingMessage(socket));
	vi.advanceTimersByTime(1_000);
	expect(goneForMs(response)).toBe(0);
	for (const event of events) {
		socket.emit(event);
		vi.advanceTimersByTime(20);
	}
	expect(goneForMs(response)).toBe(goneMs);
});
