/** `GET` and `DELETE /_sandbox/journal`: the calls of a workspace, newest first. */
import type { JournalView } from '../contract/journal.ts';
import { journalQuerySchema } from '../contract/journal.ts';
import { defaultWorkspace } from '../contract/routes.ts';
import { endpointOf, viewCounters } from '../journal/counters.ts';
import type { Booking } from '../journal/journal.ts';
import { viewBooking } from '../journal/view.ts';
import type { Refusal } from '../refusals/refusal.ts';
import type { Call, Reply } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import { checkQuery } from '../wire/checked.ts';
import type { ControlDeps } from './deps.ts';

/** After a change of a workspace: the settings of `default` say how much the whole server keeps. */
export async function followLimits({ store, journal }: ControlDeps, workspace: string) {
	if (workspace !== defaultWorkspace) return;
	journal.limitTo((await store.world(defaultWorkspace)).settings.inForce.limits);
}

const example = { endpoint: 'hybridPayment', status: '200', limit: '50' };

export function showJournal({ store, journal }: ControlDeps) {
	return async ({ query, workspace }: Call): Promise<Reply | Refusal> => {
		const sent = checkQuery(journalQuerySchema, query, example);
		if (!sent.ok) return sent.refusal;
		const { endpoint, status, transactionId, limit = 50, cursor } = sent.data;
		const fits = ({ id, arrived, status: told }: Booking) =>
			(cursor === undefined || id < cursor) &&
			(endpoint === undefined || endpointOf(arrived) === endpoint) &&
			(status === undefined || told === status) &&
			(transactionId === undefined || arrived.transactionId === transactionId);
		const { settings } = await store.world(workspace);
		const record = journal.of(workspace);
		const found: Booking[] = [];
		for (const booking of record?.ring.newestFirst() ?? []) {
			if (found.length > limit) break;
			if (fits(booking)) found.push(booking);
		}
		const shown = found.slice(0, limit);
		const view: JournalView = {
			mode: settings.inForce.journal.mode,
			entries: shown.map(viewBooking),
			next: found.length > limit ? String(shown.at(-1)?.id) : null,
			counters: viewCounters(record?.counters ?? new Map()),
		};
		return json(view);
	};
}

export function clearJournal({ journal }: ControlDeps) {
	return ({ workspace }: Call): Reply => json({ workspace, cleared: journal.clear(workspace) });
}
