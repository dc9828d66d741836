/**
 * Gaps about HTTP (status, headers, authentication, errors, rate limits, versions; D-10 to D-18, D-22): what the
 * interface document does not state, our assumptions, and their settings.
 */
import { z } from 'zod';
import { redactedText } from '../redacted.ts';
import { serviceCalls } from '../routes.ts';
import { serviceErrorCodes } from '../service-operations.ts';
import { secretSetting, setting, withMaxEntries } from '../setting.ts';
import { gap } from './gap.ts';

const successStatus = z.literal([200, 201, 202]);
const errorStatus = z.int().min(400, 'must be 400 or more').max(599, 'must be at most 599');
export const headerName = z
	.string()
	.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'must be the name of a header');
const headerValue = z
	.string()
	.regex(/^[\x20-\x7e]{0,1000}$/, 'must be at most 1000 printable ASCII characters');

/**
 * A header that a setting may add to responses. Headers that the sandbox sets are refused; the content type has its own
 * setting.
 */
const addedHeader = headerName.refine(
	(name) =>
		!/^(cache-control|connection|content-encoding|content-length|content-type|date|keep-alive|server-timing|trailer|transfer-encoding|upgrade|x-content-type-options|x-request-id|x-sandbox-.*)$/i.test(
			name,
		),
	'must not be a header that the sandbox sets',
);

/** A header that may contain credentials or a key. Headers with another meaning in a request are refused. */
export const credentialHeaderName = headerName.refine(
	(name) =>
		!/^(accept|accept-.*|connection|content-.*|expect|host|keep-alive|origin|te|trailer|transfer-encoding|upgrade|user-agent|x-request-id|x-sandbox-.*)$/i.test(
			name,
		),
	'must not be a header that has another meaning in requests',
);

const key = z
	.string()
	.min(1, 'must not be empty')
	.max(1000, 'must be at most 1000 characters')
	.refine((text) => text !== redactedText, {
		message: `must be the key itself, not ${redactedText}, which hides it in responses; send the keys, or leave them out`,
	});

/** The placeholders that an error template may contain. */
const placeholders = ['status', 'code', 'title', 'detail', 'fix', 'param', 'requestId'] as const;
export type ErrorTemplatePlaceholder = (typeof placeholders)[number];

const isPlaceholder = (name: string): name is ErrorTemplatePlaceholder =>
	placeholders.some((known) => known === name);

const errorTemplate = z.record(z.string(), z.unknown()).refine(
	(object) => {
		const named = JSON.stringify(object).matchAll(/\{(\w+)\}/g);
		return [...named].every(([, name = '']) => isPlaceholder(name));
	},
	{ message: `must use no other placeholders than {${placeholders.join('}, {')}}` },
);

const rate = z.strictObject({
	rps: z
		.number()
		.min(0.001, 'must be 0.001 or more')
		.max(1e6, 'must be at most 1000000')
		.refine((rps) => Number(rps.toFixed(3)) === rps, 'must have at most 3 decimals'),
	burst: z.int().min(1, 'must be 1 or more').max(1_000_000, 'must be at most 1000000'),
});

