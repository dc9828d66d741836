/** HTTP calls with a time limit, and a client that checks every response against its schema. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { z } from 'zod';
import { mergeHeaders } from '../../simulator/contract/merge-headers.ts';
import { problemSchema } from '../../simulator/contract/problem.ts';
import { controlPaths } from '../../simulator/contract/routes.ts';
import type { Refusal } from '../unexpected-response.ts';
import { describeNonJson, describeRedirect, isRedirect } from '../unexpected-response.ts';

export interface HttpResponse {
	status: number;
	ok: boolean;
	headers: Headers;
	text: string;
}

export interface RequestLimits {
	timeoutMs: number;
	signal?: AbortSignal | undefined;
	/** The largest response body in bytes, after decompression. */
	maxBytes?: number | undefined;
}

export const callTimeoutMs = 10_000;

const bytesOfMiB = 1_048_576;
const defaultMaxBytes = 8 * bytesOfMiB;

/** Sends a request and reads the whole response. The message of an error is the reason only, without method and URL. */
export function sendRequest(url: string, init: RequestInit, limits: RequestLimits) {
	return withLimits(limits, async (signal, onHead) => {
		const response = await fetch(url, { ...init, redirect: 'manual', signal });
		onHead();
		const { status, ok, headers } = response;
		return { status, ok, headers, text: await readText(response.body ?? [], limits) };
	});
}

/** Sends a GET to any port: `fetch` refuses 10080 and about eighty other ports. */
export function getFromAnyPort(
	url: string,
	headers: Record<string, string>,
	limits: RequestLimits,
) {
	return withLimits(limits, async (signal, onHead) => {
		const send = url.startsWith('https:') ? httpsRequest : httpRequest;
		const outgoing = send(url, { headers, signal, agent: false });
		outgoing.end();
		const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
		onHead();
		const status = response.statusCode ?? 0;
		return {
			status,
			ok: status >= 200 && status < 300,
			headers: new Headers(
				Object.entries(response.headers).map(([name, value = '']) => [name, String(value)]),
			),
			text: await readText(response, limits),
		};
	});
}

/** Reads a body up to the limit: a small compressed body may unpack to a very large text. */
async function readText(
	body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
	{ maxBytes = defaultMaxBytes }: RequestLimits,
): Promise<string> {
	const decoder = new TextDecoder();
	let text = '';
	let bytes = 0;
	for await (const chunk of body) {
		bytes += chunk.length;
		if (bytes > maxBytes) {
			throw new Error(`its answer is larger than ${maxBytes / bytesOfMiB} MiB, the limit`);
		}
		text += decoder.decode(chunk, { stream: true });
	}
	return text + decoder.decode();
}

async function withLimits(
	{ timeoutMs, signal }: RequestLimits,
	exchange: (signal: AbortSignal, onHead: () => void) => Promise<HttpResponse>,
): Promise<HttpResponse> {
	const stop = new AbortController();
	let hasHead = false;
	let fail = (_reason: Error) => {};
	// Race the read against the signal: Node versions that lose the signal after the response head would wait forever.
	const stopped = new Promise<never>((_, reject) => {
		fail = reject;
	});
	const giveUp = (reason: string) => {
		fail(new Error(reason));
		stop.abort();
	};
	const timer = setTimeout(() => {
		const limit = `within ${timeoutMs / 1_000} s`;
		giveUp(hasHead ? `its answer began and did not end ${limit}` : `no answer ${limit}`);
	}, timeoutMs);
	const interrupt = () =>
		giveUp(typeof signal?.reason === 'string' ? signal.reason : 'interrupted');
	signal?.addEventListener('abort', interrupt, { once: true });
	if (signal?.aborted) interrupt();
	const onHead = () => {
		hasHead = true;
	};
	try {
		return await Promise.race([stopped, exchange(stop.signal, onHead)]);
	} catch (error) {
		throw new Error(fetchFailureReason(error), { cause: error });
	} finally {
		clearTimeout(timer);
		signal?.removeEventListener('abort', interrupt);
	}
}

/** What the codes of failed connections mean. */
const meanings: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'no program listens there',
	UND_ERR_SOCKET: 'the connection ended before the answer was complete',
	ECONNRESET: 'the connection ended before the answer was complete',
};

/**
 * Returns the reason why `fetch` failed. Its own message is only "fetch failed"; the reason is in its cause, or in the
 * cause's code.
 */
export function fetchFailureReason(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const cause = error.cause instanceof Error ? error.cause : error;
	const code = 'code' in cause ? String(cause.code) : '';
	const reason = cause.message || code || cause.name;
	const meaning = meanings[code];
	return meaning === undefined ? reason : `${reason}: ${meaning}`;
}

/** Parses a body as JSON; undefined if it is not JSON. The result is wrapped, because a body may itself be null. */
export function parseBody({ text }: Pick<HttpResponse, 'text'>): { body: unknown } | undefined {
	try {
		return { body: JSON.parse(text) };
	} catch {
		return undefined;
	}
}

