/** A client for the control API calls that stories make. */
import type { ClockView } from '../../simulator/contract/clock.ts';
import { clockViewSchema } from '../../simulator/contract/clock.ts';
import type { Act, PaymentView } from '../../simulator/contract/control.ts';
import {
	advanceResultSchema,
	paymentListSchema,
	paymentViewSchema,
	resetSchema,
} from '../../simulator/contract/control.ts';
import type { FaultRuleInput } from '../../simulator/contract/faults.ts';
import { controlPaths } from '../../simulator/contract/routes.ts';
import type { SomeSettings } from '../../simulator/contract/settings.ts';
import type { HttpClient } from './http.ts';

export interface ControlClient {
	act(sessionId: string, action: Act, note?: (detail: string) => void): Promise<PaymentView>;
	payment(sessionId: string): Promise<PaymentView>;
	/** Returns the payment when it reaches the state, or unchanged after the timeout. */
	waitForPayment(sessionId: string, state: string, timeoutMs: number): Promise<PaymentView>;
	clock(): Promise<ClockView>;
	advance(byMs: number): Promise<void>;
	/** Returns the latest 1,000 payments, newest first. With a reference, only those that have it. */
	payments(reference?: string): Promise<PaymentView[]>;
	addFault(rule: FaultRuleInput): Promise<void>;
	changeSettings(change: SomeSettings): Promise<void>;
	reset(): Promise<void>;
}

export function createControlClient(client: HttpClient): ControlClient {
	const pathOf = (sessionId: string) => `${controlPaths.payments}/${sessionId}`;
	const get = (path: string) => client.call({ method: 'GET', path }, paymentViewSchema);
	return {
		act: (sessionId, body, note) => {
			const path = `${pathOf(sessionId)}/act`;
			return client.call({ method: 'POST', path, body }, paymentViewSchema, note);
		},
		payment: (sessionId) => get(pathOf(sessionId)),
		waitForPayment: (sessionId, state, timeoutMs) =>
			get(`${pathOf(sessionId)}?until=${state}&timeout=${Math.ceil(timeoutMs)}ms`),
		clock: () => client.call({ method: 'GET', path: controlPaths.clock }, clockViewSchema),
		async advance(byMs) {
			const body = { by: byMs };
			await client.call({ method: 'POST', path: controlPaths.advance, body }, advanceResultSchema);
		},
		async payments(reference) {
			const filter = reference === undefined ? '' : `&reference=${encodeURIComponent(reference)}`;
			const path = `${controlPaths.payments}?limit=1000${filter}`;
			return (await client.call({ method: 'GET', path }, paymentListSchema)).payments;
		},
		async addFault(body) {
			await client.json({ method: 'POST', path: controlPaths.faults, body });
		},
		async changeSettings(body) {
			await client.json({ method: 'PUT', path: controlPaths.settings, body });
		},
		async reset() {
			await client.call({ method: 'POST', path: controlPaths.reset }, resetSchema);
		},
	};
}
