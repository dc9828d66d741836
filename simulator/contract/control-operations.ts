/** The control API, as the reference shows it: an extension of the sandbox, never part of the service. */
import { z } from 'zod';
import { clockChangeSchema, clockViewSchema } from './clock.ts';
import {
	actSchema,
	advanceResultSchema,
	advanceSchema,
	customersSchema,
	healthSchema,
	paymentListSchema,
	paymentViewSchema,
	readySchema,
	resetSchema,
} from './control.ts';
import {
	customersQuerySchema,
	openApiQuerySchema,
	paymentListQuerySchema,
	paymentQuerySchema,
	testValuesQuerySchema,
} from './control-queries.ts';
import { journalOperations } from './journal-operations.ts';
import type { Examples, Operation } from './operation.ts';
import { controlPaths } from './routes.ts';
import { settingsOperations } from './settings-operations.ts';
import { testValuesSchema } from './test-values-view.ts';
import { workspaceOperations } from './workspace-operations.ts';

const id = { id: { description: 'The sessionId or the transactionId of a payment.' } };
const onePayment = `${controlPaths.payments}/{id}`;

const openApiSchema = z.looseObject({ openapi: z.literal('3.1.0') });

const one = (summary: string, value: unknown): Examples => ({ one: { summary, value } });

export const controlOperations = {
	health: {
		method: 'get',
		path: controlPaths.health,
		summary: 'Version, seed, clock and counts',
		description: 'Off loopback and without a token only the bare readiness is told.',
		answer: { description: 'How the sandbox stands.', schema: healthSchema },
		problems: [],
	},
	ready: {
		method: 'get',
		path: controlPaths.ready,
		summary: 'Whether calls are taken',
		description: 'For container probes: needs no token.',
		answer: { description: 'Ready.', schema: readySchema },
		alsoAnswers: { status: 503, description: 'Starting, or draining.' },
		problems: [],
	},
	listPayments: {
		method: 'get',
		path: controlPaths.payments,
		summary: 'Payments, newest first',
		description: 'In pages: give `next` back as `cursor`.',
		query: paymentListQuerySchema,
		answer: { description: 'One page of payments.', schema: paymentListSchema },
		problems: [],
	},
	showPayment: {
		method: 'get',
		path: onePayment,
		summary: 'One payment, or wait for a state of it',
		description:
			'The timeline, past and planned, the fate with its cause, attempts and calls. With `until` (a state, `final`, or several separated by commas) the response is sent once the payment is in one of these states, can no longer reach one, or `timeout` (wall time, at most 5 minutes) ends; `reached` tells which.',
		params: id,
		query: paymentQuerySchema,
		answer: { description: 'The payment as it stands.', schema: paymentViewSchema },
		problems: ['session_not_found'],
	},
	act: {
		method: 'post',
		path: `${onePayment}/act`,
		summary: 'Act as the shopper or the network, or steer',
		description:
			'The shopper: open, submit (what is left out gets a valid test value), otp, cancel, return. The network: confirm, decline, expire. Steering: the outcome, or one for each attempt, and when the pages show the way back.',
		params: id,
		body: {
			schema: actSchema,
			examples: {
				submit: {
					summary: 'Pay with a test card',
					value: { action: 'submit', card: '4242424242424242' },
				},
				steer: {
					summary: 'Fail once, then succeed',
					value: { action: 'steer', outcome: 'DECLINE,APPROVE' },
				},
				order: {
					summary: 'Show the way back once the payment is final',
					value: { action: 'steer', return: 'after-final' },
				},
				cancel: { summary: 'Give up', value: { action: 'cancel' } },
			},
		},
		answer: { description: 'The payment afterwards.', schema: paymentViewSchema },
		problems: [
			'form_refused',
			'unknown_outcome',
			'too_many_outcomes',
			'session_not_found',
			'not_allowed_in_state',
			'challenge_too_late',
			'cancel_not_offered',
			'session_expired',
		],
	},
	showClock: {
		method: 'get',
		path: controlPaths.clock,
		summary: 'Business time',
		description: 'Windows, processing and expiry follow it; latency never does.',
		answer: { description: 'The clock.', schema: clockViewSchema },
		problems: [],
	},
	setClock: {
		method: 'put',
		path: controlPaths.clock,
		summary: 'Stop the clock, scale it, or set it forward',
		description: 'It never goes back.',
		body: {
			schema: clockChangeSchema,
			examples: {
				manual: { summary: 'Moved by hand only', value: { mode: 'manual' } },
				scaled: { summary: 'Sixty times as fast', value: { mode: 'scaled', scale: 60 } },
			},
		},
		answer: { description: 'The clock afterwards.', schema: clockViewSchema },
		problems: ['clock_backwards', 'workspaces_full'],
	},
	advanceClock: {
		method: 'post',
		path: controlPaths.advance,
		summary: 'Move the clock on',
		description: 'At most to the end of the year 8999: what is planned then needs a date, too.',
		body: { schema: advanceSchema, examples: one('A minute and a half', { by: '90s' }) },
		answer: {
			description: 'Every transition that fell due, in order: the first 1 000, and how many.',
			schema: advanceResultSchema,
		},
		problems: ['workspaces_full'],
	},
	customers: {
		method: 'get',
		path: controlPaths.customers,
		summary: 'Customers that are valid for a market',
		description: 'Made up from a seed, with addresses that reach nobody.',
		query: customersQuerySchema,
		answer: { description: 'Values for `customer`.', schema: customersSchema },
		problems: ['unknown_market'],
	},
	testValues: {
		method: 'get',
		path: controlPaths.testValues,
		summary: 'Values that steer a payment, and what each does',
		description: 'Of every market, or of one.',
		query: testValuesQuerySchema,
		answer: { description: 'Test values.', schema: testValuesSchema },
		problems: ['unknown_market'],
	},
	openApi: {
		method: 'get',
		path: controlPaths.openapi,
		summary: 'This document',
		description: 'The whole of it, or one part, valid by itself. Needs no token.',
		query: openApiQuerySchema,
		answer: { description: 'OpenAPI 3.1.', schema: openApiSchema },
		problems: [],
	},
	reset: {
		method: 'post',
		path: controlPaths.reset,
		summary: 'Forget everything',
		description: 'Payments are gone; clock and settings are as at the start.',
		answer: { description: 'Done.', schema: resetSchema },
		problems: [],
	},
	...journalOperations,
	...settingsOperations,
	...workspaceOperations,
} as const satisfies Record<string, Operation>;
