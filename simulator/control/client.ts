/** A small client of the control API, for the library: the same calls as anybody's, over the same socket. */
import type { Act, AdvanceResult, PaymentView } from '../contract/control.ts';
import type { Duration } from '../contract/duration.ts';
import type { JournalCleared, JournalFilter, JournalView } from '../contract/journal.ts';
import type { Problem } from '../contract/problem.ts';
import { controlPaths } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import type { SettingsPatch } from '../settings/settings.ts';

export function createControlClient(url: string, token: string | null) {
	async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
		const answer = await fetch(url + path, {
			method,
			headers: {
				...(token === null ? {} : { Authorization: `Bearer ${token}` }),
				...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		const content = (await answer.json()) as T | Problem;
		if (answer.ok) return content as T;
		const { code, detail, fix } = content as Problem;
		throw new Error(`${method} ${path} was refused (${code}): ${detail} ${fix}`);
	}
	return {
		get: <T>(path: string) => call<T>('GET', path),
		put: <T>(path: string, body: unknown) => call<T>('PUT', path, body),
		post: <T>(path: string, body?: unknown) => call<T>('POST', path, body),
		delete: <T>(path: string) => call<T>('DELETE', path),
	};
}

type Client = ReturnType<typeof createControlClient>;

/** One workspace, driven from a test. */
export interface WorkspaceControl {
	/** What stands in front of every path of it, without a slash at the end: point your system there. */
	url: string;
	payment(id: string): Promise<PaymentView>;
	act(id: string, action: Act): Promise<PaymentView>;
	advance(by: Duration): Promise<AdvanceResult>;
	/** Its calls, newest first. */
	journal(filter?: JournalFilter): Promise<JournalView>;
	/** How many entries went. */
	clearJournal(): Promise<number>;
	/** A part of the settings, merged; `null` restores a default. */
	configure(patch: SettingsPatch): Promise<Settings>;
	/** Forgets its payments and begins it anew, as it began. */
	reset(): Promise<void>;
}

export function controlWorkspace(
	url: string,
	{ get, post, put, delete: remove }: Client,
): WorkspaceControl {
	return {
		url,
		payment: (id) => get(`${controlPaths.payments}/${id}`),
		act: (id, action) => post(`${controlPaths.payments}/${id}/act`, action),
		advance: (by) => post(controlPaths.advance, { by }),
		journal(filter = {}) {
			const query = Object.entries(filter).map(([name, value]) => `${name}=${value}`);
			return get(`${controlPaths.journal}?${query.join('&')}`);
		},
		clearJournal: async () => (await remove<JournalCleared>(controlPaths.journal)).cleared,
		configure: (patch) => put(controlPaths.settings, patch),
		reset: () => post(controlPaths.reset),
	};
}
