/** The three documented calls under Node. Values that the document repeats between calls are compared. */
import { hybridPaymentResponseSchema } from '../../simulator/contract/hybrid-payment.ts';
import type { Market } from '../../simulator/contract/market-samples.ts';
import { marketSamples } from '../../simulator/contract/market-samples.ts';
import type { Customer } from '../../simulator/contract/payment-options.ts';
import { paymentOptionsResponseSchema } from '../../simulator/contract/payment-options.ts';
import { paymentSuboptionsResponseSchema } from '../../simulator/contract/payment-suboptions.ts';
import { cashierPath, headerNames, servicePaths } from '../../simulator/contract/routes.ts';
import type { HttpClient } from '../harness/http.ts';
import type { Checkout, Payin, Session } from '../scenario.ts';
import type { Recorder } from './recorder.ts';

export interface CreatePayinOptions {
	client: HttpClient;
	recorder: Recorder;
	nextReference(): string;
	nextCustomer(market: Market): Customer;
	onSession(session: Session): void;
}

export function createPayin(options: CreatePayinOptions): Payin {
	const { client } = options;
	const call: Recorder['step'] = (name, work) =>
		options.recorder.step(name, work, ['merchant', 'service']);
	return {
		paymentOptions: (checkout) =>
			call('payment-options', async (note) => {
				const body = requestOf(checkout, options);
				const headers = checkout.outcome ? { [headerNames.outcome]: checkout.outcome } : {};
				const path = servicePaths.paymentOptions;
				const response = await client.call(
					{ method: 'POST', path, body, headers },
					paymentOptionsResponseSchema,
					note,
				);
				const session = { ...response, redirectUrl: body.redirectUrl };
				options.onSession(session);
				return session;
			}),
		paymentSuboptions: (session, { paymentOptionId }) =>
			call('payment-suboptions', async (note) => {
				const { sessionId, transactionId } = session;
				const path = servicePaths.paymentSuboptions;
				const body = { sessionId, paymentOptionId };
				const request = { method: 'POST', path, body } as const;
				const { result } = await client.call(request, paymentSuboptionsResponseSchema, note);
				expectSame('result.paymentOptionId', result.paymentOptionId, paymentOptionId);
				expectSame('result.sessionId', result.sessionId, sessionId);
				expectSame('result.transactionId', result.transactionId, transactionId);
				return result.options;
			}),
		hybridPayment: (session, { paymentOptionId }, suboption) =>
			call('hybrid-payment', async (note) => {
				const { sessionId, transactionId } = session;
				const choice = suboption ? { optionId: suboption.id } : {};
				const path = servicePaths.hybridPayment;
				const body = { sessionId, paymentOptionId, ...choice };
				const request = { method: 'POST', path, body } as const;
				const { result } = await client.call(request, hybridPaymentResponseSchema, note);
				expectSame('result.transactionId', result.transactionId, transactionId);
				const cashier = new URL(result.redirectUrl);
				expectSame(
					'the session in result.redirectUrl',
					cashier.searchParams.get('sessionId'),
					sessionId,
				);
				if (!cashier.pathname.endsWith(cashierPath)) {
					throw new Error(
						`result.redirectUrl has the path ${cashier.pathname}, not ${cashierPath}`,
					);
				}
				return result.redirectUrl;
			}),
	};
}

function requestOf(checkout: Checkout, { nextReference, nextCustomer }: CreatePayinOptions) {
	const { market, amount, customer } = checkout;
	const paymentReference = checkout.paymentReference ?? nextReference();
	const { amount: sampleAmount, country, currency } = marketSamples[market];
	return {
		country,
		currency,
		amount: amount ?? sampleAmount,
		// The query must come back unchanged when the shopper returns.
		redirectUrl: `https://shop.example/return?order=${encodeURIComponent(paymentReference)}`,
		language: 'EN',
		customer: customer ?? nextCustomer(market),
		paymentReference,
	};
}

function expectSame(what: string, actual: unknown, expected: string) {
	if (actual !== expected)
		throw new Error(`${what} is ${JSON.stringify(actual)}, not "${expected}"`);
}
