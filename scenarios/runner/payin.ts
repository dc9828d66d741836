/** Makes the three documented calls in Node. Every response is compared with the documented shape. */
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { hybridPaymentResponseSchema } from '../../simulator/contract/hybrid-payment.ts';
import type { Market } from '../../simulator/contract/market-samples.ts';
import { marketSamples } from '../../simulator/contract/market-samples.ts';
import type { Customer, PaymentOptionsResponse } from '../../simulator/contract/payment-options.ts';
import { paymentOptionsResponseSchema } from '../../simulator/contract/payment-options.ts';
import type { PaymentSuboptionsResponse } from '../../simulator/contract/payment-suboptions.ts';
import { paymentSuboptionsResponseSchema } from '../../simulator/contract/payment-suboptions.ts';
import { cashierPath, headerNames, servicePaths } from '../../simulator/contract/routes.ts';
import type { Deviation } from '../../simulator/contract/run-report.ts';
import type { Call, HttpClient } from '../harness/http.ts';
import { CallError } from '../harness/http.ts';
import type { Checkout, Payin, Session, StoryContexts } from '../scenario.ts';
import { isErrorBody } from '../unexpected-response.ts';
import { describeDeviations, deviationAt, deviationsOf } from './deviations.ts';
import type { IssuedIds } from './issued-ids.ts';
import type { AddDetail, Recorder } from './recorder.ts';
import { createAttempts } from './recorder.ts';
import type { KeysOf } from './story-values.ts';
import { checkKeys, checkValue } from './story-values.ts';

export interface CreatePayinOptions {
	client: HttpClient;
	recorder: Recorder;
	nextReference(): string;
	nextCustomer(market: Market): Customer;
	/** The ids of all payments of the run, of other stories too. */
	issuedIds: IssuedIds;
	onSession(session: Session): void;
	onDeviations(found: readonly Deviation[]): void;
}

export function createPayin(options: CreatePayinOptions): StoryContexts['control']['payin'] {
	const { recorder } = options;
	const customers = new Map<string, Customer>();
	const requestOf = (checkout: Checkout) => completeRequest(checkout, options, customers);
	const client = pausingAfterLoss(options.client);
	return {
		...createCalls({ ...options, client }, requestOf, recorder.step),
		attempt: createAttempts(createCalls({ ...options, client }, requestOf, recorder.attempt)),
	};
}

/**
 * The pause after a lost answer, in milliseconds. The sandbox takes an equal request within 100 ms for a resend of the
 * transport, and breaks it again.
 */
const pauseMs = 120;

/** Makes the next call wait after a lost answer, as every client should before a retry. */
function pausingAfterLoss({ json }: HttpClient): Pick<HttpClient, 'json'> {
	let readyAt = 0;
	return {
		async json(call, note) {
			const waitMs = readyAt - performance.now();
			if (waitMs > 0) await pause(waitMs);
			return json(call, note).catch((error: unknown) => {
				const isLost = error instanceof CallError && error.refusal.kind === 'lost';
				if (isLost) readyAt = performance.now() + pauseMs;
				throw error;
			});
		},
	};
}

type Request = ReturnType<typeof completeRequest>;

function createCalls(
	{
		client,
		issuedIds,
		onSession,
		onDeviations,
	}: Pick<CreatePayinOptions, 'issuedIds' | 'onSession' | 'onDeviations'> & {
		client: Pick<HttpClient, 'json'>;
	},
	requestOf: (checkout: Checkout) => Request,
	step: Recorder['step'],
): Payin {
	const call: Recorder['step'] = (name, work) => step(name, work, ['merchant', 'service']);

	/** Sends a call and returns its body. A deviation does not stop the story as long as its next call is possible. */
	async function answer<T>(
		name: string,
		request: Omit<Call, 'method' | 'isError'>,
		shape: Shape<T>,
		note: AddDetail,
	) {
		const isUsable = (body: unknown) => shape.usable.safeParse(body).success;
		const isError = (body: unknown) => !isUsable(body) && isErrorBody(body);
		const { body } = await client.json({ method: 'POST', ...request, isError }, note);
		const found = deviationsOf(name, shape.documented, body);
		if (isUsable(body)) {
			const usable = body as T;
			onDeviations([...found, ...shape.echoes(usable, name, found)]);
			return usable;
		}
		onDeviations(found);
		throw new Error(describeDeviations(found));
	}

	return {
		paymentOptions: (checkout) =>
			call('payment-options', async (note) => {
				const body = requestOf(checkout);
				const headers = checkout.outcome ? { [headerNames.outcome]: checkout.outcome } : {};
				const { timeoutMs } = checkout;
				const path = servicePaths.paymentOptions;
				const request = { path, body, headers, ...(timeoutMs ? { timeoutMs } : {}) };
				const shape = optionsShape(body.paymentReference, issuedIds);
				const response = await answer('payment-options', request, shape, note);
				const session = { ...response, redirectUrl: body.redirectUrl };
				onSession(session);
				return session;
			}),
		paymentSuboptions: ({ sessionId, transactionId }, { paymentOptionId }) =>
			call('payment-suboptions', async (note) => {
				const path = servicePaths.paymentSuboptions;
				const body = { sessionId, paymentOptionId };
				const shape = suboptionsShape({ paymentOptionId, sessionId, transactionId });
				const { result } = await answer('payment-suboptions', { path, body }, shape, note);
				return result.options;
			}),
		hybridPayment: ({ sessionId, transactionId }, { paymentOptionId }, suboption) =>
			call('hybrid-payment', async (note) => {
				const choice = suboption ? { optionId: suboption.id } : {};
				const path = servicePaths.hybridPayment;
				const body = { sessionId, paymentOptionId, ...choice };
				const shape = hybridShape(sessionId, transactionId);
				const { result } = await answer('hybrid-payment', { path, body }, shape, note);
				return result.redirectUrl;
			}),
	};
}

