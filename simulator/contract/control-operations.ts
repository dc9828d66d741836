/**
 * The operations of the control API for the API reference. The control API is an extension of the sandbox, not part of
 * the service.
 */
import { z } from 'zod';
import { clockChangeSchema, clockViewSchema } from './clock.ts';
import {
	actSchema,
	advanceResultSchema,
	advanceSchema,
	customersQuerySchema,
	customersSchema,
	healthSchema,
	openApiQuerySchema,
	paymentListQuerySchema,
	paymentListSchema,
	paymentQuerySchema,
	paymentViewSchema,
	readySchema,
	resetSchema,
	settingChangesQuerySchema,
	testValuesQuerySchema,
} from './control.ts';
import { faultOperations } from './fault-operations.ts';
import { paymentExplanationSchema } from './findings.ts';
import { gapListSchema } from './gaps/ledger.ts';
import type { Examples, Operation } from './operation.ts';
import { recordOperations } from './record-operations.ts';
import { controlPaths, workspaceName } from './routes.ts';
import { settingsPatchSchema, settingsSchema } from './settings.ts';
import { testValuesSchema } from './test-values-view.ts';
import {
	workspaceListSchema,
	workspaceRemovedSchema,
	workspaceStartSchema,
	workspaceViewSchema,
} from './workspaces.ts';

const id = { id: { description: 'The sessionId or the transactionId of a payment.' } };
const onePayment = `${controlPaths.payments}/{id}`;

const oneWorkspace = `${controlPaths.workspaces}/{name}`;
const workspaceParams = {
	name: {
		description: 'The name of a workspace: a-z, 0-9 and hyphens, 64 at most.',
		pattern: workspaceName.source,
	},
};

/** Includes the schema of the settings; the route checks settings only after merging them. */
const wholeStartSchema = workspaceStartSchema.extend({ settings: settingsPatchSchema.optional() });

const openApiSchema = z.looseObject({ openapi: z.literal('3.1.0') });

const one = (summary: string, value: unknown): Examples => ({ one: { summary, value } });

