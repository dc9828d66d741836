/** Plays one order of a shop under k6: prepares it, checks out, opens the cashier, pays and returns to the shop. */
import exec from 'k6/execution';
import type { RefinedResponse } from 'k6/http';
import http from 'k6/http';
import { isRedirect } from '../scenarios/unexpected-response.ts';
import type { PaymentState } from '../simulator/contract/control.ts';
import type { Market } from '../simulator/contract/market-samples.ts';
import type { ShopRequest } from '../simulator/contract/merchant-file.ts';
import { mergeHeaders } from '../simulator/contract/merge-headers.ts';
import type { PlaceholderValues } from '../simulator/contract/placeholders.ts';
import {
	fillRecord,
	fillText,
	fillUrl,
	fillValue,
	valueAtPointer,
} from '../simulator/contract/placeholders.ts';
import { hostOf, originOf, pageOf, resolveAddress, sessionIn, sessionsIn } from './addresses.ts';
import { cookiesOfOtherDomains } from './browser-cookies.ts';
import type { FlowOptions } from './driver.ts';
import { createStoryContext } from './driver.ts';
import { addCall } from './flow.ts';
import type { Problem } from './merchant-failure.ts';
import { errorTextProblem, fail, foreignHost } from './merchant-failure.ts';
import { orderPlaceholderValues } from './merchant-orders.ts';
import { metrics } from './metrics.ts';
import type { MerchantJob } from './plan.ts';
import { outcomeOf, parseJson } from './responses.ts';

export interface OrderOptions extends FlowOptions {
	/** The name of the story in the mix, such as `merchant/card`. */
	story: string;
	/** The customers of a market, each as JSON text. */
	customersOf(market: Market): ArrayLike<string>;
}

export interface PlayOptions extends OrderOptions {
	/** The reference of another order of the run that a text names, and not this one. */
	otherOrderIn(text: string, reference: string): string | undefined;
}

const maxHops = 5;

/** A redirect is a normal answer of a shop to a form, so k6 counts it as a success. */
const responseCallback = http.expectedStatuses({ min: 200, max: 399 });

type TextResponse = RefinedResponse<'text'>;

/** Plays the whole order, from the checkout to the return page. */
export async function playOrder(shop: MerchantJob, flow: PlayOptions): Promise<void> {
	const { sessionId } = checkOutOrder(shop, flow);
	if (!shop.pays) return;
	const { session, shopper } = createOrderShopper(flow, sessionId);
	await shopper.pay(session);
	const { timeMs, ...page } = openReturn(shop, flow, await shopper.returnToAccount(session));
	await checkReturnPage(shop, flow, { ...page, paymentState: () => shopper.state(session) });
	metrics.outcome.add(1, { step: returnStep, outcome: 'accepted' });
	metrics.stepTime.add(timeMs, { step: returnStep });
}

/** Creates the shopper of a checked-out order. The shop made the three calls, so the session has no options here. */
export function createOrderShopper(flow: PlayOptions, sessionId: string) {
	const { shopper } = createStoryContext(flow);
	const session = { sessionId, transactionId: '', paymentOptions: [], redirectUrl: '' };
	return { session, shopper };
}

const checkoutStep = 'merchant-checkout';
const returnStep = 'merchant-return';

interface ReturnPage {
	address: string;
	text: string;
	status: number;
	paymentState(): Promise<PaymentState>;
}

/**
 * Throws a FlowFailure, and counts it, if the page names another order, is the cashier or an error though the shopper
 * paid, or is another page of the sandbox.
 */
export async function checkReturnPage(
	shop: MerchantJob,
	{ reference, otherOrderIn }: Pick<PlayOptions, 'reference' | 'otherOrderIn'>,
	{ address, text, status, paymentState }: ReturnPage,
): Promise<void> {
	// A shopper who has not paid may get another payment.
	const mayBeAtService = isCashier(shop, address) && !mayBePaid(await paymentState());
	if (isAtService(shop, address) && !mayBeAtService) {
		const detail = `the return of ${reference} leads to ${address.replace(/\?.*/, '')}`;
		fail(returnStep, 'service_page', { status, error: '' }, { detail });
	}
	const other = otherOrderIn(address, reference) ?? otherOrderIn(text, reference);
	if (other !== undefined) {
		const detail = `the return page of ${reference} names ${other}`;
		fail(returnStep, 'wrong_order', { status, error: '' }, { detail });
	}
	// A shop may use the same text for payments that failed. Few pages have it, so the extra call costs little.
	if (hasErrorText(shop, text) && mayBePaid(await paymentState()))
		fail(returnStep, 'error_page', { status, error: '' }, { problem: errorTextProblem });
}

