/** Request and response classes that have Express's prototypes from the start. Requests join short chunks of their body. */
import type { ServerOptions } from 'node:http';
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';
import { ShortChunks } from './short-chunks.ts';

/** The options of `http.createServer`. */
export type HttpClasses = Required<Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>>;

/**
 * Makes classes whose prototypes become those of the app, so that Express's `setPrototypeOf` on every request and
 * response changes nothing. Otherwise it discards V8's hidden classes: without it, a bare route on Node 20 is three
 * times as fast. The listener needs the classes too: it calls `receiveRequest` before Express sets a prototype.
 */
export function httpClassesOf(app: Express): HttpClasses {
	class SandboxRequest extends IncomingMessage {
		#hasChunk = false;
		/** The chunks after the first one. Most bodies are one chunk. */
		#others: ShortChunks | null = null;

		/** Node's parser calls this with each chunk of the body, and with null at its end. */
		override push(chunk: Buffer | null): boolean {
			if (chunk === null) {
				const rest = this.#others?.take();
				if (rest) super.push(rest);
				return super.push(null);
			}
			if (!this.#hasChunk) {
				this.#hasChunk = true;
				return super.push(chunk);
			}
			this.#others ??= new ShortChunks();
			const joined = this.#others.add(chunk);
			return joined === null || super.push(joined);
		}
	}
	// The class is generic because the types of `createServer` require it.
	class SandboxResponse<R extends IncomingMessage> extends ServerResponse<R> {}
	Object.setPrototypeOf(SandboxRequest.prototype, app.request);
	Object.setPrototypeOf(SandboxResponse.prototype, app.response);
	app.request = SandboxRequest.prototype as unknown as Express['request'];
	app.response = SandboxResponse.prototype as unknown as Express['response'];
	return { IncomingMessage: SandboxRequest, ServerResponse: SandboxResponse };
}
