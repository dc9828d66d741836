/** The bytes of a body, their compression undone, within a limit. What cannot be read is the caller's doing, never a bug. */
import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { ApiError } from '../errors/api-error.ts';
import { unsupported } from './media-type.ts';

export const limitBytes = 100 * 1024;

const noBytes = Buffer.alloc(0);

export function hasBody({ headers }: IncomingMessage): boolean {
	return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** An empty buffer without a body. Never rejects. */
export function readBytes(
	request: IncomingMessage,
): Promise<Buffer | ApiError> | Buffer | ApiError {
	if (!hasBody(request)) return noBytes;
	const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase();
	if (encoding === 'identity') {
		const isTooLong = Number(request.headers['content-length'] ?? 0) > limitBytes;
		return isTooLong ? tooLarge : collect(request);
	}
	const decoder = decoderOf(encoding);
	if (!decoder) {
		return unknownEncoding(encoding);
	}
	request.on('close', () => request.complete || decoder.destroy());
	return collect(request, request.pipe(decoder));
}

export const tooLarge: ApiError = { code: 'body_too_large', limit: limitBytes };

export const notAsLong: ApiError = {
	code: 'unreadable_body',
	reason: 'it is not as long as its Content-Length says',
};

export const brokenCompression: ApiError = {
	code: 'unreadable_body',
	reason: 'its compression is broken',
};

export function unknownEncoding(received: string | undefined): ApiError {
	return unsupported('Content-Encoding', 'gzip, deflate, br or nothing', received);
}

/** As HTTP names them (RFC 9110, 8.4.1). */
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

/** Listens for the end of what it reads: nothing is left waiting when the client goes away. */
function collect(request: IncomingMessage, decoder?: Transform): Promise<Buffer | ApiError> {
	const source = decoder ?? request;
	return new Promise((resolve) => {
		const chunks: Buffer[] = [];
		let length = 0;
		source.on('data', (chunk: Buffer) => {
			length += chunk.length;
			if (length <= limitBytes) return void chunks.push(chunk);
			chunks.length = 0;
			if (decoder) request.unpipe(decoder.destroy());
			// The rest flows by unread, so that the client hears the answer.
			request.resume();
			resolve(tooLarge);
		});
		source.on('end', () => {
			const [only] = chunks;
			resolve(only && chunks.length === 1 ? only : Buffer.concat(chunks));
		});
		source.on('error', () => resolve(decoder ? brokenCompression : notAsLong));
		source.on('close', () => resolve(notAsLong));
	});
}