interface Shape<T> {
	documented: z.ZodType<T>;
	/** The schema of the fields that the next calls of a story need. */
	usable: z.ZodType;
	/** Compares values that must repeat the request. `found` are the deviations that are already reported. */
	echoes(body: T, name: string, found: readonly Deviation[]): Deviation[];
}

function optionsShape(reference: string, issuedIds: IssuedIds): Shape<PaymentOptionsResponse> {
	return {
		documented: paymentOptionsResponseSchema,
		usable: z.object({
			sessionId: z.string(),
			transactionId: z.string(),
			paymentOptions: z.array(
				z.object({ paymentOptionId: z.string(), extraData: z.array(z.unknown()) }),
			),
		}),
		echoes: (body, name) =>
			issuedIds
				.add({ ...body, reference })
				.map((field) => deviationAt(name, [field], 'an id that no other payment has', body)),
	};
}

function suboptionsShape(sent: Record<'paymentOptionId' | 'sessionId' | 'transactionId', string>) {
	const shape: Shape<PaymentSuboptionsResponse> = {
		documented: paymentSuboptionsResponseSchema,
		usable: z.object({ result: z.object({ options: z.array(z.object({ id: z.string() })) }) }),
		echoes: (body, name, found) =>
			Object.entries(sent).flatMap(([field, value]) =>
				differing(body, name, found, ['result', field], value),
			),
	};
	return shape;
}

type HybridPaymentResponse = z.infer<typeof hybridPaymentResponseSchema>;

function hybridShape(sessionId: string, transactionId: string): Shape<HybridPaymentResponse> {
	return {
		documented: hybridPaymentResponseSchema,
		usable: z.object({ result: z.object({ redirectUrl: z.string() }) }),
		echoes: (body, name, found) => {
			const path = ['result', 'redirectUrl'];
			const address = body.result.redirectUrl;
			const cashier = URL.canParse(address) ? new URL(address) : undefined;
			const isCashier =
				cashier?.pathname.endsWith(cashierPath) &&
				cashier.searchParams.getAll('sessionId').join() === sessionId;
			const documented = `an address that ends with ${cashierPath}?sessionId=${sessionId}`;
			return [
				...differing(body, name, found, ['result', 'transactionId'], transactionId),
				...(isCashier ? [] : [deviationAt(name, path, documented, body)]),
			];
		},
	};
}

function differing(
	body: { result: object },
	name: string,
	found: readonly Deviation[],
	path: readonly [string, string],
	sent: string,
): Deviation[] {
	if (Reflect.get(body.result, path[1]) === sent) return [];
	const one = deviationAt(name, path, `"${sent}", as in the request`, body);
	return found.some((known) => known.path === one.path) ? [] : [one];
}

const checkoutKeys: KeysOf<Checkout> = {
	market: true,
	amount: true,
	paymentReference: true,
	customer: true,
	redirectUrl: true,
	timeoutMs: true,
	outcome: true,
};

function completeRequest(
	checkout: Checkout,
	{ nextReference, nextCustomer }: CreatePayinOptions,
	customers: Map<string, Customer>,
) {
	checkKeys('paymentOptions', checkout, checkoutKeys);
	const { market, amount } = checkout;
	checkValue('market', market, Object.keys(marketSamples));
	const paymentReference = checkout.paymentReference ?? nextReference();
	const { amount: sampleAmount, country, currency } = marketSamples[market];
	const customer = checkout.customer ?? customers.get(paymentReference) ?? nextCustomer(market);
	customers.set(paymentReference, customer);
	return {
		country,
		currency,
		amount: amount ?? sampleAmount,
		// A query with special characters, which must come back unchanged when the shopper returns.
		redirectUrl:
			checkout.redirectUrl ??
			`https://shop.example/return?order=${encodeURIComponent(paymentReference)}`,
		language: 'EN',
		customer,
		paymentReference,
	};
}
