/** A client for the control API calls of merchant mode, in the workspace behind the shop. */
import type { z } from 'zod';
import type { ClockChange, ClockView } from '../../simulator/contract/clock.ts';
import { clockViewSchema } from '../../simulator/contract/clock.ts';
import type { PaymentView } from '../../simulator/contract/control.ts';
import { paymentListSchema } from '../../simulator/contract/control.ts';
import type { FindingList } from '../../simulator/contract/findings.ts';
import { findingListSchema } from '../../simulator/contract/findings.ts';
import type { JournalEntry } from '../../simulator/contract/journal.ts';
import { journalSchema } from '../../simulator/contract/journal.ts';
import type { JsonObject } from '../../simulator/contract/json.ts';
import { isObject } from '../../simulator/contract/json.ts';
import { controlPaths, serviceCalls } from '../../simulator/contract/routes.ts';
import type { SomeSettings } from '../../simulator/contract/settings.ts';
import { verifyAnswerSchema } from '../../simulator/contract/verify.ts';
import type { ControlClient } from '../harness/control-client.ts';
import { createControlClient } from '../harness/control-client.ts';
import { UsageError } from '../harness/errors.ts';
import type { HttpClientOptions } from '../harness/http.ts';
import { CallError, createHttpClient } from '../harness/http.ts';

export interface SandboxControl extends ControlClient {
	/** Returns the clock after the change. */
	setClock(change: ClockChange): Promise<ClockView>;
	/** Removes all fault rules. */
	removeFaults(): Promise<void>;
	/** Returns null if the sandbox does not know the session. */
	find(sessionId: string): Promise<PaymentView | null>;
	/** Returns all payments that are newer than the one with this transaction id, in pages, newest first. */
	paymentsSince(transactionId: string | undefined): AsyncGenerator<readonly PaymentView[]>;
	/** Returns the newest payment that has the state; without a state, the newest of all. */
	newestPayment(state?: PaymentView['state']): Promise<PaymentView | undefined>;
	settings(): Promise<JsonObject>;
	/** Returns the settings that were set over those of the profile, as a merge patch. Secrets are redacted. */
	settingChanges(): Promise<JsonObject>;
	/** Returns the settings that a reset would change, with their present values. Secrets are redacted. */
	changesSinceStart(): Promise<JsonObject>;
	/** Returns all calls in the journal, in pages, newest first. */
	everyCall(): AsyncGenerator<readonly JournalEntry[]>;
	/** Returns the id of the newest call in the journal; 0 if there is none. */
	latestCallId(): Promise<number>;
	/** Returns how many calls the service received; undefined if the journal does not count them. */
	serviceCallCount(): Promise<number | undefined>;
	/** Returns the calls in the journal, oldest first, and how many it has dropped. */
	journal(): Promise<{ calls: JournalEntry[]; dropped: number }>;
	/** With `complete`, no documented call is still open. */
	findings(): Promise<Pick<FindingList, 'findings' | 'complete'>>;
	verify(question: object): Promise<z.infer<typeof verifyAnswerSchema>>;
}

const isServiceCall = (endpoint: string) => (serviceCalls as readonly string[]).includes(endpoint);

export function createSandboxControl(options: HttpClientOptions): SandboxControl {
	const client = createHttpClient(options);
	const control = createControlClient(client);
	const get = <T>(path: string, schema: z.ZodType<T>) =>
		client.call({ method: 'GET', path }, schema);
	async function* journalPages() {
		let cursor: string | null = '';
		while (cursor !== null) {
			const path: string = `${controlPaths.journal}?limit=1000${cursor && `&cursor=${cursor}`}`;
			const page = await get(path, journalSchema);
			yield page;
			cursor = page.next;
		}
	}
	const readObject = async (path: string) => {
		const { body } = await client.json({ method: 'GET', path });
		return isObject(body) ? body : {};
	};
	return {
		...control,
		setClock: (body) =>
			client.call({ method: 'PUT', path: controlPaths.clock, body }, clockViewSchema),
		async removeFaults() {
			await client.json({ method: 'DELETE', path: controlPaths.faults });
		},
		find: (sessionId) =>
			control.payment(encodeURIComponent(sessionId)).catch((error: unknown) => {
				if (error instanceof CallError && error.refusal.status === 404) return null;
				throw error;
			}),
		async *paymentsSince(transactionId) {
			let cursor: string | null = '';
			while (cursor !== null) {
				const path: string = `${controlPaths.payments}?limit=1000${cursor && `&cursor=${cursor}`}`;
				const { payments, next } = await get(path, paymentListSchema);
				const end = payments.findIndex((payment) => payment.transactionId === transactionId);
				yield end === -1 ? payments : payments.slice(0, end);
				cursor = end === -1 ? next : null;
			}
		},
		async newestPayment(state) {
			const path = `${controlPaths.payments}?limit=1${state ? `&state=${state}` : ''}`;
			return (await get(path, paymentListSchema)).payments[0];
		},
		settings: () => readObject(controlPaths.settings),
		settingChanges: () => readObject(controlPaths.settingChanges),
		changesSinceStart: () => readObject(`${controlPaths.settingChanges}?since=start`),
		async *everyCall() {
			for await (const { entries } of journalPages()) yield entries;
		},
		latestCallId: async () =>
			(await get(`${controlPaths.journal}?limit=1`, journalSchema)).entries[0]?.id ?? 0,
		async serviceCallCount() {
			const { mode, counters } = await get(`${controlPaths.journal}?limit=1`, journalSchema);
			if (mode === 'off') return undefined;
			const ofService = counters.filter(({ endpoint }) => isServiceCall(endpoint));
			return ofService.reduce((sum, { calls }) => sum + calls, 0);
		},
		async journal() {
			const newestFirst: JournalEntry[] = [];
			let dropped = 0;
			for await (const page of journalPages()) {
				newestFirst.push(...page.entries);
				({ dropped } = page);
			}
			return { calls: newestFirst.reverse(), dropped };
		},
		findings: () => get(controlPaths.findings, findingListSchema),
		// The status 409 means that the expectation does not hold; its body has the same shape.
		verify: (body) =>
			client.call(
				{ method: 'POST', path: controlPaths.verify, body, accepts: [409] },
				verifyAnswerSchema,
			),
	};
}

/** The fields of the merchant file that have settings of the sandbox. */
export type SettingsField = 'sandbox' | 'load.sandbox';

/** Changes the settings to those of a field of the merchant file. Throws a UsageError if the sandbox refuses them. */
export async function changeToFileSettings(
	control: Pick<SandboxControl, 'changeSettings'>,
	field: SettingsField,
	settings: JsonObject,
	path: string,
): Promise<void> {
	if (Object.keys(settings).length === 0) return;
	try {
		await control.changeSettings(settings as SomeSettings);
	} catch (error) {
		if (!(error instanceof CallError) || error.refusal.kind !== 'refused') throw error;
		throw new UsageError([`${path}: ${field}: ${error.message}`]);
	}
}
