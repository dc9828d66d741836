/** `GET` and `DELETE /_sandbox/journal`: the calls of a workspace, newest first. */
import type { JournalView } from '../contract/journal.ts';
import { journalQuerySchema } from '../contract/journal.ts';
import { defaultWorkspace } from '../contract/routes.ts';
import type { ApiError } from '../errors/api-error.ts';
import { readJournal } from '../journal/read.ts';
import type { Call, Reply } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import { validateQuery } from '../wire/validate.ts';
import type { ControlDeps } from './deps.ts';

/** Call after a change of a workspace: `default` holds the limits of the whole server, which the journal then applies. */
export async function applyJournalLimits({ store, journal }: ControlDeps, workspace: string) {
	if (workspace !== defaultWorkspace) return;
	journal.limitTo((await store.workspaceRecord(defaultWorkspace)).settings.inForce.limits);
}

const example = { endpoint: 'hybridPayment', status: '200', limit: '50' };

export function showJournal(deps: ControlDeps) {
	const { store, journal, instance } = deps;
	return async ({ query, workspace }: Call): Promise<Reply | ApiError> => {
		const sent = validateQuery(journalQuerySchema, query, example);
		if (!sent.ok) return sent.refusal;
		const { limit = 50 } = sent.data;
		const { settings, secret } = await store.workspaceRecord(workspace);
		// Another process over the same store may have changed them.
		await applyJournalLimits(deps, defaultWorkspace);
		const { entries, hasMore, counters } = readJournal(journal, secret, { ...sent.data, limit });
		const view: JournalView = {
			instance: instance(),
			mode: settings.inForce.journal.mode,
			entries,
			next: hasMore ? String(entries.at(-1)?.id) : null,
			counters,
		};
		return json(view);
	};
}

export function clearJournal({ store, journal }: ControlDeps) {
	return async ({ workspace }: Call): Promise<Reply> => {
		const { secret } = await store.workspaceRecord(workspace);
		return json({ workspace, cleared: journal.clear(secret) });
	};
}
