/** The settings of the sandbox behind a shop, for the report: runs with other settings cannot be compared. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../simulator/contract/json.ts';
import { isObject, valueAt } from '../../simulator/contract/json.ts';
import { redactedText } from '../../simulator/contract/redacted.ts';
import type { LoadReason } from '../../simulator/contract/run-report.ts';
import {
	defaultSettings,
	secretSettings,
	settingTable,
} from '../../simulator/contract/settings.ts';
import type { Plan } from '../plan.ts';
import type { Tally } from './tally.ts';

/**
 * The settings that differ from their defaults, by path: `{ 'latency.default': { fixed: '40ms' } }`. Secrets are left
 * out, and so are notes about gaps, which change no answer. Header values that a fault rule matches may be secrets.
 */
export function changedSettings(settings: JsonObject): JsonObject {
	const changed = Object.keys(settingTable).flatMap((path) => {
		const names = path.split('.');
		const value = valueAt(settings, names);
		const isDefault = isDeepStrictEqual(value, valueAt(defaultSettings, names));
		const isLeftOut = secretSettings.includes(path) || names[0] === 'gaps';
		if (isDefault || isLeftOut || value === undefined) return [];
		return [[path, path === 'faults' ? withoutHeaderValues(value) : value] as const];
	});
	return Object.fromEntries(changed);
}

/**
 * The note on failed flows in a load whose sandbox breaks calls by fault rules; without rules or failures, none. The
 * profile idempotency has a note of its own.
 */
export function brokenCallsNote(
	{ faults }: JsonObject,
	{ plan, tally }: { plan: Pick<Plan, 'profile'>; tally: Pick<Tally, 'everything'> },
): LoadReason[] {
	const areOn = Array.isArray(faults) && faults.some((rule) => rule.enabled !== false);
	if (!areOn || tally.everything.failed === 0 || plan.profile === 'idempotency') return [];
	const text =
		'The sandbox has fault rules, which may have broken calls on purpose: flows that failed by them count as failed. The limits of a shop that does not retry must allow for them.';
	return [{ id: 'broken-calls', group: 'target', severity: 'note', text, evidence: [] }];
}

function withoutHeaderValues(rules: unknown): unknown {
	if (!Array.isArray(rules)) return rules;
	return rules.map((rule) => {
		const header = valueAt(rule, ['match', 'header']);
		if (!isObject(header)) return rule;
		const names = Object.keys(header).map((name) => [name, redactedText]);
		return { ...rule, match: { ...rule.match, header: Object.fromEntries(names) } };
	});
}
