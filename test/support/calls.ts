/** The three calls of the service as a test sends them; payment-options sends the example, with changes. */
import { expect } from 'vitest';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { servicePaths } from '../../simulator/contract/routes.ts';
import { post } from './sandbox.ts';

type Target = { url: string };

export const options = (
	{ url }: Target,
	changes: object = {},
	headers: Record<string, string> = {},
) => post(url + servicePaths.paymentOptions, { ...paymentOptionsExample, ...changes }, headers);

/** The change that gives payment-options this reference. */
export const withReference = (paymentReference: string) => ({ paymentReference });

export const list = ({ url }: Target, body: object) =>
	post(url + servicePaths.paymentSuboptions, body);

export const choose = ({ url }: Target, body: object) =>
	post(url + servicePaths.hybridPayment, body);

/** Sends payment-options to a sandbox with latency, runs `meanwhile`, and closes the connection before the response. */
export async function leaveDuringPaymentOptions(
	sandbox: Target & { callsInFlight(): number },
	changes: object = {},
	meanwhile: () => Promise<void> = async () => {},
): Promise<void> {
	const leaving = new AbortController();
	const call = fetch(sandbox.url + servicePaths.paymentOptions, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ ...paymentOptionsExample, ...changes }),
		signal: leaving.signal,
	});
	await expect.poll(sandbox.callsInFlight).toBe(1);
	await meanwhile();
	leaving.abort();
	await expect(call).rejects.toThrow();
}
