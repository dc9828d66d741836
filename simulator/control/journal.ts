/**
 * The routes of `/_sandbox/journal`: the calls of a workspace, newest first, also as an HTTP Archive; one call, also as
 * a curl command.
 */
import type { JournalEntry, JournalView } from '../contract/journal.ts';
import { journalEntryQuerySchema, journalQuerySchema } from '../contract/journal.ts';
import { defaultWorkspace } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { SecretHeaders } from '../journal/curl.ts';
import { curlCommand } from '../journal/curl.ts';
import { harOf } from '../journal/har.ts';
import type { RecordedCall } from '../journal/read.ts';
import { readCall, readJournal } from '../journal/read.ts';
import { baseUrlOf } from '../wire/base-url.ts';
import type { Call, Reply } from '../wire/call.ts';
import { json, noNotes } from '../wire/call.ts';
import { credentialHeaderOf, secretHeaderNamesOf } from '../wire/credentials.ts';
import { validateQuery } from '../wire/validate.ts';
import type { ControlDeps } from './deps.ts';

/**
 * Applies the journal limits after a change of a workspace: the settings of `default` hold the limits of the whole
 * server.
 */
export async function applyJournalLimits({ store, journal }: ControlDeps, workspace: string) {
	if (workspace !== defaultWorkspace) return;
	journal.limitTo((await store.workspaceRecord(defaultWorkspace)).settings.inForce.limits);
}

const example = { endpoint: 'hybridPayment', status: '200', limit: '50' };

export function showJournal(deps: ControlDeps) {
	const { store, journal, instance, version, publicUrl } = deps;
	return async (call: Call): Promise<Reply | ApiError> => {
		const { query, workspace } = call;
		const sent = validateQuery(journalQuerySchema, query, example);
		if (!sent.ok) return sent.refusal;
		const { format = 'json', ...filter } = sent.data;
		const { limit = format === 'har' ? maxInArchive : 50 } = filter;
		const { settings, secret } = await store.workspaceRecord(workspace);
		// Read the limits again: another process with the same store may have changed them.
		await applyJournalLimits(deps, defaultWorkspace);
		const page = readJournal(journal, secret, { ...filter, limit });
		const { hasMore, counters, dropped } = page;
		const calls = page.calls.map((one) => withoutSecretHeaders(one, settings.inForce));
		const next = hasMore ? String(calls.at(-1)?.entry.id) : null;
		if (format === 'har') {
			const text = JSON.stringify(
				harOf(calls, { base: baseUrlOf(publicUrl, call), version, next }),
			);
			const headers = { 'Content-Disposition': 'attachment; filename="payin-sandbox.har"' };
			return { status: 200, contentType: harType, text, headers, notes: noNotes };
		}
		const view: JournalView = {
			instance: instance(),
			mode: settings.inForce.journal.mode,
			entries: calls.map(({ entry }) => entry),
			next,
			counters,
			dropped,
		};
		return json(view);
	};
}

export function showJournalEntry({ store, journal, publicUrl }: ControlDeps) {
	return async (call: Call): Promise<Reply | ApiError> => {
		const sent = validateQuery(journalEntryQuerySchema, call.query, { format: 'curl' });
		if (!sent.ok) return sent.refusal;
		const { settings, secret } = await store.workspaceRecord(call.workspace);
		const { id = '' } = call.params;
		const recorded = /^\d{1,15}$/.test(id) ? readCall(journal, secret, Number(id)) : null;
		if (!recorded) return { code: 'entry_not_found', id };
		const found = withoutSecretHeaders(recorded, settings.inForce);
		if (sent.data.format !== 'curl') return json(found.entry);
		const { workspace } = call;
		const target = { base: baseUrlOf(publicUrl, call), workspace };
		const text = curlCommand(found, target, secretHeadersIn(settings.inForce));
		return { status: 200, contentType: 'text/plain; charset=utf-8', text, notes: noNotes };
	};
}

/** Leaves out the headers that the settings have named for a credential or a key since the call was recorded. */
function withoutSecretHeaders(call: RecordedCall, settings: Settings): RecordedCall {
	const secret = secretHeaderNamesOf(settings);
	const shown = (headers: JournalEntry['headers']) =>
		Object.fromEntries(Object.entries(headers).filter(([name]) => !secret.includes(name)));
	const { entry, headerBytes } = call;
	return {
		...call,
		entry: { ...entry, headers: shown(entry.headers) },
		headerBytes: shown(headerBytes),
	};
}

/** The media type of an HTTP Archive. None is registered. */
const harType = 'application/har+json; charset=utf-8';
const maxInArchive = 1_000;

function secretHeadersIn({ auth, idempotency }: Settings): SecretHeaders {
	const prefix = { bearer: 'Bearer ', basic: 'Basic ', none: '', apiKey: '', hmac: '' }[auth.mode];
	return {
		authorization: { name: credentialHeaderOf(auth), prefix },
		idempotencyKey: idempotency.header ?? 'Idempotency-Key',
	};
}

export function clearJournal({ store, journal }: ControlDeps) {
	return async ({ workspace }: Call): Promise<Reply> => {
		const { secret } = await store.workspaceRecord(workspace);
		return json({ workspace, cleared: journal.clear(secret, workspace) });
	};
}