const mayBePaid = (state: PaymentState) => state === 'processing' || state === 'confirmed';

const hasErrorText = ({ checkout: { errorText } }: MerchantJob, text: string) =>
	errorText !== undefined && text.includes(errorText);

/** Plays the order up to the address of the cashier, without opening it. `responses` are all responses of the shop. */
export function checkOutOrder(shop: MerchantJob, flow: OrderOptions) {
	const { reference, story, markets, customersOf, timeoutMs } = flow;
	const { offers, checkout } = shop;
	const order = orderPlaceholderValues(reference, story, {
		offers,
		markets,
		customers: customersOf,
	});
	const values = { ...shop.values, ...order };
	let timeMs = 0;
	const prepared: TextResponse[] = [];
	for (const request of shop.prepare) {
		const { response } = send('merchant-prepare', request, values, timeoutMs);
		prepared.push(response);
		if (shop.timesPrepare) timeMs += addTime(checkoutStep, response);
		const { status } = response;
		if (status >= 200 && status < 400) continue;
		fail('merchant-prepare', outcomeOf(status, response.error_code), response);
	}
	const step = checkoutStep;
	// The session is passed as metadata, because k6 makes a time series of every tag value. The runner uses it to match
	// payments with orders.
	const { metadata } = exec.vu.metrics;
	metadata.order = reference;
	try {
		const { response, address } = send(step, checkout, values, timeoutMs);
		timeMs += addTime(step, response);
		const found = followToCashier(shop, response, address, timeoutMs);
		timeMs += found.timeMs;
		metadata.session = found.sessionId;
		metrics.outcome.add(1, { step, outcome: 'accepted' });
		metrics.stepTime.add(timeMs, { step });
		flow.onSession(found.sessionId);
		return { ...found, responses: [...prepared, ...found.responses] };
	} finally {
		delete metadata.order;
		delete metadata.session;
	}
}

function followToCashier(shop: MerchantJob, first: TextResponse, from: string, timeoutMs: number) {
	const step = checkoutStep;
	const { checkout, hosts, cashierPages } = shop;
	const { redirect } = checkout;
	// A browser does not follow the `Location` of an error response (RFC 9110, 15.4). The checkout has failed.
	let location =
		first.status >= 400
			? undefined
			: 'header' in redirect
				? headerOf(first, redirect.header)
				: valueAtPointer(parseJson(String(first.body)), redirect.json);
	let [base, response, timeMs] = [from, first, 0];
	const responses = [first];
	const noCashier = (problem: Problem): never => fail(step, 'no_cashier', response, { problem });
	for (let hop = 0; typeof location === 'string' && location !== ''; hop += 1) {
		const address = resolveAddress(base, location);
		if (address === undefined) return noCashier('the redirect is no web address');
		const isAtCashier = cashierPages.includes(pageOf(address));
		const sessionId = isAtCashier ? sessionIn(address) : undefined;
		if (sessionId !== undefined) return { address, sessionId, timeMs, responses };
		if (isAtCashier) {
			const hasSeveral = sessionsIn(address).length > 1;
			noCashier(hasSeveral ? 'a cashier with several sessions' : 'a cashier without a session');
		}
		if (originOf(address) === shop.sandboxOrigin)
			noCashier('an address of the service, not its cashier');
		if (hop === maxHops) noCashier('no cashier after 5 redirects');
		if (!hosts.includes(hostOf(address)))
			fail(step, 'foreign_address', response, foreignHost(address));
		response = visit(step, address, timeoutMs);
		responses.push(response);
		timeMs += addTime(step, response);
		base = address;
		location = isRedirect(response.status) ? headerOf(response, 'Location') : undefined;
	}
	const outcome = outcomeOf(response.status, response.error_code);
	const isError = outcome !== 'accepted' && outcome !== 'bad_contract';
	if (isError) fail(step, outcome, response);
	if (hasErrorText(shop, String(response.body)))
		fail(step, 'error_page', response, { problem: errorTextProblem });
	return noCashier('neither the cashier nor an error');
}

