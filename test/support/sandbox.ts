/** Sandboxes for tests, on a free port, with a clock that only the test moves. */
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import type { PaymentOptionsResponse } from '../../simulator/contract/payment-options.ts';
import type { PaymentSuboptionsResponse } from '../../simulator/contract/payment-suboptions.ts';
import { servicePaths } from '../../simulator/contract/routes.ts';
import { workspaceListSchema } from '../../simulator/contract/workspaces.ts';
import type { SandboxOptions } from '../../simulator/sandbox.ts';
import { createSandbox } from '../../simulator/sandbox.ts';
import { atEnd } from './shared.ts';

/** Settings that tables of tests compose: their types are wider, and some are wrong on purpose. */
type LooseOptions = Omit<SandboxOptions, 'settings'> & { settings?: object };

export async function startSandbox(options: LooseOptions = {}) {
	const sandbox = await createSandbox({ port: 0, clock: 'manual', drain: 0, ...options });
	atEnd(() => sandbox.close());
	return { ...sandbox, configure: (patch: object) => sandbox.configure(patch) };
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

export interface Answer {
	status: number;
	headers: Headers;
	// biome-ignore lint/suspicious/noExplicitAny: because tests read whatever came, and assert on it
	body: any;
}

/** Sends JSON and reads JSON; a text body is sent as it is. */
export async function send(
	method: string,
	url: string,
	body?: unknown,
	headers: Record<string, string> = {},
): Promise<Answer> {
	const answer = await fetch(url, {
		method,
		headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
		...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
		redirect: 'manual',
	});
	const text = await answer.text();
	const isJson = answer.headers.get('content-type')?.includes('json');
	return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
}

export const post = (url: string, body?: unknown, headers?: Record<string, string>) =>
	send('POST', url, body, headers);

export async function startPayment(
	url: string,
	changes: Record<string, unknown> = {},
	headers: Record<string, string> = {},
) {
	const request = { ...paymentOptionsExample, ...changes };
	const { body } = await post(url + servicePaths.paymentOptions, request, headers);
	const answer = body as PaymentOptionsResponse;
	const optionId = (isCard: boolean) =>
		answer.paymentOptions.find(({ extraData }) => extraData.length > 0 === isCard)
			?.paymentOptionId ?? '';
	return { ...answer, cardId: optionId(true), bankId: optionId(false) };
}

export async function listBanks(url: string, sessionId: string, paymentOptionId: string) {
	const { body } = await post(url + servicePaths.paymentSuboptions, { sessionId, paymentOptionId });
	return (body as PaymentSuboptionsResponse).result.options;
}

/** A payment at the door of the cashier. */
export async function reachCashier(
	url: string,
	kind: 'card' | 'bank',
	changes: Record<string, unknown> = {},
	headers: Record<string, string> = {},
) {
	const payment = await startPayment(url, changes, headers);
	const { sessionId, cardId, bankId } = payment;
	const banks = kind === 'bank' ? await listBanks(url, sessionId, bankId) : [];
	const choice =
		kind === 'bank'
			? { paymentOptionId: bankId, optionId: banks[0]?.id }
			: { paymentOptionId: cardId };
	const { body } = await post(url + servicePaths.hybridPayment, { sessionId, ...choice });
	return { ...payment, page: String(body.result.redirectUrl) };
}

/** The names of all workspaces, in the order of their creation. */
export async function namesAt(url: string): Promise<string[]> {
	const { body } = await send('GET', `${url}/_sandbox/workspaces`);
	return workspaceListSchema.parse(body).workspaces.map(({ name }) => name);
}