export const controlOperations = {
	...faultOperations,
	...recordOperations,
	health: {
		method: 'get',
		path: controlPaths.health,
		summary: 'Version, seed, clock and counts',
		description: 'If the sandbox has a control token, a call without it only gets the readiness.',
		answer: {
			description: 'The state of the sandbox; without the control token only the readiness.',
			schema: z.union([healthSchema, readySchema]),
		},
		alsoAnswers: { status: 503, description: 'Without the control token: starting, or draining.' },
		problems: [],
	},
	ready: {
		method: 'get',
		path: controlPaths.ready,
		summary: 'Whether the sandbox accepts calls',
		description: 'For container probes. Needs no token.',
		answer: { description: 'Ready.', schema: readySchema },
		alsoAnswers: { status: 503, description: 'Starting, or draining.' },
		problems: [],
	},
	listPayments: {
		method: 'get',
		path: controlPaths.payments,
		summary: 'Payments, newest first',
		description:
			'Paginated: send `next` as `cursor` to get the next page. With `Accept: text/html`, the same as a page.',
		query: paymentListQuerySchema,
		answer: {
			description: 'One page of payments.',
			schema: paymentListSchema,
			alsoAs: { 'text/html': { type: 'string' } },
		},
		problems: [],
	},
	showPayment: {
		method: 'get',
		path: onePayment,
		summary: 'One payment, or wait for one of its states',
		description:
			'The timeline (past and planned), the fate with its cause, attempts and calls. With `until` (a state, `final`, or several separated by commas), the response is sent once the payment is in one of these states or can no longer reach one, or after `timeout` (wall time, at most 5 minutes); `reached` tells which. A stop of the sandbox ends the wait with 503.',
		params: id,
		query: paymentQuerySchema,
		answer: { description: 'The payment.', schema: paymentViewSchema },
		problems: ['session_not_found', 'sandbox_stopping'],
	},
	act: {
		method: 'post',
		path: `${onePayment}/act`,
		summary: 'Act as the shopper or the network, or steer',
		description:
			'The shopper: open, submit (omitted fields get a valid test value), otp, cancel, return. The network: confirm, decline, expire. Steering: one outcome, or one for each attempt, and when the pages show the return link.',
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
					summary: 'Show the return link once the payment is final',
					value: { action: 'steer', return: 'after-final' },
				},
				cancel: { summary: 'Cancel', value: { action: 'cancel' } },
			},
		},
		answer: { description: 'The payment afterwards.', schema: paymentViewSchema },
		problems: [
			'form_refused',
			'unknown_outcome',
			'too_many_outcomes',
			'session_not_found',
			'not_allowed_in_state',
			'cancel_too_late',
			'challenge_too_late',
			'cancel_not_offered',
			'session_expired',
		],
	},
	explainPayment: {
		method: 'get',
		path: `${onePayment}/explain`,
		summary: 'What happened to a payment, and why',
		description:
			'A summary, the story (calls, faults, delays, steps of the shopper, states, and what decided the outcome) and the findings about the payment. With `Accept: text/plain`, the same as text.',
		params: id,
		answer: {
			description: 'The explanation.',
			schema: paymentExplanationSchema,
			alsoAs: { 'text/plain': { type: 'string' } },
		},
		problems: ['session_not_found'],
	},
	showClock: {
		method: 'get',
		path: controlPaths.clock,
		summary: 'Business time',
		description: 'Windows, processing and expiry use this clock. Latency uses real time.',
		answer: { description: 'The clock.', schema: clockViewSchema },
		problems: [],
	},
	setClock: {
		method: 'put',
		path: controlPaths.clock,
		summary: 'Stop the clock, scale it, or set it forward',
		description: 'The clock never moves backwards.',
		body: {
			schema: clockChangeSchema,
			examples: {
				manual: { summary: 'Manual', value: { mode: 'manual' } },
				scaled: { summary: 'Sixty times faster', value: { mode: 'scaled', scale: 60 } },
			},
		},
		answer: { description: 'The clock afterwards.', schema: clockViewSchema },
		problems: ['clock_backwards', 'workspaces_full'],
	},
	advanceClock: {
		method: 'post',
		path: controlPaths.advance,
		summary: 'Advance the clock',
		description: 'At most to the end of the year 8999.',
		body: { schema: advanceSchema, examples: one('A minute and a half', { by: '90s' }) },
		answer: {
			description:
				'The first 1,000 transitions that became due, in order, and the number of all as `total`. The events contain all transitions.',
			schema: advanceResultSchema,
		},
		problems: ['workspaces_full'],
	},
	customers: {
		method: 'get',
		path: controlPaths.customers,
		summary: 'Customers that are valid for a market',
		description: 'Generated from a seed, with addresses that belong to no one.',
		query: customersQuerySchema,
		answer: { description: 'Values for `customer`.', schema: customersSchema },
		problems: ['unknown_market'],
	},
	testValues: {
		method: 'get',
		path: controlPaths.testValues,
		summary: 'Values that steer a payment, with their effects',
		description: 'For every market, or for one.',
		query: testValuesQuerySchema,
		answer: { description: 'Test values.', schema: testValuesSchema },
		problems: ['unknown_market'],
	},
	openApi: {
		method: 'get',
		path: controlPaths.openapi,
		summary: 'This document',
		description: 'The whole document, or one part, which is valid by itself.',
		query: openApiQuerySchema,
		answer: { description: 'OpenAPI 3.1.', schema: openApiSchema },
		problems: [],
	},
	reset: {
		method: 'post',
		path: controlPaths.reset,
		summary: 'Reset the workspace',
		description: 'Deletes all payments. Clock and settings are as at the start.',
		answer: { description: 'Done.', schema: resetSchema },
		problems: [],
	},
	showSettings: {
		method: 'get',
		path: controlPaths.settings,
		summary: 'The settings in force',
		description:
			'Those of the profile, with all changes. A PUT of the same settings changes no processing time. It writes the fault rules again, and their counts begin at 0.',
		answer: { description: 'All settings.', schema: settingsSchema },
		problems: [],
	},
	showSettingChanges: {
		method: 'get',
		path: controlPaths.settingChanges,
		summary: 'The changes of settings',
		description:
			'The settings that were set over those of the profile, as a merge patch. Those given at the start are included, and secrets are redacted. With `since=start`: the settings whose values differ from those at the start, which a reset restores.',
		query: settingChangesQuerySchema,
		answer: { description: 'A part of the settings.', schema: settingsPatchSchema },
		problems: [],
	},
	putSettings: {
		method: 'put',
		path: controlPaths.settings,
		summary: 'Change settings',
		description:
			'A merge patch (RFC 7396). A duration law, a set of weights and a list are replaced as a whole, and null restores a default. A rejected change has no effect at all.',
		body: {
			schema: settingsPatchSchema,
			examples: {
				quick: {
					summary: 'Confirm after two seconds',
					value: { processing: { default: { fixed: '2s' } } },
				},
			},
		},
		answer: { description: 'All settings afterwards.', schema: settingsSchema },
		problems: ['workspaces_full'],
	},
	showGaps: {
		method: 'get',
		path: controlPaths.gaps,
		summary: 'What the document of the service does not show',
		description:
			'Every gap with its assumption, its standing and its settings. With `Accept: text/html`, the same as a page.',
		answer: {
			description: 'The ledger.',
			schema: gapListSchema,
			alsoAs: { 'text/html': { type: 'string' } },
		},
		problems: [],
	},
	listWorkspaces: {
		method: 'get',
		path: controlPaths.workspaces,
		summary: 'The workspaces of this server',
		description: 'Workspaces are isolated: each has its own payments, clock, settings and seed.',
		answer: { description: 'All workspaces.', schema: workspaceListSchema },
		problems: [],
	},
	showWorkspace: {
		method: 'get',
		path: oneWorkspace,
		summary: 'One workspace',
		description: 'Reading a workspace does not create it.',
		params: workspaceParams,
		answer: { description: 'The workspace.', schema: workspaceViewSchema },
		problems: ['workspace_not_found'],
	},
	putWorkspace: {
		method: 'put',
		path: oneWorkspace,
		summary: 'Create a workspace',
		description:
			'Or recreate one that has no payments. The first call to a workspace creates it, too.',
		params: workspaceParams,
		body: {
			schema: wholeStartSchema,
			examples: {
				start: {
					summary: 'A seed and a clock of its own',
					value: { seed: 7, clock: { mode: 'manual' } },
				},
			},
		},
		answer: {
			description: 'The workspace existed without payments, and was recreated.',
			schema: workspaceViewSchema,
		},
		alsoAnswers: { status: 201, description: 'Created.' },
		problems: ['workspace_exists', 'workspaces_full'],
	},
	deleteWorkspace: {
		method: 'delete',
		path: oneWorkspace,
		summary: 'Remove a workspace with its payments',
		description: 'Removing a workspace that does not exist is not an error.',
		params: workspaceParams,
		answer: { description: 'Removed.', schema: workspaceRemovedSchema },
		problems: ['workspace_permanent'],
	},
} as const satisfies Record<string, Operation>;
