/** Runs stories under k6: the three calls, the shopper and the expectations. */
import type { Expect, Payin, Session, Shopper, StoryContexts } from '../scenarios/scenario.ts';
import type { PaymentState } from '../simulator/contract/control.ts';
import type { Market, MarketSamples } from '../simulator/contract/market-samples.ts';
import { controlPaths, headerNames, servicePaths } from '../simulator/contract/routes.ts';
import type { Check } from './responses.ts';
import { checkPaymentOptions, hybridCheck, suboptionsCheck } from './responses.ts';
import { createCall, FlowFailure, send } from './send.ts';

export interface FlowOptions {
	target: string;
	timeoutMs: number;
	waitMs: number;
	/** The payment reference, unique to this flow. */
	reference: string;
	markets: MarketSamples;
	/** Returns a customer as a JSON text. */
	customerOf(market: Market): string;
	/** Sent to the control API, through which shoppers act. */
	controlHeaders: Record<string, string>;
	/** Receives the ids of each payment; of a shop's payment only the session. */
	onSession(sessionId: string, transactionId?: string): void;
}

const defaultRedirectUrl = 'https://shop.example/return';

function createPayin(flow: FlowOptions): Payin {
	const { target, timeoutMs } = flow;
	const post = (step: string, path: string, headers?: Record<string, string>, within = timeoutMs) =>
		createCall({
			...{ step, method: 'POST', template: path, url: `${target}${path}` },
			...{ headers, timeoutMs: within },
		});
	const createPayment = (headers?: Record<string, string>, within?: number) =>
		post('payment-options', servicePaths.paymentOptions, headers, within);
	const calls = {
		paymentOptions: createPayment(),
		paymentSuboptions: post('payment-suboptions', servicePaths.paymentSuboptions),
		hybridPayment: post('hybrid-payment', servicePaths.hybridPayment),
	};
	const orders = new Map<Market, string>();
	/** The JSON text of an order as the market's samples have it, up to its reference. */
	const sampleOrder = (market: Market) => {
		const text = orders.get(market) ?? orderText(flow.markets[market]);
		orders.set(market, text);
		return text;
	};
	return {
		async paymentOptions(checkout) {
			const { market, amount, redirectUrl, customer, outcome } = checkout;
			const order =
				amount === undefined && redirectUrl === undefined
					? sampleOrder(market)
					: orderText(flow.markets[market], amount, redirectUrl);
			const reference = JSON.stringify(checkout.paymentReference ?? flow.reference);
			const customerText = customer ? JSON.stringify(customer) : flow.customerOf(market);
			const body = `${order}"paymentReference":${reference},"customer":${customerText}}`;
			const steering = outcome === undefined ? undefined : { [headerNames.outcome]: outcome };
			const call =
				steering || checkout.timeoutMs !== undefined
					? createPayment(steering, checkout.timeoutMs)
					: calls.paymentOptions;
			const { sessionId, transactionId, paymentOptions } = send(call, body, checkPaymentOptions);
			flow.onSession(sessionId, transactionId);
			const returnUrl = redirectUrl ?? defaultRedirectUrl;
			return { sessionId, transactionId, paymentOptions, redirectUrl: returnUrl };
		},
		async paymentSuboptions({ sessionId, transactionId }, { paymentOptionId }) {
			const check = suboptionsCheck(sessionId, transactionId, paymentOptionId);
			const body = JSON.stringify({ sessionId, paymentOptionId });
			return send(calls.paymentSuboptions, body, check);
		},
		async hybridPayment({ sessionId, transactionId }, { paymentOptionId }, suboption) {
			const check = hybridCheck(sessionId, transactionId);
			const choice = suboption
				? { sessionId, paymentOptionId, optionId: suboption.id }
				: { sessionId, paymentOptionId };
			return send(calls.hybridPayment, JSON.stringify(choice), check);
		},
	};
}

/** JSON text without its end: the reference and the customer follow. */
function orderText(
	{ country, currency, amount: sampleAmount }: MarketSamples[Market],
	amount: number = sampleAmount,
	redirectUrl = defaultRedirectUrl,
): string {
	const fields = { country, currency, amount, redirectUrl, language: 'EN' };
	return `${JSON.stringify(fields).slice(0, -1)},`;
}

interface PaymentSummary {
	state: PaymentState;
	returnUrl: string;
}

const checkPayment: Check<PaymentSummary> = (_text, parse) => {
	const body = parse();
	const payment = body as Partial<Record<keyof PaymentSummary, unknown>> | null | undefined;
	return typeof payment?.state === 'string' && typeof payment.returnUrl === 'string'
		? { ok: true, value: body as PaymentSummary }
		: { ok: false, problem: 'the answer shows no payment' };
};

function createShopper(flow: FlowOptions): Shopper {
	const { target, timeoutMs, controlHeaders: headers } = flow;
	const template = `${controlPaths.payments}/{id}`;
	const urlOf = ({ sessionId }: Session) => `${target}${controlPaths.payments}/${sessionId}`;
	const act = (session: Session, action: object) => {
		const url = `${urlOf(session)}/act`;
		const call = { step: 'act', method: 'POST', template: `${template}/act`, url } as const;
		return send(createCall({ ...call, headers, timeoutMs }), JSON.stringify(action), checkPayment);
	};
	const read = (session: Session, step: string, query: string, timeout: number) => {
		const call = { step, method: 'GET', template, url: `${urlOf(session)}${query}` } as const;
		return send(createCall({ ...call, headers, timeoutMs: timeout }), null, checkPayment);
	};
	return {
		async open(session) {
			act(session, { action: 'open' });
		},
		pay: async (session, details = {}) => act(session, { action: 'submit', ...details }).state,
		enterCode: async (session, otp) => act(session, { action: 'otp', otp }).state,
		cancel: async (session) => act(session, { action: 'cancel' }).state,
		returnToAccount: async (session) => act(session, { action: 'return' }).returnUrl,
		state: async (session) => read(session, 'look', '', timeoutMs).state,
		async waitFor(session, state, withinMs = flow.waitMs) {
			// The sandbox responds once the state is reached: the client's timeout must be longer.
			const query = `?until=${state}&timeout=${withinMs}ms`;
			const payment = read(session, 'wait', query, withinMs + timeoutMs);
			expectations.equal(`state after ${withinMs / 1000} s at most`, payment.state, state);
		},
	};
}

const expectations: Expect = {
	equal(what, actual, expected) {
		if (actual === expected) return;
		const detail = `${what} is ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`;
		throw new FlowFailure('story', 'failed_expectation', detail);
	},
	ok(what, condition) {
		if (!condition) throw new FlowFailure('story', 'failed_expectation', `not so: ${what}`);
	},
};

export function createStoryContext(flow: FlowOptions): StoryContexts['shopper'] {
	return { payin: createPayin(flow), shopper: createShopper(flow), expect: expectations };
}