/** The cashier, or any other page of the sandbox itself. */
const isAtService = (shop: MerchantJob, address: string) =>
	isCashier(shop, address) || originOf(address) === shop.sandboxOrigin;

const isCashier = ({ cashierPages }: MerchantJob, address: string) =>
	cashierPages.includes(pageOf(address)) && sessionIn(address) !== undefined;

/** Follows the return address to the page that the shopper sees. A page of the service is not opened. */
function openReturn(shop: MerchantJob, { timeoutMs }: OrderOptions, returnUrl: string) {
	const { hosts } = shop;
	const step = returnStep;
	let address = returnUrl;
	let timeMs = 0;
	for (let hop = 0; ; hop += 1) {
		if (isAtService(shop, address)) return { address, timeMs, status: 0, text: '' };
		if (!hosts.includes(hostOf(address))) {
			fail(step, 'foreign_address', { status: 0, error: '' }, foreignHost(address));
		}
		const response = visit(step, address, timeoutMs);
		timeMs += addTime(step, response);
		const next = isRedirect(response.status) ? headerOf(response, 'Location') : undefined;
		const following = next === undefined ? undefined : resolveAddress(address, next);
		if (following === undefined || hop === maxHops) {
			const outcome = outcomeOf(response.status, response.error_code);
			if (outcome !== 'accepted') fail(step, outcome, response);
			return { address, timeMs, status: response.status, text: String(response.body) };
		}
		address = following;
	}
}

function send(step: string, request: ShopRequest, values: PlaceholderValues, timeoutMs: number) {
	const { method, headers = {}, json, form } = request;
	const address = fillUrl(request.url, values);
	const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
	const body = form
		? formBody(form, values)
		: json === undefined
			? null
			: JSON.stringify(fillValue(json, values));
	const response = http.request(method, address, body, {
		headers: mergeHeaders(
			body === null ? {} : { 'Content-Type': type },
			fillRecord(headers, values),
		),
		...common(step, `${method} ${request.url}`, timeoutMs),
	});
	keepOtherDomains(response);
	return { response, address };
}

function visit(step: string, address: string, timeoutMs: number): TextResponse {
	const response = http.get(address, common(step, `${step} redirect`, timeoutMs));
	keepOtherDomains(response);
	return response;
}

/** Keeps the cookies that k6's own jar refuses, for the host that set them: stories do not read `Domain` either. */
function keepOtherDomains(response: TextResponse): void {
	for (const { name, value, attributes } of cookiesOfOtherDomains(response, Date.now()))
		http.cookieJar().set(response.url, name, value, attributes);
}

/**
 * Adds a request to its step, which gets the returned time, and to the flow. The flow is the time that a shopper waits:
 * k6's `duration` starts after the connection is open, so `blocked` is added.
 */
function addTime(step: string, { timings: { blocked, duration } }: TextResponse): number {
	addCall(step, blocked + duration);
	return duration;
}

/** `name` contains no ids: it becomes a tag, and k6 keeps every tag value for the whole run. */
const common = (step: string, name: string, timeout: number) => ({
	...{ tags: { step, name }, timeout, redirects: 0, responseCallback },
	responseType: 'text' as const,
});

function formBody(form: Readonly<Record<string, string>>, values: PlaceholderValues): string {
	const pairs = Object.entries(form).map(([name, text]) => [name, fillText(text, values)]);
	return pairs
		.map((pair) => pair.map((text) => encodeURIComponent(text ?? '')).join('='))
		.join('&');
}

function headerOf({ headers }: TextResponse, name: string): string | undefined {
	const wanted = name.toLowerCase();
	const found = Object.keys(headers).find((key) => key.toLowerCase() === wanted);
	return found === undefined ? undefined : headers[found];
}
