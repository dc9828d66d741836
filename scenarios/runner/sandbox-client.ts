/** The control calls a driver makes, by name. */
import type { ClockView } from '../../simulator/contract/clock.ts';
import { clockViewSchema } from '../../simulator/contract/clock.ts';
import type { Act, PaymentView } from '../../simulator/contract/control.ts';
import { advanceResultSchema, paymentViewSchema } from '../../simulator/contract/control.ts';
import { controlPaths } from '../../simulator/contract/routes.ts';
import type { Client } from './client.ts';
import type { Note } from './recorder.ts';

export interface SandboxClient {
	act(sessionId: string, action: Act, note?: Note): Promise<PaymentView>;
	payment(sessionId: string): Promise<PaymentView>;
	/** Answers as soon as the state is reached, or with what it is when the time is up. */
	paymentOnce(sessionId: string, state: string, timeoutMs: number): Promise<PaymentView>;
	clock(): Promise<ClockView>;
	advance(byMs: number): Promise<void>;
}

export function createSandboxClient(client: Client): SandboxClient {
	const pathOf = (sessionId: string) => `${controlPaths.payments}/${sessionId}`;
	const get = (path: string) => client.call({ method: 'GET', path }, paymentViewSchema);
	return {
		act: (sessionId, body, note) => {
			const path = `${pathOf(sessionId)}/act`;
			return client.call({ method: 'POST', path, body }, paymentViewSchema, note);
		},
		payment: (sessionId) => get(pathOf(sessionId)),
		paymentOnce: (sessionId, state, timeoutMs) =>
			get(`${pathOf(sessionId)}?until=${state}&timeout=${Math.ceil(timeoutMs)}ms`),
		clock: () => client.call({ method: 'GET', path: controlPaths.clock }, clockViewSchema),
		async advance(byMs) {
			const body = { by: byMs };
			await client.call({ method: 'POST', path: controlPaths.advance, body }, advanceResultSchema);
		},
	};
}
