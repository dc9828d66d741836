/** Gaps of the transport: status, headers, authentication, errors, rates, versions (D-10 to D-18, D-22). */
import { z } from 'zod';
import { serviceCalls } from '../routes.ts';
import { serviceProblemCodes } from '../service-problems.ts';
import { secret, setting } from '../setting.ts';
import { gap } from './gap.ts';
import {
	addedHeader,
	errorStatus,
	errorTemplate,
	freeHeader,
	headerName,
	headerValue,
	key,
	rate,
	successStatus,
	webOrigin,
} from './http-values.ts';

const serviceProblem = z.enum(serviceProblemCodes);

export const gapsOfHttp = {
	'D-10': gap({
		line: 173,
		notShown: 'the HTTP status of a success',
		assumed: '200 for all three calls',
		shapes: serviceCalls,
		settings: {
			'http.successStatus.paymentOptions': setting(successStatus, 200, 'of payment-options'),
			'http.successStatus.paymentSuboptions': setting(successStatus, 200, 'of payment-suboptions'),
			'http.successStatus.hybridPayment': setting(successStatus, 200, 'of hybrid-payment'),
		},
	}),
	'D-11': gap({
		line: 173,
		notShown: 'content types',
		assumed: 'requests must be application/json; answers are application/json; charset=utf-8',
		shapes: serviceCalls,
		settings: {
			'http.contentType.strict': setting(
				z.boolean(),
				true,
				'whether a request of another content type is refused; its body is read as JSON otherwise',
			),
			'http.responseContentType': setting(
				headerValue.min(1, 'must not be empty'),
				'application/json; charset=utf-8',
				'content type of a successful answer',
			),
		},
	}),
	'D-12': gap({
		line: 173,
		notShown: 'headers of requests and answers',
		assumed:
			'none is required, none is echoed; the sandbox adds its own, and those of the cashier let no page show it in a frame',
		shapes: [...serviceCalls, 'cashier'],
		settings: {
			'http.requiredHeaders': setting(
				z.array(headerName).max(50, 'must name at most 50 headers'),
				[],
				'headers without which a call is refused',
			),
			'http.extraHeaders': setting(
				z.record(addedHeader, headerValue),
				{},
				'headers added to the answers of the three calls',
			),
			'http.simHeaders': setting(
				z.enum(['on', 'off']),
				'on',
				"whether the sandbox's own headers are added",
			),
			'cashier.frameAncestors': setting(
				z.array(webOrigin).max(20, 'must be at most 20 origins'),
				[],
				'origins whose pages may show the cashier in a frame',
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
				'how the three calls prove who calls',
			),
			'auth.keys': secret(
				setting(
					z.array(key).max(100, 'must be at most 100 keys'),
					[],
					'the accepted tokens, user:password pairs, API keys or HMAC secrets; shown as …',
				),
			),
			'auth.header': setting(
				freeHeader.nullable(),
				null,
				'header of the key or signature; null for Authorization, X-Api-Key or X-Signature by mode',
			),
			'auth.failure': setting(z.literal([401, 403]), 401, 'status of a call that proves nothing'),
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
			"problem+json (RFC 9457), deliberately not the service's envelope, so that nobody mistakes it for real: for whatever is asked for under a version, such as /v2",
		shapes: [],
		settings: {
			'errors.format': setting(
				z.enum(['problem', 'envelope', 'template']),
				'problem',
				'problem+json, {statusCode, resultType: "error", result: {message}}, or a template of yours',
			),
			'errors.template': setting(
				// A union is a leaf: a template is replaced as a whole.
				z.union([errorTemplate], 'must be an object'),
				{ error: { code: '{code}', message: '{detail}' } },
				'JSON with {status}, {code}, {title}, {detail}, {fix}, {param} and {requestId} in its texts; a text that is one placeholder and nothing else becomes its value',
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
				'your names for those that the service answers: {"session_not_found": "E404"}',
			),
		},
	}),
	'D-17': gap({
		line: 185,
		notShown: 'the outcome of invalid requests',
		assumed:
			'400 malformed or invalid, 404 unknown, 405, 409 wrong step, 410 expired, 413, 415, 429, 503; no transaction is made',
		shapes: [],
		settings: {
			'errors.status': setting(
				z.partialRecord(serviceProblem, errorStatus),
				{},
				'your statuses by code: {"session_expired": 404}',
			),
			'errors.httpMode': setting(
				z.enum(['mapped', 'always200']),
				'mapped',
				'whether an error has a status of its own or is always a 200',
			),
		},
	}),
	'D-18': gap({
		line: 189,
		notShown: 'rate limits',
		assumed: 'none, so that a load test measures the integrator',
		shapes: serviceCalls,
		settings: {
			'limits.rate': setting(
				rate.nullable(),
				null,
				'calls per second and burst, such as {"rps": 25, "burst": 50}; null for none',
			),
		},
	}),
	'D-22': gap({
		line: 194,
		notShown: 'policy for new versions',
		assumed: 'only /v2 is served; every other version is 404',
		shapes: [],
		settings: {
			versions: setting(
				z
					.array(z.string().regex(/^v\d{1,3}$/, 'must be a version such as v2'))
					.min(1, 'must name at least one version')
					.max(20, 'must name at most 20 versions'),
				['v2'],
				'versions that are served, all alike',
			),
		},
	}),
};
