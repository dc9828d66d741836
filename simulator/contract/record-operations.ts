/**
 * The operations that read what happened, for the API reference: journal, verify, findings, events, settlement,
 * metrics.
 */
import { z } from 'zod';
import { findingListSchema, findingsQuerySchema } from './findings.ts';
import { harSchema } from './har.ts';
import {
	journalClearedSchema,
	journalEntryQuerySchema,
	journalEntrySchema,
	journalQuerySchema,
	journalSchema,
} from './journal.ts';
import type { Operation } from './operation.ts';
import { controlPaths } from './routes.ts';
import { settlementQuerySchema, settlementSchema } from './settlement.ts';
import { verifyAllAnswerSchema, verifyAnswerSchema, verifySchema } from './verify.ts';

function withoutDialect({ $schema: _, ...schema }: object & { $schema?: string }): object {
	return schema;
}

export const recordOperations = {
	showFindings: {
		method: 'get',
		path: controlPaths.findings,
		summary: 'What is wrong with the integration',
		description:
			'A lint of the calls that the workspace received, computed when it is read: the most severe first, with what it costs and what to do. `complete` is false when calls or payments that are no longer stored could add a finding. Payments of the start page are left out. As text with `Accept: text/plain`, and in a browser.',
		query: findingsQuerySchema,
		answer: {
			description: 'The findings of the workspace.',
			schema: findingListSchema,
			alsoAs: { 'text/plain': { type: 'string' } },
		},
		problems: [],
	},
	showJournal: {
		method: 'get',
		path: controlPaths.journal,
		summary: 'Calls, newest first',
		description:
			'Calls of the service and of the cashier, not of this API: request, response, timing and assumptions. The journal drops the oldest calls when `limits.journalEntries` or `limits.journalBytes` is reached. `journal.mode` turns it off. Card data is masked, pages are omitted.',
		query: journalQuerySchema,
		answer: {
			description:
				'Calls and counters; with `format=har` an HTTP Archive 1.2, oldest call first, with the same filters.',
			schema: journalSchema,
			alsoAs: { 'application/har+json': withoutDialect(z.toJSONSchema(harSchema)) },
		},
		problems: [],
	},
	showJournalEntry: {
		method: 'get',
		path: `${controlPaths.journal}/{id}`,
		summary: 'One call, or the command that repeats it',
		description:
			'With `format=curl`, the response is one command for a shell. Credentials are `$TOKEN`, an idempotency key is `$IDEMPOTENCY_KEY`, and a session of the cashier is `$SESSION_ID`: the journal keeps none of them.',
		params: { id: { description: 'The id of a journal entry.', pattern: '^[0-9]+$' } },
		query: journalEntryQuerySchema,
		answer: {
			description: 'The call.',
			schema: journalEntrySchema,
			alsoAs: { 'text/plain': { type: 'string' } },
		},
		problems: ['entry_not_found'],
	},
	clearJournal: {
		method: 'delete',
		path: controlPaths.journal,
		summary: 'Empty the journal',
		description: 'Also resets the counters.',
		answer: {
			description: 'The number of entries that were dropped.',
			schema: journalClearedSchema,
		},
		problems: [],
	},
	streamEvents: {
		method: 'get',
		path: controlPaths.events,
		summary: 'Events of the workspace, as they happen',
		description:
			'Server-sent events: `call`, `fault`, `payment`, `transition`, `settings`, `clock`, `reset`. A client that connects again with `Last-Event-ID` gets what it missed, or a `gap`. A client that does not read is disconnected. Each process sends its own events.',
		answer: {
			description: 'The stream. It ends when the sandbox stops.',
			schema: z.string(),
			type: 'text/event-stream',
		},
		problems: ['too_many_event_streams'],
	},
	showSettlement: {
		method: 'get',
		path: controlPaths.settlement,
		summary: 'Final payments, as a settlement file would list them',
		description:
			'No part of the service. Oldest first. `since` is the `next` of a page, or a time: payments that became final then or later. `duplicates=true` repeats each row. In CSV, the next page is in the header `Link`.',
		query: settlementQuerySchema,
		answer: {
			description: 'One page of final payments.',
			schema: settlementSchema,
			alsoAs: { 'text/csv': { type: 'string' } },
		},
		problems: [],
	},
	showMetrics: {
		method: 'get',
		path: controlPaths.metrics,
		summary: 'Metrics of this process, for Prometheus',
		description: 'Calls, durations, payments, attempts, faults, store, journal and process.',
		answer: {
			description: 'The text format of Prometheus.',
			schema: z.string(),
			type: 'text/plain',
		},
		problems: [],
	},
	verify: {
		method: 'post',
		path: controlPaths.verify,
		summary: 'Whether the calls of your system were as expected',
		description:
			'Counts the calls in the journal that match. Patterns are JSON subsets; a text between two slashes is a regular expression (RE2), and `$gt`, `$gte`, `$lt`, `$lte`, `$in`, `$exists` and `$absent` compare. `within` waits (wall time, at most 60 s): until `atLeast` holds, and the whole time for the others. `all` answers several questions in one call.',
		body: {
			schema: verifySchema,
			examples: {
				once: {
					summary: 'One payment for one order',
					value: {
						match: { endpoint: 'paymentOptions', reference: 'order-*' },
						unit: 'payments',
						per: 'paymentReference',
						times: { atLeast: 1 },
					},
				},
				never: {
					summary: 'No call of the service was refused',
					value: {
						all: [{ match: { status: { $gte: 400 } }, times: { atMost: 0 } }],
					},
				},
			},
		},
		answer: {
			description: 'The calls were as expected.',
			schema: z.union([verifyAnswerSchema, verifyAllAnswerSchema]),
		},
		alsoAnswers: {
			status: 409,
			description:
				'They were not, or calls that the journal dropped or that have no response yet could change the answer (`complete` is then false).',
		},
		problems: ['too_many_waits', 'sandbox_stopping'],
	},
} satisfies Readonly<Record<string, Operation>>;
