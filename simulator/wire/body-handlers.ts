/** Express handlers that read the bodies of control calls and of the cashier's forms. */
import type { Request, RequestHandler } from 'express';
import express from 'express';
import type { ApiError } from '../errors/api-error.ts';
import { writeError } from './problem.ts';
import {
	bodyTooLarge,
	brokenCompression,
	hasBody,
	maxBodyBytes,
	mediaTypeOf,
	readBytes,
	readJson,
	refuseUnlessJson,
	unknownEncoding,
	unsupportedMediaTypeError,
	wrongBodyLength,
} from './read-body.ts';

/** Reads the body of a control call: JSON, or nothing. */
export const optionalJsonBody: RequestHandler = async (request, response, next) => {
	const read = await readOptionalJson(request);
	if ('code' in read) return writeError(response, read);
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

const formType = 'application/x-www-form-urlencoded';
const readForm = express.urlencoded({ extended: false, limit: maxBodyBytes });

/** Reads the form of a cashier page. */
export const formBody: RequestHandler = (request, response, next) => {
	const given = request.headers['content-type'];
	if (hasBody(request) && mediaTypeOf(request) !== formType) {
		return writeError(response, unsupportedMediaTypeError('Content-Type', formType, given));
	}
	readForm(request, response, (error?: unknown) => {
		if (error === undefined) return next();
		writeError(response, formErrorOf(error, request));
	});
};

/** The API error for an error of body-parser. Its errors have a `type`, except those of broken compression. */
function formErrorOf(error: unknown, request: Request): ApiError {
	switch (error instanceof Error && 'type' in error ? error.type : null) {
		case 'entity.too.large':
			return bodyTooLarge;
		case 'charset.unsupported':
			return unsupportedMediaTypeError(
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
			return wrongBodyLength;
		default:
			return brokenCompression;
	}
}
