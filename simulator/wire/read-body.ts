/** Reads a JSON body: media type, bytes within the limits, UTF-8, and one unambiguous JSON value (RFC 8259, RFC 7493). */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { isDeeper, maxJsonDepth, nestingRule } from '../contract/json.ts';
import type { ApiError } from '../errors/api-error.ts';

export const maxBodyBytes = 100 * 1024;

const json = 'application/json';
const noBytes = Buffer.alloc(0);
const byteOrderMark = '\ufeff';

export function hasBody({ headers }: IncomingMessage): boolean {
	return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The Content-Type without parameters, in lower case; empty without the header. */
export function mediaTypeOf({ headers }: IncomingMessage): string {
	const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
	return type.trim().toLowerCase();
}

/** The only charset of JSON is UTF-8. */
export function refuseUnlessJson(request: IncomingMessage): ApiError | null {
	const given = request.headers['content-type'];
	// The usual spelling, without further parsing.
	if (given === json) return null;
	if (mediaTypeOf(request) !== json) return unsupportedMediaTypeError('Content-Type', json, given);
	const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(given ?? '')?.[1];
	return charset === undefined || /^utf-?8$/i.test(charset)
		? null
		: unsupportedMediaTypeError('Content-Type', `${json}; charset=utf-8`, given);
}

export function unsupportedMediaTypeError(
	param: 'Content-Type' | 'Content-Encoding',
	expected: string,
	received = `no ${param}`,
): ApiError {
	return { code: 'unsupported_media_type', param, expected, received };
}

/** The bytes of the body, decompressed; an empty buffer without a body. Never rejects. */
export function readBytes(
	request: IncomingMessage,
): Promise<Buffer | ApiError> | Buffer | ApiError {
	if (!hasBody(request)) return noBytes;
	const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase();
	if (encoding === 'identity') {
		const length = Number(request.headers['content-length'] ?? 0);
		return length > maxBodyBytes ? bodyTooLarge : readArrived(request, length);
	}
	const decoder = decoderOf(encoding);
	if (!decoder) return unknownEncoding(encoding);
	request.on('close', () => request.complete || decoder.destroy());
	return collect(request, request.pipe(decoder));
}

export const bodyTooLarge: ApiError = { code: 'body_too_large', limit: maxBodyBytes };

export const wrongBodyLength: ApiError = {
	code: 'unreadable_body',
	reason: 'it is not as long as its Content-Length says',
};

export const brokenCompression: ApiError = {
	code: 'unreadable_body',
	reason: 'its compression is broken',
};

export function unknownEncoding(received: string | undefined): ApiError {
	return unsupportedMediaTypeError('Content-Encoding', 'gzip, deflate, br or nothing', received);
}

/** The decoder of a content coding (RFC 9110, 8.4.1); null for an unknown one. */
function decoderOf(encoding: string): Transform | null {
	switch (encoding) {
		case 'gzip':
			return createGunzip();
		case 'deflate':
			return createInflate();
		case 'br':
			return createBrotliDecompress();
		default:
			return null;
	}
}

/**
 * A short body usually arrives with its headers, and Node has buffered it when the current callback ends. Reading it then,
 * without listeners, takes a tenth off the CPU time of a call.
 */
async function readArrived(request: IncomingMessage, length: number): Promise<Buffer | ApiError> {
	await null;
	const isComplete = length > 0 && request.readableLength === length;
	return isComplete ? (request.read() as Buffer) : await collect(request);
}

/** Resolves in every case, also when the client disconnects. */
function collect(request: IncomingMessage, decoder?: Transform): Promise<Buffer | ApiError> {
	const source = decoder ?? request;
	return new Promise((resolve) => {
		// A client that has disconnected already causes no more events.
		if (request.destroyed) return resolve(wrongBodyLength);
		const chunks: Buffer[] = [];
		let length = 0;
		source.on('data', (chunk: Buffer) => {
			length += chunk.length;
			if (length <= maxBodyBytes) return void chunks.push(chunk);
			chunks.length = 0;
			if (decoder) request.unpipe(decoder.destroy());
			// Discard the rest: many clients read the response only after they have sent the whole body.
			request.resume();
			resolve(bodyTooLarge);
		});
		source.on('end', () => {
			const [only] = chunks;
			resolve(only && chunks.length === 1 ? only : Buffer.concat(chunks));
		});
		source.on('error', () => resolve(decoder ? brokenCompression : wrongBodyLength));
		source.on('close', () => resolve(wrongBodyLength));
	});
}

/** `text` is null for an empty body, and for one that is not UTF-8 or not acceptable as JSON. */
export type JsonRead = { text: string | null } & (
	| { ok: true; value: unknown }
	| { ok: false; refusal: ApiError }
);

/** Skips a byte order mark. The value of an empty body is undefined. Of two equal keys the last one wins. */
export function readJson(bytes: Buffer): JsonRead {
	if (bytes.length === 0) return { ok: true, value: undefined, text: null };
	if (!isUtf8(bytes)) return unreadable('it is not UTF-8');
	const text = bytes.toString('utf8');
	try {
		const value: unknown = JSON.parse(text.startsWith(byteOrderMark) ? text.slice(1) : text);
		// V8 parses deep JSON without recursion.
		if (isDeeper(value, maxJsonDepth)) return unreadable(`it ${nestingRule}`);
		// In valid UTF-8, only an escape can write a lone surrogate.
		if (text.includes('\\u') && hasLoneSurrogate(value)) {
			return unreadable('a text in it holds half a character (a lone surrogate)');
		}
		return { ok: true, value, text };
	} catch (error) {
		return { ok: false, refusal: { code: 'malformed_json', reason: placeOf(error) }, text };
	}
}

function unreadable(reason: string): JsonRead {
	return { ok: false, refusal: { code: 'unreadable_body', reason }, text: null };
}

/** The parser's message quotes the body, which may hold a card number: only the position is kept. */
function placeOf(error: unknown): string {
	const place = /position \d+/.exec(error instanceof Error ? error.message : '')?.[0];
	return place ? `a wrong character at ${place}` : 'it ends too early or has a wrong character';
}

function hasLoneSurrogate(value: unknown): boolean {
	if (typeof value === 'string') return /\p{Surrogate}/u.test(value);
	if (typeof value !== 'object' || value === null) return false;
	return Object.entries(value).some(
		([name, inner]) => hasLoneSurrogate(name) || hasLoneSurrogate(inner),
	);
}
