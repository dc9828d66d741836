/** Settings that are the whole server's: kept in the workspace `default`, and refused in any other. */
import type { Duration } from '../contract/duration.ts';
import { toMs } from '../contract/duration.ts';
import type { JsonObject } from '../contract/json.ts';
import type { FieldError } from '../contract/problem.ts';
import { defaultWorkspace } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import type { SettingsPatch } from './merge.ts';

/** Where each stands, and what it says however it is written. */
const serverWide = [
	['limits', 'maxPayments', (value: unknown) => value],
	['limits', 'maxWorkspaces', (value: unknown) => value],
	['limits', 'journalEntries', (value: unknown) => value],
	['limits', 'journalBytes', (value: unknown) => value],
	['limits', 'eventStreams', (value: unknown) => value],
	['workspaces', 'ttl', (value: unknown) => (value === null ? value : toMs(value as Duration))],
] as const;

/** What is in force in a workspace: its own settings, and the server's. */
export function withServerWide(own: Settings, { limits, workspaces }: Settings): Settings {
	const { maxPayments, maxWorkspaces, journalEntries, journalBytes, eventStreams } = limits;
	const server = { maxPayments, maxWorkspaces, journalEntries, journalBytes, eventStreams };
	return { ...own, limits: { ...own.limits, ...server }, workspaces };
}

/** A patch that passed the schema, without the server's part; that part may only say what is so already. */
export function ownPart(patch: SettingsPatch, server: Settings) {
	const errors: FieldError[] = [];
	let own = patch;
	for (const [section, key, said] of serverWide) {
		const part = (own[section] ?? {}) as JsonObject;
		if (!Object.hasOwn(part, key)) continue;
		const { [key]: value, ...others } = part;
		own = { ...own, [section]: others };
		const inForce: JsonObject = server[section];
		if (said(value) === said(inForce[key])) continue;
		const param = `${section}.${key}`;
		const detail = `${param} is of the whole server, and set in the workspace ${defaultWorkspace} only.`;
		errors.push({ param, detail, fix: `Leave ${param} out here.` });
	}
	return { own, errors };
}
