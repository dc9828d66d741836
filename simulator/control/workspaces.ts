/** The routes of `/_sandbox/workspaces` and `/_sandbox/reset`: create, show, remove and reset workspaces. */
import { isoTime } from '../contract/clock.ts';
import type { FieldError } from '../contract/problem.ts';
import { defaultWorkspace } from '../contract/routes.ts';
import type {
	WorkspaceList,
	WorkspaceRemoved,
	WorkspaceStart,
	WorkspaceView,
} from '../contract/workspaces.ts';
import { workspaceStartSchema } from '../contract/workspaces.ts';
import type { ApiError } from '../errors/api-error.ts';
import { configure } from '../settings/configure.ts';
import type { SettingsPatch } from '../settings/settings.ts';
import type { Store, WorkspaceEntry } from '../state/store.ts';
import type { Call, Reply, Route } from '../wire/call.ts';
import { json, noNotes } from '../wire/call.ts';
import { validateBody } from '../wire/validate.ts';
import { isWorkspaceName } from '../wire/workspace-name.ts';
import { changeClockStart, viewClock } from '../workspaces/clock.ts';
import type { StartValues, WorkspaceRecord } from '../workspaces/record.ts';
import type { ControlDeps } from './deps.ts';
import { applyJournalLimits } from './journal.ts';

type Result = Promise<Reply | ApiError>;

export function listWorkspaces({ store, wallNow }: ControlDeps) {
	return async (): Promise<Reply> => {
		const entries = await store.workspaces();
		const body: WorkspaceList = { workspaces: entries.map((entry) => view(entry, wallNow())) };
		return json(body);
	};
}

export function showWorkspace({ store, wallNow }: ControlDeps) {
	return async ({ params }: Call): Result => {
		const named = readName(params);
		if (typeof named !== 'string') return named;
		const entry = await store.workspace(named);
		return entry ? json(view(entry, wallNow())) : { code: 'workspace_not_found', name: named };
	};
}

const example = {
	seed: 7,
	clock: { mode: 'scaled', scale: 60, now: '2027-01-01T00:00:00.000Z' },
	settings: { defaultOutcome: 'DECLINE' },
};

/**
 * Creates a workspace. Responds 201 for a new one; 200 for an existing one without payments, which is created again.
 */
export function putWorkspace(deps: ControlDeps) {
	const { store, wallNow, startValues } = deps;
	return async ({ params, body }: Call): Result => {
		const named = readName(params);
		if (typeof named !== 'string') return named;
		const sent = validateBody(workspaceStartSchema, body ?? {}, example);
		if (!sent.ok) return sent.refusal;
		const start = await startValuesOf(named, sent.data);
		if ('code' in start) return start;
		const result = await store.createWorkspace(named, start);
		if (result === 'full') return workspacesFullError(store);
		const { outcome, entry } = result;
		if (outcome === 'in_use')
			return { code: 'workspace_exists', name: named, payments: entry.live };
		await applyJournalLimits(deps, named);
		return json(view(entry, wallNow()), noNotes, outcome === 'created' ? 201 : 200);
	};

	async function startValuesOf(
		name: string,
		start: WorkspaceStart,
	): Promise<StartValues | ApiError> {
		const root = await store.workspaceRecord(defaultWorkspace);
		const server = root.settings.inForce;
		const { copySettingsOf: copied } = start;
		const entry = copied && copied !== defaultWorkspace ? await store.workspace(copied) : null;
		const source = copied === defaultWorkspace ? root : entry?.record;
		if (copied && !source) return { code: 'invalid_body', errors: [noSuchWorkspace(copied)] };
		const { settings } = source ?? startValues;
		const patch = { ...(source && withoutEndedRules(source)), ...start.settings };
		const configured = configure(settings, patch, { name, server });
		if (!configured.ok) {
			const errors = configured.errors.map(({ param, detail, fix }) => {
				// Replaces the path of a setting in a text by its path in the body. The spaces on both sides ensure that it is
				// a whole word.
				const withBodyPath = (text: string) =>
					` ${text}`.replace(` ${param} `, () => ` settings.${param} `).slice(1);
				return { param: `settings.${param}`, detail: withBodyPath(detail), fix: withBodyPath(fix) };
			});
			return { code: 'invalid_body', errors };
		}
		return {
			seed: start.seed ?? startValues.seed,
			clock: changeClockStart(startValues.clock, start.clock ?? {}),
			settings: configured.record,
		};
	}

	/** Rules count anew in the copy, so those that have ended would fire again. */
	function withoutEndedRules(source: WorkspaceRecord): SettingsPatch {
		const rules = source.settings.inForce.faults;
		const left = rules.filter((rule) => !deps.faults.hasEnded(source, rule));
		return left.length === rules.length ? {} : { faults: left };
	}
}

function noSuchWorkspace(name: string): FieldError {
	return {
		param: 'copySettingsOf',
		detail: `copySettingsOf must be a workspace that exists, and ${name} does not.`,
		fix: 'Check the name, or create that workspace first. Leave copySettingsOf out for the settings of the server.',
	};
}

/** Removes a workspace. It is idempotent: for an unknown workspace it succeeds with `removed: false`. */
export function deleteWorkspace({ store }: ControlDeps) {
	return async ({ params }: Call): Result => {
		const named = readName(params);
		if (typeof named !== 'string') return named;
		if (named === defaultWorkspace) return { code: 'workspace_permanent' };
		const payments = await store.removeWorkspace(named);
		const body: WorkspaceRemoved = {
			workspace: named,
			removed: payments !== null,
			payments: payments ?? 0,
		};
		return json(body);
	};
}

function readName({ name = '' }: Call['params']): string | ApiError {
	return isWorkspaceName(name) ? name : { code: 'invalid_workspace', param: 'name' };
}

function view({ record, live, createdMs, usedMs }: WorkspaceEntry, wallMs: number): WorkspaceView {
	return {
		name: record.name,
		seed: record.seed,
		clock: viewClock(record.clock, wallMs),
		payments: { live },
		createdAt: isoTime(createdMs),
		lastUsedAt: isoTime(usedMs),
	};
}

export async function workspacesFullError(store: Store): Promise<ApiError> {
	const { settings } = await store.workspaceRecord(defaultWorkspace);
	return { code: 'workspaces_full', maxWorkspaces: settings.inForce.limits.maxWorkspaces };
}

/** Deletes the payments, and restores the seed, the clock and the settings that the workspace began with. */
export function resetWorkspace(deps: ControlDeps): Route {
	const { store, journal } = deps;
	return async ({ workspace }) => {
		await store.reset(workspace);
		journal.restart((await store.workspaceRecord(workspace)).secret, workspace);
		await applyJournalLimits(deps, workspace);
		return json({ workspace, reset: true });
	};
}
