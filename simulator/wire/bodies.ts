/** Bodies of what is no documented call, as handlers in front of a route. */
import type { Request, RequestHandler } from 'express';
import express from 'express';
import type { ApiError } from '../errors/api-error.ts';
import {
	brokenCompression,
	hasBody,
	limitBytes,
	notAsLong,
	readBytes,
	tooLarge,
	unknownEncoding,
} from './body-bytes.ts';
import { readJson } from './json-body.ts';
import { mediaTypeOf, refuseUnlessForm, refuseUnlessJson, unsupported } from './media-type.ts';
import { refuse } from './refuse.ts';

/** Control calls: a JSON body, or none. */
export const optionalJsonBody: RequestHandler = async (request, response, next) => {
	const read = await readOptionalJson(request);
	if ('code' in read) return refuse(response, read);
	request.body = read.value;
	next();
};

async function readOptionalJson(request: Request): Promise<{ value: unknown } | ApiError> {
	if (!hasBody(request)) return { value: undefined };
	const refusal = refuseUnlessJson(request);
	if (refusal) return refusal;
	const bytes = await readBytes(request);
	if (!Buffer.isBuffer(bytes)) return bytes;
	const read = readJson(bytes);
	return read.ok ? read : read.refusal;
}

const readForm = express.urlencoded({ extended: false, limit: limitBytes });

/** The cashier's forms. */
export const formBody: RequestHandler = (request, response, next) => {
	const refusal = hasBody(request) ? refuseUnlessForm(request) : null;
	if (refusal) return refuse(response, refusal);
	readForm(request, response, (error?: unknown) => {
		if (error === undefined) return next();
		refuse(response, refusalOf(error, request));
	});
};

/** The reader's errors carry a type; those of a broken compression carry none. */
function refusalOf(error: unknown, request: Request): ApiError {
	switch (error instanceof Error && 'type' in error ? error.type : null) {
		case 'entity.too.large':
			return tooLarge;
		case 'charset.unsupported':
			return unsupported(
				'Content-Type',
				`${mediaTypeOf(request)}; charset=utf-8`,
				request.headers['content-type'],
			);
		case 'encoding.unsupported':
			return unknownEncoding(request.headers['content-encoding']);
		case 'parameters.too.many':
			return { code: 'unreadable_body', reason: 'it has too many fields' };
		case 'request.aborted':
		case 'request.size.invalid':
			return notAsLong;
		default:
			return brokenCompression;
	}
}
