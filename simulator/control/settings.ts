/** The routes of `/_sandbox/settings`: read and change the settings of the workspace. */
import { settingChangesQuerySchema } from '../contract/control.ts';
import type { FaultRule } from '../contract/faults.ts';
import type { JsonObject } from '../contract/json.ts';
import { defaultWorkspace } from '../contract/routes.ts';
import type { ApiError } from '../errors/api-error.ts';
import { configure, withoutServerSettings, withServerSettings } from '../settings/configure.ts';
import { pickDifferingSettings } from '../settings/differing-settings.ts';
import { redactSecrets } from '../settings/secrets.ts';
import type { Call, Reply } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import { validateQuery } from '../wire/validate.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import { writeFaults } from '../workspaces/record.ts';
import type { ControlDeps } from './deps.ts';
import { applyJournalLimits } from './journal.ts';
import { workspacesFullError } from './workspaces.ts';

export function showSettings({ store }: ControlDeps) {
	return async ({ workspace }: Call): Promise<Reply> => {
		const { settings } = await store.workspaceRecord(workspace);
		const server = (await store.workspaceRecord(defaultWorkspace)).settings.inForce;
		return json(redactSecrets(withServerSettings(settings.inForce, server)));
	};
}

export function showSettingChanges({ store, faults }: ControlDeps) {
	return async ({ workspace, query }: Call): Promise<Reply | ApiError> => {
		const sent = validateQuery(settingChangesQuerySchema, query, { since: 'start' });
		if (!sent.ok) return sent.refusal;
		const record = await store.workspaceRecord(workspace);
		const patch = sent.data.since === 'start' ? changesSinceStart(record) : record.settings.patch;
		const own = workspace === defaultWorkspace ? patch : withoutServerSettings(patch);
		return json(redactSecrets(own));
	};

	/** Rules that were added since the start and have ended are left out: without them, no call has another answer. */
	function changesSinceStart(record: WorkspaceRecord): JsonObject {
		const { inForce } = record.settings;
		const start = record.startValues.settings.inForce;
		const isOfStart = ({ id }: FaultRule) => start.faults.some((rule) => rule.id === id);
		const rules = inForce.faults.filter(
			(rule) => isOfStart(rule) || !faults.hasEnded(record, rule),
		);
		return pickDifferingSettings({ ...inForce, faults: rules }, start);
	}
}

/** Applies a JSON merge patch (RFC 7396). A refused patch changes nothing. */
export function putSettings(deps: ControlDeps) {
	const { store, newId, wallNow } = deps;
	return async ({ workspace, body }: Call): Promise<Reply | ApiError> => {
		if (typeof body !== 'object' || body === null || Array.isArray(body)) {
			const fix = 'Send, for example, {"processing": {"default": {"fixed": "2s"}}}.';
			const errors = [{ param: 'body', detail: 'body must be an object.', fix }];
			return { code: 'invalid_body', errors };
		}
		const server = (await store.workspaceRecord(defaultWorkspace)).settings.inForce;
		const write = { id: newId(), wallMs: wallNow() };
		const answer = await store.changeWorkspace<Reply | ApiError>(workspace, (record) => {
			const place = { name: workspace, server };
			const changed = configure(record.settings, body as JsonObject, place);
			if (!changed.ok) return { result: { code: 'invalid_body', errors: changed.errors } };
			const settings = changed.record;
			const { inForce } = settings;
			const after = { ...record, settings };
			const written =
				'faults' in (body as JsonObject) ? writeFaults(after, () => true, write) : after;
			const shown = workspace === defaultWorkspace ? inForce : withServerSettings(inForce, server);
			return { record: written, result: json(redactSecrets(shown)) };
		});
		await applyJournalLimits(deps, workspace);
		return answer ?? workspacesFullError(store);
	};
}
