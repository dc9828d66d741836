import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { httpClassesOf } from './express-classes.ts';

/** The prototypes of a request and a response, before and after Express sets them. */
async function setup() {
	const app = express();
	const classes = httpClassesOf(app);
	const seen: { before: unknown[]; after: unknown[] } = { before: [], after: [] };
	app.get('/', (request, response) => {
		seen.after = [Object.getPrototypeOf(request), Object.getPrototypeOf(response)];
		response
			.status(201)
			.type('text')
			.send(`${request.path} ${request.get('x-name')}`);
	});
	const server = createServer(classes, (request, response) => {
		seen.before = [Object.getPrototypeOf(request), Object.getPrototypeOf(response)];
		app(request, response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	const { port } = server.address() as AddressInfo;
	const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'X-Name': 'Ana' } });
	return { seen, status: answer.status, text: await answer.text() };
}

test('Express does not change the prototypes', async () => {
	const { seen } = await setup();
	expect(seen.before).toHaveLength(2);
	expect(seen.after[0]).toBe(seen.before[0]);
	expect(seen.after[1]).toBe(seen.before[1]);
});

test('request and response have the methods of Express', async () => {
	expect(await setup()).toMatchObject({ status: 201, text: '/ Ana' });
});
