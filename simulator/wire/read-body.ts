/**
 * Reads a JSON body. It checks the media type, the number of bytes, UTF-8, and that the JSON is unambiguous (RFC 8259,
 * RFC 7493).
 */
import { isAscii, isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { GapId } from '../contract/gaps/ledger.ts';
import { isDeeper, maxJsonDepth, nestingRule } from '../contract/json.ts';
import type { ApiError } from '../errors/api-error.ts';
import { noteArriving } from '../runtime/server.ts';
import { textOfHeader } from './request-headers.ts';

const maxBodyBytes = 100 * 1024;

const json = 'application/json';
const noBytes = Buffer.alloc(0);
const byteOrderMark = Buffer.from('\ufeff');

export function hasBody({ headers }: IncomingMessage): boolean {
	return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The Content-Type without parameters, in lower case; empty if the header is missing. */
function mediaTypeOf({ headers }: IncomingMessage): string {
	const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
	return type.trim().toLowerCase();
}

export const refuseUnlessJson = (request: IncomingMessage) => refuseUnlessType(request, json);

/** Returns an error unless the body has this media type. Its only charset is UTF-8. */
export function refuseUnlessType(request: IncomingMessage, type: string): ApiError | null {
	const given = request.headers['content-type'];
	// The usual spelling needs no parsing.
	if (given === type) return null;
	if (mediaTypeOf(request) !== type) return unsupportedMediaTypeError('Content-Type', type, given);
	const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(given ?? '')?.[1];
	return charset === undefined || /^utf-?8$/i.test(charset)
		? null
		: unsupportedMediaTypeError('Content-Type', `${type}; charset=utf-8`, given);
}

function unsupportedMediaTypeError(
	param: 'Content-Type' | 'Content-Encoding',
	expected: string,
	received = `no ${param}`,
): ApiError {
	return { code: 'unsupported_media_type', param, expected, received: textOfHeader(received) };
}

/** Returns the decompressed bytes of the body, an empty buffer if there is none, or an error. It never rejects. */
export function readBytes(
	request: IncomingMessage,
): Promise<Buffer | ApiError> | Buffer | ApiError {
	if (!hasBody(request)) return noBytes;
	const sentEncoding = request.headers['content-encoding'];
	const encoding = (sentEncoding ?? 'identity').toLowerCase();
	const decode = decoders.get(encoding);
	if (decode === undefined && encoding !== 'identity') return unknownEncoding(sentEncoding);
	const length = Number(request.headers['content-length'] ?? 0);
	if (length > maxBodyBytes) return bodyTooLarge;
	const sent = readArrived(request, length);
	return decode === undefined ? sent : sent.then((bytes) => decoded(bytes, decode));
}

const bodyTooLarge: ApiError = { code: 'body_too_large', limit: maxBodyBytes };

const wrongBodyLength: ApiError = {
	code: 'unreadable_body',
	reason: 'it is not as long as its Content-Length says',
};

const brokenCompression: ApiError = {
	code: 'unreadable_body',
	reason: 'its compression is broken',
};

function unknownEncoding(received: string | undefined): ApiError {
	return unsupportedMediaTypeError('Content-Encoding', 'gzip, deflate, br or nothing', received);
}

type Decode = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

/**
 * Decodes a content coding (RFC 9110, 8.4.1). A body is decoded once it is complete: a decoder that waits for the rest
 * takes 300 kB.
 */
const decoders: ReadonlyMap<string, Decode> = new Map([
	['gzip', promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip)],
	['deflate', promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate)],
	['br', promisify<Buffer, { maxOutputLength: number }, Buffer>(brotliDecompress)],
]);

async function decoded(bytes: Buffer | ApiError, decode: Decode): Promise<Buffer | ApiError> {
	if (!Buffer.isBuffer(bytes)) return bytes;
	try {
		return await decode(bytes, { maxOutputLength: maxBodyBytes });
	} catch (error) {
		const isTooLarge =
			error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
		return isTooLarge ? bodyTooLarge : brokenCompression;
	}
}

