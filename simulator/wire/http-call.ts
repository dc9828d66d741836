/** A request as routes see it. */
import type { Request, Response } from 'express';
import type { Endpoint } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import { isPipelined, noteWait } from '../runtime/server.ts';
import type { AbortSignalLike } from '../runtime/time.ts';
import type { Call } from './call.ts';
import { readJson } from './read-body.ts';
import { contextOf } from './request-context.ts';
import { headerBytesOf, headerOf } from './request-headers.ts';

/** The body of a call that has been released. */
const released = Symbol('released');

const noParams: Call['params'] = {};

/** Properties that few routes read are computed when they are read. */
export class HttpCall implements Call {
	readonly endpoint: Endpoint;
	readonly workspace: string;
	#body: unknown;
	readonly #request: Request;
	readonly #response: Response;

	constructor(endpoint: Endpoint, request: Request, response: Response, body: unknown) {
		this.endpoint = endpoint;
		this.workspace = contextOf(response).workspace;
		this.#body = body;
		this.#request = request;
		this.#response = response;
	}

	/** Is not available after the call is recorded. */
	get body(): unknown {
		if (this.#body === released) this.#body = this.#parse();
		return this.#body;
	}

	/**
	 * Forgets the parsed body before a wait that may take minutes: it takes up to 15 times the memory of its bytes, and the
	 * journal needs those anyway. It is parsed again when it is read.
	 */
	releaseBody(): void {
		if (contextOf(this.#response).sent !== null) this.#body = released;
	}

	#parse(): unknown {
		const { sent } = contextOf(this.#response);
		if (sent === null) throw new Error('The body is read after the call was recorded.');
		const read = readJson(sent);
		return read.ok ? read.value : undefined;
	}

	get settings(): Settings {
		return contextOf(this.#response).settings;
	}

	get startedMs(): number {
		return contextOf(this.#response).startedMs;
	}

	get secret(): string {
		return contextOf(this.#response).secret;
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
		// Express sets them for the paths that it routes.
		return (this.#request.params as Record<string, string> | undefined) ?? noParams;
	}

	get query(): Readonly<Record<string, unknown>> {
		return this.#request.query;
	}

	get clientGone(): AbortSignalLike {
		return new ClientGone(this.#response);
	}

	get isPipelined(): boolean {
		return isPipelined(this.#response);
	}

	header(name: string): string | undefined {
		return headerOf(this.#request.headers, name);
	}

	headerBytes(name: string): string | undefined {
		return headerBytesOf(this.#request.headers, name);
	}
}

/**
 * A signal that is aborted by the response's event `close`. An AbortController would be a seventh of the garbage of a
 * waiting call.
 */
class ClientGone implements AbortSignalLike {
	readonly #response: Response;

	constructor(response: Response) {
		this.#response = response;
	}

	get aborted(): boolean {
		return this.#response.destroyed;
	}

	addEventListener(_: 'abort', listener: () => void): void {
		this.#response.on('close', listener);
		noteWait(this.#response, 1);
	}

	removeEventListener(_: 'abort', listener: () => void): void {
		this.#response.off('close', listener);
		noteWait(this.#response, -1);
	}
}
