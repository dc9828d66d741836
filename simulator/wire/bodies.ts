/** Body readers with their limits. What they cannot read is refused here: it is the caller's doing, never a bug. */
import type { Request, RequestHandler } from 'express';
import express from 'express';
import type { Refusal } from '../refusals/refusal.ts';
import { readJson } from './json-body.ts';
import { refuse } from './refuse.ts';

const limitBytes = 100 * 1024;
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

/** Without parameters, in lower case; empty without a Content-Type. */
function mediaTypeOf(request: Request): string {
	const [type = ''] = (request.headers['content-type'] ?? '').split(';', 1);
	return type.trim().toLowerCase();
}

function hasBody({ headers }: Request): boolean {
	return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** JSON is UTF-8: no other charset can be named. */
export function refuseUnlessJson(request: Request): Refusal | null {
	if (mediaTypeOf(request) !== json) return unsupported('Content-Type', json, request);
	const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(
		request.headers['content-type'] ?? '',
	)?.[1];
	return charset === undefined || /^utf-?8$/i.test(charset)
		? null
		: unsupported('Content-Type', `${json}; charset=utf-8`, request);
}

function requireOf(check: (request: Request) => Refusal | null): RequestHandler {
	return function requireMediaType(request, response, next) {
		const refusal = hasBody(request) ? check(request) : null;
		if (refusal) return refuse(response, refusal);
		next();
	};
}

function reader(read: RequestHandler): RequestHandler {
	return function readBody(request, response, next) {
		const readNext = (error?: unknown) => {
			if (error === undefined) return next();
			refuse(response, refusalOf(error, request));
		};
		return read(request, response, readNext);
	};
}

/** The readers' errors carry a type; those of a broken compression carry none. */
function refusalOf(error: unknown, request: Request): Refusal {
	switch (error instanceof Error && 'type' in error ? error.type : null) {
		case 'entity.too.large':
			return { code: 'body_too_large', limit: limitBytes };
		case 'charset.unsupported':
			return unsupported('Content-Type', `${mediaTypeOf(request)}; charset=utf-8`, request);
		case 'encoding.unsupported':
			return unsupported('Content-Encoding', 'gzip, deflate, br or nothing', request);
		case 'parameters.too.many':
			return { code: 'unreadable_body', reason: 'it has too many fields' };
		case 'request.aborted':
		case 'request.size.invalid':
			return { code: 'unreadable_body', reason: 'it is not as long as its Content-Length says' };
		default:
			return { code: 'unreadable_body', reason: 'its compression is broken' };
	}
}

function unsupported(param: string, expected: string, request: Request): Refusal {
	const received = request.get(param) ?? `no ${param}`;
	return { code: 'unsupported_media_type', param, expected, received };
}

/** The bytes of the body, their compression undone: an empty buffer without a body. */
export const readBytes: RequestHandler = reader(
	express.raw({ type: () => true, limit: limitBytes }),
);

/** Puts the value in the place of the bytes. */
export const takeJson: RequestHandler = (request, response, next) => {
	if (!Buffer.isBuffer(request.body)) return next();
	const read = readJson(request.body);
	if (!read.ok) return refuse(response, read.refusal);
	request.body = read.value;
	next();
};

/** Control calls: a JSON body, or none. */
export const optionalJsonBody: RequestHandler[] = [
	requireOf(refuseUnlessJson),
	readBytes,
	takeJson,
];

/** The cashier's forms. */
export const formBody: RequestHandler[] = [
	requireOf((request) =>
		mediaTypeOf(request) === form ? null : unsupported('Content-Type', form, request),
	),
	reader(express.urlencoded({ extended: false, limit: limitBytes })),
];