/**
 * Reads a body that arrived with the headers, as short ones usually do: Node has buffered it when the current callback
 * ends. Reading it without listeners saves a tenth of a call's CPU time.
 */
async function readArrived(request: IncomingMessage, length: number): Promise<Buffer | ApiError> {
	await null;
	const isComplete = length > 0 && request.readableLength === length;
	return isComplete ? (request.read() as Buffer) : await collect(request);
}

/** Collects the body. It resolves in every case, also when the client disconnects. */
function collect(request: IncomingMessage): Promise<Buffer | ApiError> {
	return new Promise((resolve) => {
		// After a disconnect there are no more events.
		if (request.destroyed) return resolve(wrongBodyLength);
		// They are few, because requests join short chunks.
		const chunks: Buffer[] = [];
		let length = 0;
		const end = (result: Buffer | ApiError) => {
			noteArriving(request, 0);
			resolve(result);
		};
		request.on('data', (chunk: Buffer) => {
			length += chunk.length;
			if (length <= maxBodyBytes) {
				chunks.push(chunk);
				return noteArriving(request, length);
			}
			chunks.length = 0;
			// Read and discard the rest: many clients read the response only after they have sent the whole body.
			end(bodyTooLarge);
		});
		request.on('end', () => {
			const [only] = chunks;
			end(only && chunks.length === 1 ? only : Buffer.concat(chunks));
		});
		request.on('error', () => end(wrongBodyLength));
		request.on('close', () => end(wrongBodyLength));
	});
}

/** The result of reading JSON. `isText` is false if the body is empty, is not UTF-8, or is not acceptable as JSON. */
export type JsonRead = { isText: boolean } & (
	| { ok: true; value: unknown }
	| { ok: false; refusal: ApiError }
);

export const withoutByteOrderMark = (bytes: Buffer): Buffer =>
	// Most bodies have none, and a Buffer for each of them would cost more than this byte.
	bytes[0] === byteOrderMark[0] && bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark)
		? bytes.subarray(byteOrderMark.length)
		: bytes;

/**
 * Parses a body as JSON, without its byte order mark. The value of an empty body is undefined. If a key occurs twice,
 * the last one counts.
 */
export function readJson(bytes: Buffer): JsonRead {
	if (bytes.length === 0) return { ok: true, value: undefined, isText: false };
	const hasOnlyAscii = isAscii(bytes);
	if (!hasOnlyAscii && !isUtf8(bytes)) return unreadable('it is not UTF-8');
	const text = hasOnlyAscii ? bytes.toString('latin1') : withoutByteOrderMark(bytes).toString();
	try {
		const value: unknown = JSON.parse(text);
		// Check the depth here, because V8 parses deep JSON without recursion.
		if (isDeeper(value, maxJsonDepth)) return unreadable(`it ${nestingRule}`, ['D-20']);
		// In valid UTF-8, only an escape can contain a lone surrogate.
		if (text.includes('\\u') && hasLoneSurrogate(value)) {
			return unreadable('a text in it holds half a character (a lone surrogate)');
		}
		return { ok: true, value, isText: true };
	} catch (error) {
		return {
			ok: false,
			refusal: { code: 'malformed_json', reason: placeOf(error, text.length) },
			isText: true,
		};
	}
}

function unreadable(reason: string, assumptions: readonly GapId[] = []): JsonRead {
	return { ok: false, refusal: { code: 'unreadable_body', reason, assumptions }, isText: false };
}

/**
 * Returns only the position of a syntax error: the parser's message quotes the body, which may contain a card number.
 */
function placeOf(error: unknown, length: number): string {
	const message = error instanceof Error ? error.message : '';
	const position = /position (\d+)/.exec(message)?.[1];
	if (position === undefined) return 'it ends too early or has a wrong character';
	return Number(position) >= length
		? 'it ends too early'
		: `a wrong character at position ${position}`;
}

function hasLoneSurrogate(value: unknown): boolean {
	if (typeof value === 'string') return /\p{Surrogate}/u.test(value);
	if (typeof value !== 'object' || value === null) return false;
	return Object.entries(value).some(
		([name, inner]) => hasLoneSurrogate(name) || hasLoneSurrogate(inner),
	);
}