const problemParts = problemSchema
	.pick({ code: true, detail: true, param: true, fix: true })
	.partial();

/**
 * Describes an error response in one or two sentences. It may come from a sandbox (problem+json) or from any other
 * host.
 */
export function describeErrorResponse(status: number, text: string): string {
	const problem = problemParts.safeParse(parseBody({ text })?.body).data;
	if (!problem?.detail) {
		return `${status}${text ? `, with the body ${shorten(text)}` : ', no body'}`;
	}
	const { code, detail, param, fix } = problem;
	const head = [status, code].filter(Boolean).join(' ');
	const field = param && !detail.includes(param) ? ` (${param})` : '';
	return `${head}: ${detail}${field}${fix ? `\nFix: ${fix}` : ''}`;
}

function shorten(text: string): string {
	const line = text.replace(/\s+/g, ' ').trim();
	return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

/** A call that has no usable result. */
export class CallError extends Error {
	override name = 'CallError';
	refusal: Refusal;

	constructor(message: string, refusal: Partial<Refusal> & Pick<Refusal, 'kind'>, cause?: Error) {
		super(message, { cause });
		this.refusal = { status: null, code: null, retryAfter: null, ...refusal };
	}
}

export interface Call {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	path: string;
	body?: object;
	headers?: Record<string, string>;
	timeoutMs?: number;
	maxBytes?: number;
	/** The error statuses whose body is a result, not an error. */
	accepts?: readonly number[];
	/** Whether a body with a status of success is an error. */
	isError?: (body: unknown) => boolean;
}

export interface HttpClient {
	/**
	 * Returns the status and the parsed body. Throws a CallError if no response arrives, on an error response, and if the
	 * body is not JSON.
	 */
	json(call: Call, note?: (detail: string) => void): Promise<{ status: number; body: unknown }>;
	/** Returns the parsed body. Throws on an error response, and if the body does not match the schema. */
	call<T>(call: Call, schema: z.ZodType<T>, note?: (detail: string) => void): Promise<T>;
}

export interface HttpClientOptions {
	/** The base URL of the target. Its path is put in front of the path of every call. */
	target: string;
	/** The token that is sent only with calls of the control API. */
	controlToken?: string | undefined;
	/** Headers that are sent only with the three documented calls. */
	serviceHeaders?: Readonly<Record<string, string>> | undefined;
	/** Is called with every call and its URL, before it is sent. */
	onCall?: (call: Call, url: string) => void;
	onResponse?: (headers: Headers) => void;
	signal?: AbortSignal | undefined;
}

export function createHttpClient(options: HttpClientOptions): HttpClient {
	const { target, controlToken, serviceHeaders, onCall, onResponse, signal } = options;
	const base = target.replace(/\/+$/, '');
	const authorization = controlToken ? { Authorization: `Bearer ${controlToken}` } : {};

	const json: HttpClient['json'] = async (call, note) => {
		const { method, path, body, headers, timeoutMs = callTimeoutMs, maxBytes } = call;
		const name = `${method} ${path}`;
		const init = {
			method,
			headers: mergeHeaders(
				{ Accept: 'application/json', 'Content-Type': 'application/json' },
				path.startsWith(controlPaths.root) ? authorization : serviceHeaders,
				headers,
			),
			...(body ? { body: JSON.stringify(body) } : {}),
		};
		onCall?.(call, `${base}${path}`);
		const limits = { timeoutMs, signal, maxBytes };
		const response = await sendRequest(`${base}${path}`, init, limits).catch((error: Error) => {
			throw new CallError(`${name} failed: ${error.message}`, { kind: 'lost' }, error);
		});
		const { status, ok, headers: received, text } = response;
		const retryAfter = received.get('retry-after');
		onResponse?.(received);
		const parsed = parseBody(response);
		const isError = parsed !== undefined && call.isError?.(parsed.body) === true;
		if (isError || !(ok || call.accepts?.includes(status))) {
			const reason = isRedirect(status)
				? describeRedirect(status, received.get('location'))
				: describeErrorResponse(status, text);
			const code = problemParts.safeParse(parsed?.body).data?.code ?? null;
			const refusal = { kind: 'refused', status, code, retryAfter } as const;
			throw new CallError(`${name} was refused: ${reason}`, refusal);
		}
		note?.(`${name} → ${status}`);
		if (parsed) return { status, body: parsed.body };
		const reason = describeNonJson(received.get('content-type'), text === '');
		const message = `${name} answered ${status} off the contract: ${reason}`;
		throw new CallError(message, { kind: 'unreadable', status, retryAfter });
	};

	return {
		json,
		async call(call, schema, note) {
			const { status, body } = await json(call, note);
			const parsed = schema.safeParse(body);
			if (parsed.success) return parsed.data;
			const name = `${call.method} ${call.path}`;
			throw new Error(
				`${name} answered ${status} off the contract:\n${z.prettifyError(parsed.error)}`,
			);
		},
	};
}
