/** The three documented calls, as the reference shows them. What is not in the document is named by its assumption. */
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
					summary: 'What must be there (D-01)',
					value: { country, currency, amount, redirectUrl, customer: {} },
				},
			},
		},
		answer: {
			description: 'The payment options of the new session.',
			schema: paymentOptionsResponseSchema,
			examples: { card: { summary: 'The card alone', value: paymentOptionsResponseExample } },
		},
		links: {
			suboptions: {
				operationId: 'paymentSuboptions',
				description: 'The suboptions of the first payment option, where it has some.',
				requestBody: {
					sessionId: '$response.body#/sessionId',
					paymentOptionId: '$response.body#/paymentOptions/0/paymentOptionId',
				},
			},
			payment: {
				operationId: 'hybridPayment',
				description:
					'The first payment option without a suboption, as the card is where it is alone.',
				requestBody: {
					sessionId: '$response.body#/sessionId',
					paymentOptionId: '$response.body#/paymentOptions/0/paymentOptionId',
				},
			},
		},
		problems: [
			'unknown_outcome',
			'unknown_return_order',
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
			'The banks, for instance. The call is skipped for the card, which has none: both are documented. What happens when it is made all the same is an assumption (D-30).',
		body: {
			schema: paymentSuboptionsRequestSchema,
			examples: { bank: { summary: 'The banks of an option', value: paymentSuboptionsExample } },
		},
		answer: {
			description: 'The list, under the documented statusCode 085.',
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
			'Settles on a payment option, and on a suboption where there are some, and returns where to send the user. Repeating the call is an assumption (D-33), and so is a suboption that was never listed (D-32).',
		body: {
			schema: hybridPaymentRequestSchema,
			examples: {
				bank: { summary: 'A bank of the list', value: hybridPaymentExample },
				card: { summary: 'The card: no optionId', value: paymentSuboptionsExample },
			},
		},
		answer: {
			description: 'Where to send the user, under the documented statusCode 300.',
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
			'suboption_uuid_sent',
			'choice_locked',
			'not_allowed_in_state',
			'session_expired',
		],
	},
} as const satisfies Record<ServiceCall, Operation>;
