/** The calls of the control API about settings and gaps, as the reference shows them. */
import { gapListSchema } from './gaps/view.ts';
import type { Operation } from './operation.ts';
import { controlPaths } from './routes.ts';
import { settingsPatchSchema, settingsSchema } from './settings.ts';

export const settingsOperations = {
	showSettings: {
		method: 'get',
		path: controlPaths.settings,
		summary: 'The settings in force',
		description: 'Those of the profile, with what was set over them.',
		answer: { description: 'All settings.', schema: settingsSchema },
		problems: [],
	},
	putSettings: {
		method: 'put',
		path: controlPaths.settings,
		summary: 'Change settings',
		description:
			'Merged as RFC 7396 says, where a duration law, a set of weights and a list are replaced whole and null restores a default. Nothing of a refused change takes effect.',
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
		description: 'Every gap with the assumption in its place, whose word it is, and its settings.',
		answer: { description: 'The ledger.', schema: gapListSchema },
		problems: [],
	},
} as const satisfies Record<string, Operation>;
