/** The calls of the control API that merchant mode makes, on the workspace behind the shop. */
import type { z } from 'zod';
import type { ClockChange } from '../../simulator/contract/clock.ts';
import type { PaymentView } from '../../simulator/contract/control.ts';
import type { FindingGroup } from '../../simulator/contract/findings.ts';
import { findingListSchema } from '../../simulator/contract/findings.ts';
import type { JournalEntry } from '../../simulator/contract/journal.ts';
import { journalSchema } from '../../simulator/contract/journal.ts';
import { controlPaths } from '../../simulator/contract/routes.ts';
import { verifyAnswerSchema } from '../../simulator/contract/verify.ts';
import type { ControlClient } from '../harness/control-client.ts';
import { createControlClient } from '../harness/control-client.ts';
import type { HttpClientOptions } from '../harness/http.ts';
import { CallError, createHttpClient } from '../harness/http.ts';

export interface SandboxControl extends ControlClient {
	setClock(change: ClockChange): Promise<void>;
	removeFaults(): Promise<void>;
	/** Null when the sandbox does not know the session. */
	find(sessionId: string): Promise<PaymentView | null>;
	/** The latest 1 000 calls, oldest first. */
	journal(): Promise<JournalEntry[]>;
	findings(): Promise<FindingGroup[]>;
	verify(question: object): Promise<z.infer<typeof verifyAnswerSchema>>;
}

export function createSandboxControl(options: HttpClientOptions): SandboxControl {
	const client = createHttpClient(options);
	const control = createControlClient(client);
	const get = <T>(path: string, schema: z.ZodType<T>) =>
		client.call({ method: 'GET', path }, schema);
	return {
		...control,
		async setClock(body) {
			await client.json({ method: 'PUT', path: controlPaths.clock, body });
		},
		async removeFaults() {
			await client.json({ method: 'DELETE', path: controlPaths.faults });
		},
		find: (sessionId) =>
			control.payment(encodeURIComponent(sessionId)).catch((error: unknown) => {
				if (error instanceof CallError && error.refusal.status === 404) return null;
				throw error;
			}),
		journal: async () =>
			(await get(`${controlPaths.journal}?limit=1000`, journalSchema)).entries.reverse(),
		findings: async () => (await get(controlPaths.findings, findingListSchema)).findings,
		// An expectation that does not hold is a 409 with the same shape.
		verify: (body) =>
			client.call(
				{ method: 'POST', path: controlPaths.verify, body, accepts: [409] },
				verifyAnswerSchema,
			),
	};
}
