/** What the settings of HTTP may be. */
import { z } from 'zod';
import { redacted } from '../setting.ts';

export const successStatus = z.literal([200, 201, 202]);
export const errorStatus = z.int().min(400, 'must be 400 or more').max(599, 'must be at most 599');
export const headerName = z
	.string()
	.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'must be the name of a header');
export const headerValue = z
	.string()
	.regex(/^[\x20-\x7e]{0,1000}$/, 'must be at most 1000 printable ASCII characters');

/** Framing is the sandbox's own work, the content type has its setting, and what every answer carries stays as it is. */
export const addedHeader = headerName.refine(
	(name) =>
		!/^(cache-control|connection|content-encoding|content-length|content-type|date|keep-alive|server-timing|trailer|transfer-encoding|upgrade|x-content-type-options|x-request-id|x-sandbox-.*)$/i.test(
			name,
		),
	'must not be a header that the sandbox sets',
);

/** A header that may carry a proof or a key: one that says nothing else of each request. */
export const freeHeader = headerName.refine(
	(name) =>
		!/^(accept|accept-.*|connection|content-.*|expect|host|keep-alive|origin|te|trailer|transfer-encoding|upgrade|user-agent|x-sandbox-.*)$/i.test(
			name,
		),
	'must not be a header that says something else of every request',
);

export const key = z
	.string()
	.min(1, 'must not be empty')
	.max(1000, 'must be at most 1000 characters')
	.refine((text) => text !== redacted, {
		message: `must be the key itself: ${redacted} only stands for it where settings are shown; send the keys, or leave them out`,
	});

/** What a template of an error may name. */
const placeholders = ['status', 'code', 'title', 'detail', 'fix', 'param', 'requestId'] as const;
export type Placeholder = (typeof placeholders)[number];

const isPlaceholder = (name: string): name is Placeholder =>
	placeholders.some((known) => known === name);

/** A misspelt placeholder would stand in every error for all to see. */
export const errorTemplate = z.record(z.string(), z.unknown()).refine(
	(object) => {
		const named = JSON.stringify(object).matchAll(/\{(\w+)\}/g);
		return [...named].every(([, name = '']) => isPlaceholder(name));
	},
	{ message: `must use no other placeholders than {${placeholders.join('}, {')}}` },
);

export const rate = z.strictObject({
	rps: z
		.number()
		.min(0.001, 'must be 0.001 or more')
		.max(1e6, 'must be at most 1000000')
		.refine((rps) => Number(rps.toFixed(3)) === rps, 'must have at most 3 decimals'),
	burst: z.int().min(1, 'must be 1 or more').max(1_000_000, 'must be at most 1000000'),
});

/** One host: a star or a comma would stand for more of them in the header it goes into. */
const plainOrigin = /^https?:\/\/(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(:\d{1,5})?$/;

/** As a browser writes it: in lower case, without a path, and without the port that goes without saying. */
export const webOrigin = z
	.string()
	.max(260, 'must be at most 260 characters')
	.refine(
		(text) => plainOrigin.test(text) && URL.canParse(text) && new URL(text).origin === text,
		'must be an origin such as "https://shop.example", in lower case and without a path',
	);
