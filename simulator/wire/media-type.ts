/** What a body says it is. */
import type { IncomingMessage } from 'node:http';
import type { ApiError } from '../errors/api-error.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

/** Without parameters, in lower case; empty without a Content-Type. */
export function mediaTypeOf({ headers }: IncomingMessage): string {
	const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
	return type.trim().toLowerCase();
}

/** JSON is UTF-8: no other charset can be named. */
export function refuseUnlessJson(request: IncomingMessage): ApiError | null {
	const given = request.headers['content-type'];
	// As nearly every client writes it.
	if (given === json) return null;
	if (mediaTypeOf(request) !== json) return unsupported('Content-Type', json, given);
	const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(given ?? '')?.[1];
	return charset === undefined || /^utf-?8$/i.test(charset)
		? null
		: unsupported('Content-Type', `${json}; charset=utf-8`, given);
}

export function refuseUnlessForm(request: IncomingMessage): ApiError | null {
	const isForm = mediaTypeOf(request) === form;
	return isForm ? null : unsupported('Content-Type', form, request.headers['content-type']);
}

export function unsupported(
	param: 'Content-Type' | 'Content-Encoding',
	expected: string,
	received = `no ${param}`,
): ApiError {
	return { code: 'unsupported_media_type', param, expected, received };
}
