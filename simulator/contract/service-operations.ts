/**
 * The three documented calls for the API reference. Everything that is not in the interface document names its
 * assumption.
 */
import {
	hybridPaymentExample,
	hybridPaymentResponseExample,
	paymentOptionsExample,
	paymentOptionsResponseExample,
	paymentSuboptionsExample,
	paymentSuboptionsResponseExample,
} from './examples.ts';
import { hybridPaymentRequestSchema, hybridPaymentResponseSchema } from './hybrid-payment.ts';
import type { Operation } from './operation.ts';
import { paymentOptionsRequestSchema, paymentOptionsResponseSchema } from './payment-options.ts';
import {
	paymentSuboptionsRequestSchema,
	paymentSuboptionsResponseSchema,
} from './payment-suboptions.ts';
import type { ProblemCode } from './problem.ts';
import type { ServiceCall } from './routes.ts';
import { servicePaths } from './routes.ts';

const { country, currency, amount, redirectUrl } = paymentOptionsExample;

export const serviceOperations = {
	paymentOptions: {
		method: 'post',
		path: servicePaths.paymentOptions,
		summary: 'Start a payment',
		description:
			'Creates a transaction and its session, and returns the payment options for them. Path, body fields and their types are documented. Which fields are required (D-01), the bounds of the amount (D-02, D-19), lengths (D-20) and statuses (D-10, D-17) are assumptions.',
		steered: true,
		body: {
			schema: paymentOptionsRequestSchema,
			examples: {
				complete: { summary: 'Every documented field', value: paymentOptionsExample },
				bare: {
					summary: 'The required fields (D-01)',
					value: { country, currency, amount, redirectUrl, customer: {} },
				},
			},
		},
		answer: {
			description: 'The payment options of the new session.',
			schema: paymentOptionsResponseSchema,
			examples: { card: { summary: 'The card only', value: paymentOptionsResponseExample } },
		},
		links: {
			suboptions: {
				operationId: 'paymentSuboptions',
				description: 'The suboptions of the first payment option, if it has any.',
				requestBody: {
					sessionId: '$response.body#/sessionId',
					paymentOptionId: '$response.body#/paymentOptions/0/paymentOptionId',
				},
			},
			payment: {
				operationId: 'hybridPayment',
				description: 'The first payment option without a suboption, such as the card.',
				requestBody: {
					sessionId: '$response.body#/sessionId',
					paymentOptionId: '$response.body#/paymentOptions/0/paymentOptionId',
				},
			},
		},
		problems: [
			'unknown_outcome',
			'unknown_return_link_timing',
			'too_many_outcomes',
			'currency_mismatch',
			'no_options',
			'invalid_idempotency_key',
			'idempotency_conflict',
			'duplicate_reference',
			'sandbox_full',
			'workspaces_full',
		],
	},
	paymentSuboptions: {
		method: 'post',
		path: servicePaths.paymentSuboptions,
		summary: 'List the suboptions of a payment option',
		description:
			'The banks, for example. The document says to skip the call for the card, which has no suboptions. The response to the call for such an option is an assumption (D-30).',
		body: {
			schema: paymentSuboptionsRequestSchema,
			examples: { bank: { summary: 'The banks of an option', value: paymentSuboptionsExample } },
		},
		answer: {
			description: 'The list, with the documented statusCode 085.',
			schema: paymentSuboptionsResponseSchema,
			examples: { banks: { summary: 'One bank', value: paymentSuboptionsResponseExample } },
		},
		links: {
			payment: {
				operationId: 'hybridPayment',
				description: 'The first suboption of the list.',
				requestBody: {
					sessionId: '$response.body#/result/sessionId',
					paymentOptionId: '$response.body#/result/paymentOptionId',
					optionId: '$response.body#/result/options/0/id',
				},
			},
		},
		problems: [
			'session_not_found',
			'option_not_in_session',
			'option_has_no_suboptions',
			'not_allowed_in_state',
			'session_expired',
		],
	},
	hybridPayment: {
		method: 'post',
		path: servicePaths.hybridPayment,
		summary: 'Request the payment',
		description:
			'Chooses a payment option, and a suboption if the option has any, and returns the address to which to send the user. The response to a repeated call is an assumption (D-33), and so is the response to a suboption that was never listed (D-32).',
		body: {
			schema: hybridPaymentRequestSchema,
			examples: {
				bank: { summary: 'A bank of the list', value: hybridPaymentExample },
				card: { summary: 'The card: no optionId', value: paymentSuboptionsExample },
			},
		},
		answer: {
			description: 'The address to which to send the user, with the documented statusCode 300.',
			schema: hybridPaymentResponseSchema,
			examples: { redirect: { summary: 'A redirect', value: hybridPaymentResponseExample } },
		},
		problems: [
			'choice_made',
			'suboptions_not_listed_yet',
			'session_not_found',
			'option_not_in_session',
			'suboption_required',
			'suboption_not_needed',
			'suboption_not_found',
			'suboption_of_other_option',
			'suboption_unavailable',
			'suboption_uuid_sent',
			'choice_locked',
			'not_allowed_in_state',
			'session_expired',
		],
	},
} as const satisfies Record<ServiceCall, Operation>;

/** The error codes that each of the three calls can have, in addition to its own. */
export const commonServiceProblemCodes: readonly ProblemCode[] = [
	'body_too_large',
	'capacity_exceeded',
	'header_missing',
	'internal_error',
	'invalid_body',
	'malformed_json',
	'malformed_request',
	'method_not_allowed',
	'not_authenticated',
	'origin_not_allowed',
	'path_not_found',
	'rate_limited',
	'invalid_fault',
	'injected_fault',
	'request_timeout',
	'unreadable_body',
	'unsupported_media_type',
];

const ofTheCalls = Object.values(serviceOperations).flatMap(
	({ problems }): readonly ProblemCode[] => problems,
);

/**
 * The error codes whose shape, code and status settings can change (D-15 to D-17). All others belong to the sandbox.
 */
export const serviceErrorCodes: readonly ProblemCode[] = [
	...new Set([...commonServiceProblemCodes, ...ofTheCalls]),
].sort();
