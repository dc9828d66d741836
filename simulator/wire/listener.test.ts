import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestHandler } from 'express';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { httpClassesOf } from './express-classes.ts';
import { listenerOf } from './listener.ts';

/** Starts a server with this first handler. Its app responds with the text "app", its error handler with the error. */
async function start(
	receive: RequestHandler,
	{ appFails = false, handlerFails = false } = {},
): Promise<string> {
	const app = express();
	app.use((request, response) => {
		if (appFails) raise();
		response.send(`app ${request.path}`);
	});
	const listener = listenerOf({
		receive,
		app,
		handleError(error, _request, response, _next) {
			if (handlerFails) throw new Error('the handler has a bug');
			response.status(500).send(`error ${error}`);
		},
	});
	const server = createServer(httpClassesOf(app), listener);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}/shop`;
}

const textAt = async (url: string) => (await fetch(url)).text();

test('the first handler responds with the methods of Express, and the app is not called', async () => {
	const url = await start((request, response) => void response.send(`first ${request.path}`));
	expect(await textAt(url)).toBe('first /shop');
});

test('what the first handler passes on reaches the app', async () => {
	const url = await start((_request, _response, next) => next());
	expect(await textAt(url)).toBe('app /shop');
});

test('a client is disconnected if the app fails, and gets no page of Express', async () => {
	const url = await start((_request, _response, next) => next(), { appFails: true });
	await expect(fetch(url)).rejects.toThrow('fetch failed');
});

test.each<[string, RequestHandler]>([
	['throws', () => raise()],
	['rejects', async () => raise()],
	['passes on', (_request, _response, next) => next('a bug')],
])('an error that the first handler %s reaches the error handler', async (_how, receive) => {
	expect(await textAt(await start(receive))).toBe('error a bug');
});

test.each<[string, RequestHandler]>([
	['throws', () => raise()],
	['rejects', async () => raise()],
])(
	'a client is disconnected if the error handler fails too: the first one %s',
	async (_how, receive) => {
		const url = await start(receive, { handlerFails: true });
		await expect(fetch(url)).rejects.toThrow('fetch failed');
		await expect(fetch(url)).rejects.toThrow('fetch failed');
	},
);

function raise(): never {
	throw 'a bug';
}
