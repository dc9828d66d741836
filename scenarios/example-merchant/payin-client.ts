/** The shop's client for the three documented calls. */
import { z } from 'zod';
import type { Bugs } from './bugs.ts';

/**
 * A call without a usable answer. `refused`: the status is 4xx. `unclear`: any other failure, after which the call may
 * have taken effect.
 */
export class PayinError extends Error {
	readonly kind: 'refused' | 'unclear';
	/** The status of the response; null if no response arrived. */
	readonly status: number | null;
	constructor(kind: 'refused' | 'unclear', message: string, status: number | null = null) {
		super(message);
		this.kind = kind;
		this.status = status;
	}
}

const tooManyRequests = 429;

export interface PaymentRequest {
	country: string;
	currency: string;
	amount: number;
	redirectUrl: string;
	language: string;
	customer: { name?: string; email?: string };
	paymentReference: string;
}

/** A bank of the list, as far as the shop reads it. */
export interface Bank {
	id: string;
	name: string;
	uuid: string;
}

export type PayinClient = ReturnType<typeof createPayinClient>;

export function createPayinClient(baseUrl: string, bugs: Bugs) {
	const schemas = responseSchemas(bugs.has('breaks-on-unknown-fields'));
	const limitMs = bugs.has('gives-up-at-2s') ? 2_000 : 10_000;

	async function post(path: string, body: object, headers: Record<string, string>) {
		const response = await fetch(baseUrl.replace(/\/+$/, '') + path, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', ...headers },
			body: JSON.stringify(body),
			redirect: 'manual',
			signal: AbortSignal.timeout(limitMs),
		});
		return { status: response.status, text: await response.text() };
	}

	/** The bug `resends`: the HTTP client itself sends a request again when the connection is cut, as some clients do. */
	const send: typeof post = (...request) =>
		post(...request).catch((error: Error) => {
			if (!bugs.has('transport-resends') || error.name === 'TimeoutError') throw error;
			return post(...request);
		});

	async function call<T>(
		path: string,
		schema: z.ZodType<T>,
		body: object,
		headers: Record<string, string> = {},
	): Promise<T> {
		const { status, text } = await send(path, body, headers).catch((error: Error) => {
			throw new PayinError('unclear', `${path}: ${error.message}`);
		});
		if (status >= 400 && status < 500 && status !== tooManyRequests) {
			throw new PayinError('refused', `${path}: ${status} ${text}`, status);
		}
		const json = parseJson(text);
		// The bug `crashes-on-html`: an exception in an event handler ends the process.
		if (json === undefined && bugs.has('crashes-on-html')) setImmediate(() => JSON.parse(text));
		const parsed = schema.safeParse(json);
		if (status >= 200 && status < 300 && parsed.success) return parsed.data;
		throw new PayinError('unclear', `${path}: ${status}, not the documented answer`, status);
	}

	return {
		/**
		 * Sends the key in `Idempotency-Key`, for a service that recognises repeats. The interface document does not show
		 * such a header.
		 */
		paymentOptions: (request: PaymentRequest, key: string) =>
			call('/v2/payment-options', schemas.options, request, { 'Idempotency-Key': key }),
		paymentSuboptions: (body: { sessionId: string; paymentOptionId: string }) =>
			call('/v2/payment-suboptions', schemas.suboptions, body),
		hybridPayment: (body: { sessionId: string; paymentOptionId: string; optionId?: string }) =>
			call('/v2/hybrid-payment', schemas.redirect, body),
	};
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/**
 * The schemas of the response fields that the shop reads. Strict schemas list all documented fields and reject others.
 */
function responseSchemas(isStrict: boolean) {
	const object: typeof z.object = isStrict ? (z.strictObject as typeof z.object) : z.object;
	const id = z.string().min(1);
	const unread = z.unknown();
	const option = { paymentOptionId: id, name: z.string(), logo: unread, extraData: unread };
	const bank = { id, name: z.string(), logo: unread, uuid: z.string(), formInputs: unread };
	const result = { paymentOptionId: unread, transactionId: unread, sessionId: unread };
	const envelope = { statusCode: unread, resultType: unread };
	return {
		options: object({ transactionId: id, sessionId: id, paymentOptions: z.array(object(option)) }),
		suboptions: object({
			...envelope,
			result: object({ ...result, options: z.array(object(bank)) }),
		}),
		redirect: object({
			...envelope,
			result: object({ redirectUrl: z.url({ protocol: /^https?$/ }), transactionId: unread }),
		}),
	};
}
