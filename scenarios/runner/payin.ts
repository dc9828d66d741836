/** The three documented calls under Node, with what the document promises between them. */

import { hybridPaymentResponseSchema } from '../../simulator/contract/hybrid-payment.ts';
import type { Market } from '../../simulator/contract/market-samples.ts';
import { marketSamples } from '../../simulator/contract/market-samples.ts';
import type { Customer } from '../../simulator/contract/payment-options.ts';
import { paymentOptionsResponseSchema } from '../../simulator/contract/payment-options.ts';
import { paymentSuboptionsResponseSchema } from '../../simulator/contract/payment-suboptions.ts';
import { cashierPath, headerNames, servicePaths } from '../../simulator/contract/routes.ts';
import type { Checkout, Payin, Session } from '../scenario.ts';
import type { Client } from './client.ts';
import type { Recorder } from './recorder.ts';

export interface PayinParts {
	client: Client;
	recorder: Recorder;
	nextReference(): string;
	nextCustomer(market: Market): Customer;
	onSession(session: Session): void;
}

export function createPayin(parts: PayinParts): Payin {
	const { client, recorder } = parts;
	return {
		paymentOptions: (checkout) =>
			recorder.step('payment-options', async (note) => {
				const body = requestOf(checkout, parts);
				const headers = checkout.outcome ? { [headerNames.outcome]: checkout.outcome } : {};
				const path = servicePaths.paymentOptions;
				const answer = await client.call(
					{ method: 'POST', path, body, headers },
					paymentOptionsResponseSchema,
					note,
				);
				const session = { ...answer, redirectUrl: body.redirectUrl };
				parts.onSession(session);
				return session;
			}),
		paymentSuboptions: (session, { paymentOptionId }) =>
			recorder.step('payment-suboptions', async (note) => {
				const { sessionId, transactionId } = session;
				const path = servicePaths.paymentSuboptions;
				const body = { sessionId, paymentOptionId };
				const call = { method: 'POST', path, body } as const;
				const { result } = await client.call(call, paymentSuboptionsResponseSchema, note);
				same('result.paymentOptionId', result.paymentOptionId, paymentOptionId);
				same('result.sessionId', result.sessionId, sessionId);
				same('result.transactionId', result.transactionId, transactionId);
				return result.options;
			}),
		hybridPayment: (session, { paymentOptionId }, suboption) =>
			recorder.step('hybrid-payment', async (note) => {
				const { sessionId, transactionId } = session;
				const choice = suboption ? { optionId: suboption.id } : {};
				const path = servicePaths.hybridPayment;
				const body = { sessionId, paymentOptionId, ...choice };
				const call = { method: 'POST', path, body } as const;
				const { result } = await client.call(call, hybridPaymentResponseSchema, note);
				same('result.transactionId', result.transactionId, transactionId);
				const cashier = new URL(result.redirectUrl);
				same('the session in result.redirectUrl', cashier.searchParams.get('sessionId'), sessionId);
				if (!cashier.pathname.endsWith(cashierPath)) {
					throw new Error(
						`result.redirectUrl has the path ${cashier.pathname}, not ${cashierPath}`,
					);
				}
				return result.redirectUrl;
			}),
	};
}

function requestOf(checkout: Checkout, { nextReference, nextCustomer }: PayinParts) {
	const { market, amount, customer } = checkout;
	const paymentReference = checkout.paymentReference ?? nextReference();
	const { amount: usual, ...place } = marketSamples[market];
	return {
		...place,
		amount: amount ?? usual,
		// With a query of its own: the return has to keep it as it is.
		redirectUrl: `https://shop.example/return?order=${encodeURIComponent(paymentReference)}`,
		language: 'EN',
		customer: customer ?? nextCustomer(market),
		paymentReference,
	};
}

/** What the document says is repeated has to be repeated. */
function same(what: string, actual: unknown, expected: string) {
	if (actual !== expected)
		throw new Error(`${what} is ${JSON.stringify(actual)}, not "${expected}"`);
}
