/** The operations of `/_sandbox/faults` for the API reference. */
import { z } from 'zod';
import {
	faultListSchema,
	faultRuleInputSchema,
	faultRulesAddedSchema,
	faultRuleViewSchema,
	faultsRemovedSchema,
	presetUseSchema,
} from './faults.ts';
import type { Operation } from './operation.ts';
import { controlPaths } from './routes.ts';

const oneFault = `${controlPaths.faults}/{id}`;
const faultParams = { id: { description: 'The id of a fault rule.' } };

export const faultOperations = {
	listFaults: {
		method: 'get',
		path: controlPaths.faults,
		summary: 'Fault rules with their counts, and the presets',
		description:
			'The rules are the setting `faults`. Counts are those of this process, since the rule was written.',
		answer: {
			description: 'The rules, in the order in which they are tried.',
			schema: faultListSchema,
		},
		problems: [],
	},
	addFaults: {
		method: 'post',
		path: controlPaths.faults,
		summary: 'Add a fault rule, or the rules of a preset',
		description:
			'A call tries the rules in order, once before its commit and once after it; the first that fires breaks it. The answer to a preset is `{ rules }`.',
		body: {
			schema: z.union([faultRuleInputSchema, presetUseSchema]),
			examples: {
				status: {
					summary: 'Every tenth hybrid-payment fails with 503',
					value: {
						match: { endpoint: 'hybridPayment' },
						fault: { kind: 'status', status: 503, retryAfter: '1s' },
						probability: 0.1,
					},
				},
				lost: {
					summary: 'The payment is created, and its response is lost, once',
					value: {
						match: { endpoint: 'paymentOptions' },
						phase: 'after',
						fault: { kind: 'close' },
						times: 1,
					},
				},
				preset: { summary: 'A preset', value: { preset: 'brownout' } },
			},
		},
		answer: {
			description: 'The rule, or the rules of the preset.',
			schema: z.union([faultRuleViewSchema, faultRulesAddedSchema]),
			status: 201,
		},
		problems: ['fault_exists', 'workspaces_full'],
	},
	deleteFaults: {
		method: 'delete',
		path: controlPaths.faults,
		summary: 'Remove all fault rules',
		description: 'Later calls are not broken any more.',
		answer: { description: 'How many there were.', schema: faultsRemovedSchema },
		problems: ['workspaces_full'],
	},
	showFault: {
		method: 'get',
		path: oneFault,
		summary: 'One fault rule',
		description: 'With its counts.',
		params: faultParams,
		answer: { description: 'The rule.', schema: faultRuleViewSchema },
		problems: ['fault_not_found'],
	},
	putFault: {
		method: 'put',
		path: oneFault,
		summary: 'Replace or add a fault rule',
		description: 'Its window, time to live and counts begin anew.',
		params: faultParams,
		body: {
			schema: faultRuleInputSchema,
			examples: {
				off: {
					summary: 'Switch a rule off',
					value: { enabled: false, match: { endpoint: 'hybridPayment' }, fault: { kind: 'reset' } },
				},
			},
		},
		answer: { description: 'The rule.', schema: faultRuleViewSchema },
		problems: ['workspaces_full'],
	},
	deleteFault: {
		method: 'delete',
		path: oneFault,
		summary: 'Remove a fault rule',
		description: 'The others keep their counts.',
		params: faultParams,
		answer: { description: 'Removed.', schema: faultsRemovedSchema },
		problems: ['fault_not_found', 'workspaces_full'],
	},
} satisfies Readonly<Record<string, Operation>>;
