/** The calls of the control API that merchant mode makes, on the workspace behind the shop. */
import { z } from 'zod';
import { clockViewSchema } from '../../simulator/contract/clock.ts';
import type { PaymentView } from '../../simulator/contract/control.ts';
import {
	paymentListSchema,
	paymentViewSchema,
	resetSchema,
} from '../../simulator/contract/control.ts';
import type { FaultRuleInput } from '../../simulator/contract/faults.ts';
import type { FindingGroup } from '../../simulator/contract/findings.ts';
import { findingListSchema } from '../../simulator/contract/findings.ts';
import type { JournalEntry } from '../../simulator/contract/journal.ts';
import { journalSchema } from '../../simulator/contract/journal.ts';
import { controlPaths } from '../../simulator/contract/routes.ts';
import type { SomeSettings } from '../../simulator/contract/settings.ts';
import { verifyAnswerSchema } from '../../simulator/contract/verify.ts';
import type { ControlClient } from '../harness/control-client.ts';
import { createControlClient } from '../harness/control-client.ts';
import type { HttpClientOptions } from '../harness/http.ts';
import { callTimeoutMs, createHttpClient, parseBody, request } from '../harness/http.ts';

export interface SandboxControl extends ControlClient {
	/** Removes payments, faults and changed settings, and stops the clock. */
	reset(): Promise<void>;
	addFault(rule: FaultRuleInput): Promise<void>;
	removeFaults(): Promise<void>;
	change(settings: SomeSettings): Promise<void>;
	/** Null when the sandbox does not know the session. */
	find(sessionId: string): Promise<PaymentView | null>;
	payments(): Promise<PaymentView[]>;
	/** The latest 1 000 calls, oldest first. */
	journal(): Promise<JournalEntry[]>;
	findings(): Promise<FindingGroup[]>;
	verify(question: object): Promise<z.infer<typeof verifyAnswerSchema>>;
}

const anything = z.unknown();

export function createSandboxControl(options: HttpClientOptions): SandboxControl {
	const client = createHttpClient(options);
	const get = <T>(path: string, schema: z.ZodType<T>) =>
		client.call({ method: 'GET', path }, schema);
	const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
		await client.call({ method, path, ...(body ? { body } : {}) }, anything);
	};
	return {
		...createControlClient(client),
		async reset() {
			await client.call({ method: 'POST', path: controlPaths.reset }, resetSchema);
			const body = { mode: 'manual' };
			await client.call({ method: 'PUT', path: controlPaths.clock, body }, clockViewSchema);
		},
		addFault: (rule) => send('POST', controlPaths.faults, rule),
		removeFaults: () => send('DELETE', controlPaths.faults),
		change: (settings) => send('PUT', controlPaths.settings, settings),
		async find(sessionId) {
			// The client throws on a 404, which here is an answer.
			const url = `${options.target}${controlPaths.payments}/${encodeURIComponent(sessionId)}`;
			const { controlToken, signal } = options;
			const headers = controlToken ? { Authorization: `Bearer ${controlToken}` } : {};
			const response = await request(url, { headers }, { timeoutMs: callTimeoutMs, signal });
			if (!response.ok) return null;
			return paymentViewSchema.parse(parseBody(response)?.body);
		},
		payments: async () =>
			(await get(`${controlPaths.payments}?limit=1000`, paymentListSchema)).payments,
		journal: async () =>
			(await get(`${controlPaths.journal}?limit=1000`, journalSchema)).entries.reverse(),
		findings: async () => (await get(controlPaths.findings, findingListSchema)).findings,
		async verify(question) {
			const url = `${options.target}${controlPaths.verify}`;
			const { controlToken, signal } = options;
			const headers = {
				'Content-Type': 'application/json',
				...(controlToken ? { Authorization: `Bearer ${controlToken}` } : {}),
			};
			const init = { method: 'POST', headers, body: JSON.stringify(question) };
			// A question that does not hold is a 409 with the same shape.
			const response = await request(url, init, { timeoutMs: callTimeoutMs, signal });
			return verifyAnswerSchema.parse(parseBody(response)?.body);
		},
	};
}
