/** The calls of the control API about the journal, as the reference shows them. */
import { journalClearedSchema, journalQuerySchema, journalSchema } from './journal.ts';
import type { Operation } from './operation.ts';
import { controlPaths } from './routes.ts';

export const journalOperations = {
	showJournal: {
		method: 'get',
		path: controlPaths.journal,
		summary: 'The calls, newest first',
		description:
			'Of the service and the cashier, never of this API: what was sent and answered, how long it took and what it rests on. Old ones go when `limits.journalEntries` or `limits.journalBytes` is reached; `journal.mode` says whether calls are kept at all. Card data is masked, pages are left out.',
		query: journalQuerySchema,
		answer: { description: 'Calls, and how many there were.', schema: journalSchema },
		problems: [],
	},
	clearJournal: {
		method: 'delete',
		path: controlPaths.journal,
		summary: 'Empty the journal',
		description: 'The counters begin anew, too.',
		answer: { description: 'How many entries there were.', schema: journalClearedSchema },
		problems: [],
	},
} as const satisfies Record<string, Operation>;
