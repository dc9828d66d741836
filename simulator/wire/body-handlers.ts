/** Express handlers that read the bodies of control calls and of the cashier's forms. */
import { parse as parseForm } from 'node:querystring';
import type { Request, RequestHandler } from 'express';
import type { ApiError } from '../errors/api-error.ts';
import { writeError } from './problem.ts';
import { hasBody, readBytes, readJson, refuseUnlessJson, refuseUnlessType } from './read-body.ts';

type BodyRead = { value: unknown } | ApiError;

const bodyHandler =
	(read: (request: Request) => Promise<BodyRead>): RequestHandler =>
	async (request, response, next) => {
		const body = await read(request);
		// A body that came too late has its response already: the call must have no effect.
		if (response.headersSent) return;
		if ('code' in body) return writeError(response, body);
		request.body = body.value;
		next();
	};

/** Reads the body of a control call: JSON, or nothing. */
export const optionalJsonBody = bodyHandler(async (request) => {
	if (!hasBody(request)) return { value: undefined };
	const refusal = refuseUnlessJson(request);
	if (refusal) return refusal;
	const bytes = await readBytes(request);
	if (!Buffer.isBuffer(bytes)) return bytes;
	const read = readJson(bytes);
	return read.ok ? read : read.refusal;
});

/** The media type of the forms of the pages. */
export const formType = 'application/x-www-form-urlencoded';
const maxFields = 1_000;

/** Reads the form of a cashier page. */
export const formBody = bodyHandler(async (request) => {
	if (!hasBody(request)) return { value: {} };
	const refusal = refuseUnlessType(request, formType);
	if (refusal) return refusal;
	const bytes = await readBytes(request);
	if (!Buffer.isBuffer(bytes)) return bytes;
	const form = bytes.toString();
	return form.split('&', maxFields + 1).length > maxFields
		? { code: 'unreadable_body', reason: 'it has too many fields' }
		: { value: parseForm(form) };
});
