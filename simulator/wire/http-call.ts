/** A request as routes see it. What few of them ask for is worked out when they ask. */
import type { Request, Response } from 'express';
import type { Endpoint } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import type { Ending } from '../runtime/time.ts';
import type { Call } from './call.ts';
import { contextOf } from './request-context.ts';

/** Asked of the response itself: an AbortController would be a seventh of all that a waiting call leaves to collect. */
class ClientGone implements Ending {
	readonly #response: Response;

	constructor(response: Response) {
		this.#response = response;
	}

	get aborted(): boolean {
		return this.#response.destroyed;
	}

	addEventListener(_: 'abort', listener: () => void): void {
		this.#response.on('close', listener);
	}

	removeEventListener(_: 'abort', listener: () => void): void {
		this.#response.off('close', listener);
	}
}

export class HttpCall implements Call {
	readonly endpoint: Endpoint;
	readonly workspace: string;
	readonly body: unknown;
	readonly #request: Request;
	readonly #response: Response;

	constructor(endpoint: Endpoint, request: Request, response: Response, body: unknown) {
		this.endpoint = endpoint;
		this.workspace = contextOf(response).workspace;
		this.body = body;
		this.#request = request;
		this.#response = response;
	}

	get settings(): Settings {
		return contextOf(this.#response).settings;
	}

	get requestId(): string {
		return contextOf(this.#response).requestId;
	}

	get method(): string {
		return this.#request.method;
	}

	get path(): string {
		return this.#request.path;
	}

	get params(): Readonly<Record<string, string>> {
		return this.#request.params as Record<string, string>;
	}

	get query(): Readonly<Record<string, unknown>> {
		return this.#request.query;
	}

	get clientGone(): Ending {
		return new ClientGone(this.#response);
	}

	header(name: string): string | undefined {
		return this.#request.get(name);
	}
}