/** Matches an origin without star and comma: in the CSP header they would allow more than one host. */
const plainOrigin = /^https?:\/\/(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(:\d{1,5})?$/;

/** An origin as browsers write it: in lower case, without a path, and without a default port. */
const webOrigin = z
	.string()
	.max(260, 'must be at most 260 characters')
	.refine(
		(text) => plainOrigin.test(text) && URL.canParse(text) && new URL(text).origin === text,
		'must be an origin such as "https://shop.example", in lower case and without a path',
	);

const serviceProblem = z.enum(serviceErrorCodes);

export const httpGaps = {
	'D-10': gap({
		line: 173,
		notShown: 'the HTTP status of a success',
		assumed: '200 for all three calls',
		shapes: serviceCalls,
		settings: {
			'http.successStatus.paymentOptions': setting(successStatus, 200, 'status of payment-options'),
			'http.successStatus.paymentSuboptions': setting(
				successStatus,
				200,
				'status of payment-suboptions',
			),
			'http.successStatus.hybridPayment': setting(successStatus, 200, 'status of hybrid-payment'),
		},
	}),
	'D-11': gap({
		line: 173,
		notShown: 'content types',
		assumed: 'requests must be application/json; responses are application/json; charset=utf-8',
		shapes: serviceCalls,
		settings: {
			'http.contentType.strict': setting(
				z.boolean(),
				true,
				'true rejects a request with another content type; false reads its body as JSON',
			),
			'http.responseContentType': setting(
				headerValue.min(1, 'must not be empty'),
				'application/json; charset=utf-8',
				'content type of a successful response',
			),
		},
	}),
	'D-12': gap({
		line: 173,
		notShown: 'headers of requests and responses',
		assumed:
			'none is required, none is echoed; the sandbox adds its own; the cashier forbids frames',
		shapes: [...serviceCalls, 'cashier'],
		settings: {
			'http.requiredHeaders': setting(
				z.array(headerName).max(50, 'must name at most 50 headers'),
				[],
				'headers that a call must have',
			),
			'http.extraHeaders': setting(
				withMaxEntries(z.record(addedHeader, headerValue)),
				{},
				'headers added to the responses of the three calls',
			),
			'http.simHeaders': setting(
				z.enum(['on', 'off']),
				'on',
				'whether the sandbox adds its own headers: X-Request-Id, X-Sandbox-Assumptions, X-Sandbox-Warnings, X-Sandbox-Cause, Server-Timing, and Idempotent-Replayed on a response repeated for an idempotency key',
			),
			'cashier.frameAncestors': setting(
				z.array(webOrigin).max(20, 'must be at most 20 origins'),
				[],
				'origins that may show the cashier in a frame',
			),
		},
	}),
	'D-13': gap({
		line: 177,
		notShown: 'authentication of calls',
		assumed: 'none is required; any Authorization is accepted, and never logged',
		shapes: serviceCalls,
		settings: {
			'auth.mode': setting(
				z.enum(['none', 'bearer', 'basic', 'apiKey', 'hmac']),
				'none',
				'how the three calls authenticate',
			),
			'auth.keys': secretSetting(
				setting(
					z.array(key).max(100, 'must be at most 100 keys'),
					[],
					'the accepted tokens, user:password pairs, API keys or HMAC secrets; shown as …',
				),
			),
			'auth.header': setting(
				credentialHeaderName.nullable(),
				null,
				'header of the key or signature; null for Authorization, X-Api-Key or X-Signature by mode',
			),
			'auth.failure': setting(
				z.literal([401, 403]),
				401,
				'status of a call that is not authenticated',
			),
		},
	}),
	'D-14': gap({
		line: 181,
		notShown: 'events, notifications and callbacks',
		assumed: 'none is sent, ever',
		shapes: ['cashier'],
		settings: {},
	}),
	'D-15': gap({
		line: 185,
		notShown: 'the body of an error',
		assumed:
			"problem+json (RFC 9457) for every path under a version, such as /v2; deliberately not the service's envelope, so that it cannot be mistaken for the real error",
		shapes: [],
		settings: {
			'errors.format': setting(
				z.enum(['problem', 'envelope', 'template']),
				'problem',
				'problem: problem+json; envelope: {statusCode, resultType: "error", result: {message}}; template: errors.template',
			),
			'errors.template': setting(
				// A union, so that a settings change replaces the template as a whole instead of merging it.
				z.union([errorTemplate], 'must be an object'),
				{ error: { code: '{code}', message: '{detail}' } },
				'JSON with the placeholders {status}, {code}, {title}, {detail}, {fix}, {param} and {requestId} in its strings; a string that is exactly one placeholder becomes its value',
			),
		},
	}),
	'D-16': gap({
		line: 185,
		notShown: 'error codes',
		assumed: "the sandbox's own names; no three-digit statusCode is invented",
		shapes: [],
		settings: {
			'errors.codes': setting(
				z.partialRecord(
					serviceProblem,
					z.string().min(1, 'must not be empty').max(100, 'must be at most 100 characters'),
				),
				{},
				'your own error codes: {"session_not_found": "E404"}',
			),
		},
	}),
	'D-17': gap({
		line: 185,
		notShown: 'the response to invalid requests',
		assumed:
			'400 malformed or invalid, 404 unknown, 405, 409 wrong step, 410 expired, 413, 415, 429, 503; no transaction is made',
		shapes: [],
		settings: {
			'errors.status': setting(
				z.partialRecord(serviceProblem, errorStatus),
				{},
				'your own statuses by code: {"session_expired": 404}',
			),
			'errors.httpMode': setting(
				z.enum(['mapped', 'always200']),
				'mapped',
				'mapped: an error has its own status; always200: every error is a 200',
			),
		},
	}),
	'D-18': gap({
		line: 189,
		notShown: 'rate limits',
		assumed: 'none, so that a load test measures your system',
		shapes: serviceCalls,
		settings: {
			'limits.rate': setting(
				rate.nullable(),
				null,
				'calls per second and burst, such as {"rps": 25, "burst": 50}; null for none. A call that an HTTP client sends again by itself counts too',
			),
		},
	}),
	'D-22': gap({
		line: 194,
		notShown: 'policy for new versions',
		assumed: 'only /v2 is supported; every other version is 404',
		shapes: [],
		settings: {
			versions: setting(
				z
					.array(z.string().regex(/^v\d{1,3}$/, 'must be a version such as v2'))
					.min(1, 'must name at least one version')
					.max(20, 'must name at most 20 versions'),
				['v2'],
				'supported versions; all behave alike',
			),
		},
	}),
};
