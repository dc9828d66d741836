/** A sandbox that is asked for the same payment again, by reference or by key. */
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../../simulator/contract/routes.ts';
import type { SandboxOptions } from '../../simulator/sandbox.ts';
import { options } from './calls.ts';
import { send, startSandbox } from './sandbox.ts';

export const header = 'Idempotency-Key';
export const withKeys = { idempotency: { header } };

export async function setupRepeats(settings: NonNullable<SandboxOptions['settings']>) {
	const sandbox = await startSandbox({ settings });
	const url = sandbox.url + servicePaths.paymentOptions;
	return {
		sandbox,
		ask: (changes: object = {}, headers: Record<string, string> = {}) =>
			options(sandbox, changes, headers),
		/** The same under a key; the text of the answer as it came. */
		async askUnder(
			key: string,
			body: unknown = paymentOptionsExample,
			more: Record<string, string> = {},
		) {
			const text = typeof body === 'string' ? body : JSON.stringify(body);
			const headers = { 'Content-Type': 'application/json', [header]: key, ...more };
			const answer = await fetch(url, { method: 'POST', headers, body: text });
			return {
				status: answer.status,
				text: await answer.text(),
				replayed: answer.headers.get('idempotent-replayed'),
				headers: answer.headers,
			};
		},
		async payments() {
			const { body } = await send('GET', sandbox.url + controlPaths.payments);
			return body.payments.length as number;
		},
	};
}
