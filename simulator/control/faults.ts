/**
 * The routes of `/_sandbox/faults`, which change one fault rule at a time. The rules are the setting `faults` of the
 * workspace.
 */
import type { FaultList, FaultRule, FaultRuleInput, FaultRuleView } from '../contract/faults.ts';
import { faultRuleInputSchema, maxFaultRules, presetUseSchema } from '../contract/faults.ts';
import { isObject } from '../contract/json.ts';
import type { FieldError } from '../contract/problem.ts';
import { defaultWorkspace } from '../contract/routes.ts';
import type { ApiError } from '../errors/api-error.ts';
import { configure } from '../settings/configure.ts';
import type { Call, Reply } from '../wire/call.ts';
import { json, noNotes } from '../wire/call.ts';
import { validateBody } from '../wire/validate.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import { hasExpired, writeFaults } from '../workspaces/record.ts';
import type { ControlDeps } from './deps.ts';
import { workspacesFullError } from './workspaces.ts';

type Result = Promise<Reply | ApiError>;
type Rules = readonly (FaultRule | FaultRuleInput)[];

/** A valid rule, from which errors take their fixes. */
const example = {
	id: 'f-1',
	match: { endpoint: 'hybridPayment' },
	fault: { kind: 'status', status: 503 },
	probability: 0.1,
	skip: 0,
	times: 1,
	ttl: '2m',
};

export function listFaults(deps: ControlDeps) {
	return async ({ workspace }: Call): Promise<Reply> => {
		const record = await deps.store.workspaceRecord(workspace);
		const body: FaultList = {
			rules: viewRules(deps, record),
			presets: deps.faultPresets.map((preset) => ({ ...preset, rules: [...preset.rules] })),
		};
		return json(body);
	};
}

export function showFault(deps: ControlDeps) {
	return async ({ workspace, params: { id = '' } }: Call): Result => {
		const rules = viewRules(deps, await deps.store.workspaceRecord(workspace));
		const found = rules.find((rule) => rule.id === id);
		return found ? json(found) : notFound(id, rules);
	};
}

/** Adds a rule, or the rules of a preset, such as `{"preset": "brownout"}`. */
export function addFaults(deps: ControlDeps) {
	return async (call: Call): Result => {
		const { body } = call;
		if (isObject(body) && 'preset' in body) {
			const sent = validateBody(presetUseSchema, body, { preset: 'brownout' });
			if (!sent.ok) return sent.refusal;
			const preset = deps.faultPresets.find(({ name }) => name === sent.data.preset);
			const add = (rules: Rules) => [...rules, ...(preset?.rules ?? [])];
			return edit(deps, call, add, (rules) => json({ rules }, noNotes, 201));
		}
		const sent = validateBody(faultRuleInputSchema, body, example);
		if (!sent.ok) return sent.refusal;
		const { id } = sent.data;
		const add = (rules: readonly FaultRule[]) =>
			id !== undefined && rules.some((rule) => rule.id === id)
				? { code: 'fault_exists' as const, id }
				: [...rules, sent.data];
		return edit(deps, call, add, ([rule]) => json(rule, noNotes, 201));
	};
}

/** Replaces the rule with this id at its position, or adds it at the end. */
export function putFault(deps: ControlDeps) {
	return async (call: Call): Result => {
		const { id = '' } = call.params;
		const body = isObject(call.body) ? { id, ...call.body } : call.body;
		const ofPath = faultRuleInputSchema.refine((rule) => rule.id === id, {
			path: ['id'],
			error: 'must be the id in the path, or left out',
		});
		const sent = validateBody(ofPath, body, example);
		if (!sent.ok) return sent.refusal;
		const put = (rules: readonly FaultRule[]) => {
			const others = rules.map((rule) => (rule.id === id ? sent.data : rule));
			return rules.some((rule) => rule.id === id) ? others : [...others, sent.data];
		};
		return edit(deps, call, put, ([rule]) => json(rule), id);
	};
}

export function deleteFault(deps: ControlDeps) {
	return async (call: Call): Result => {
		const { id = '' } = call.params;
		const remove = (rules: readonly FaultRule[]) => {
			const left = rules.filter((rule) => rule.id !== id);
			return left.length === rules.length ? notFound(id, rules) : left;
		};
		return edit(deps, call, remove, () => json({ removed: 1 }));
	};
}

export function deleteFaults(deps: ControlDeps) {
	return async (call: Call): Result => {
		let removed = 0;
		const removeAll = (rules: readonly FaultRule[]) => {
			removed = rules.length;
			return [];
		};
		return edit(deps, call, removeAll, () => json({ removed }));
	};
}

/** Changes the list of rules. `reply` receives the new rules, and the rule with the id `written`. */
async function edit(
	deps: ControlDeps,
	{ workspace }: Call,
	change: (rules: readonly FaultRule[]) => Rules | ApiError,
	reply: (rules: FaultRuleView[]) => Reply,
	written: string | null = null,
): Result {
	const { store, newId, wallNow } = deps;
	const server = (await store.workspaceRecord(defaultWorkspace)).settings.inForce;
	const write = { id: newId(), wallMs: wallNow() };
	const changed = await store.changeWorkspace<WorkspaceRecord | ApiError>(workspace, (record) => {
		let before = record.settings.inForce.faults;
		let faults = change(before);
		if ('code' in faults) return { result: faults };
		if (faults.length > maxFaultRules) {
			// Expired rules, such as those of presets, are removed to make room for new ones.
			before = before.filter((rule) => !hasExpired(record, rule, write.wallMs));
			faults = change(before);
			if ('code' in faults) return { result: faults };
		}
		const place = { name: workspace, server };
		const configured = configure(record.settings, { faults }, place);
		if (!configured.ok) {
			const unchanged = new Set<unknown>(before);
			const position = faults.findIndex((rule) => !unchanged.has(rule));
			const errors = configured.errors.map((error) => errorInRule(error, `faults.${position}.`));
			return { result: { code: 'invalid_body', errors } };
		}
		const isWritten = (id: string) => id === written || !before.some((rule) => rule.id === id);
		const after = writeFaults({ ...record, settings: configured.record }, isWritten, write);
		return { record: after, result: after };
	});
	if (changed === null) return workspacesFullError(store);
	if ('code' in changed) return changed;
	const rules = viewRules(deps, changed);
	return reply(rules.filter(({ id }) => changed.faultWrites[id]?.id === write.id));
}

/** Names the field as in the body of the call, which is the rule at this place of the setting. */
function errorInRule(error: FieldError, place: string): FieldError {
	const { param, detail, fix } = error;
	if (!param.startsWith(place)) return error;
	return {
		param: param.slice(place.length),
		detail: detail.replace(place, ''),
		fix: fix.replace(place, ''),
	};
}

function viewRules({ faults, wallNow }: ControlDeps, record: WorkspaceRecord): FaultRuleView[] {
	return record.settings.inForce.faults.map((rule) => {
		const enabled = rule.enabled && !hasExpired(record, rule, wallNow());
		return { ...rule, enabled, ...faults.countsOf(record, rule) };
	});
}

function notFound(id: string, rules: readonly { id: string }[]): ApiError {
	return { code: 'fault_not_found', id, known: rules.map((rule) => rule.id) };
}
