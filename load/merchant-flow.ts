/** One order of a shop under k6: prepared, checked out, followed to the cashier, paid and returned. */
import exec from 'k6/execution';
import type { RefinedResponse } from 'k6/http';
import http from 'k6/http';
import { isRedirect } from '../scenarios/unexpected-response.ts';
import type { Market } from '../simulator/contract/market-samples.ts';
import type { ShopRequest } from '../simulator/contract/merchant-file.ts';
import type { PlaceholderValues } from '../simulator/contract/placeholders.ts';
import {
	atPointer,
	fill,
	fillRecord,
	fillText,
	fillUrl,
} from '../simulator/contract/placeholders.ts';
import { cashierSessionIn, hostOf, resolveAddress } from './addresses.ts';
import type { FlowOptions } from './driver.ts';
import { createStoryContext } from './driver.ts';
import { addCall } from './flow.ts';
import { valuesOfOrder } from './merchant-orders.ts';
import { metrics } from './metrics.ts';
import type { MerchantJob } from './plan.ts';
import type { CallOutcome } from './responses.ts';
import { outcomeOf, parseJson } from './responses.ts';
import { FlowFailure } from './send.ts';

export interface OrderOptions extends FlowOptions {
	/** The story of the mix: `merchant/card`. */
	story: string;
	/** JSON texts. */
	customersOf(market: Market): ArrayLike<string>;
}

const mostHops = 5;

/** A shop answers a form with a redirect. */
const responseCallback = http.expectedStatuses({ min: 200, max: 399 });

type TextResponse = RefinedResponse<'text'>;

/** The whole flow. */
export async function playOrder(shop: MerchantJob, flow: OrderOptions): Promise<void> {
	const { sessionId } = checkOutOrder(shop, flow);
	if (!shop.pays) return;
	const session = { sessionId, transactionId: '', paymentOptions: [], redirectUrl: '' };
	const { shopper } = createStoryContext({ ...flow, controlHeaders: shop.controlHeaders });
	await shopper.pay(session);
	openReturn(shop, flow, await shopper.returnToAccount(session));
}

/** Up to the address of the cashier. */
export function checkOutOrder(shop: MerchantJob, flow: OrderOptions) {
	const { reference, story, markets, customersOf, timeoutMs } = flow;
	const { offers, checkout } = shop;
	const order = valuesOfOrder(reference, story, { offers, markets, customers: customersOf });
	const values = { ...shop.values, ...order };
	let timeMs = 0;
	for (const request of shop.prepare) {
		const { response } = send('merchant-prepare', request, values, timeoutMs);
		if (shop.timesPrepare) timeMs += response.timings.duration;
		const { status } = response;
		if (status >= 200 && status < 400) continue;
		fail('merchant-prepare', outcomeOf(status, response.error_code), response);
	}
	const step = 'merchant-checkout';
	// Metadata, because every value of a tag would become a time series. The runner ties payments to orders.
	const { metadata } = exec.vu.metrics;
	metadata.order = reference;
	try {
		const { response, address } = send(step, checkout, values, timeoutMs);
		timeMs += response.timings.duration;
		const found = followToCashier(shop, response, address, timeoutMs);
		timeMs += found.timeMs;
		metadata.session = found.sessionId;
		metrics.outcome.add(1, { step, outcome: 'accepted' });
		metrics.stepTime.add(timeMs, { step });
		flow.onSession(found.sessionId);
		return found;
	} finally {
		delete metadata.order;
		delete metadata.session;
	}
}

function followToCashier(
	{ checkout, hosts }: MerchantJob,
	first: TextResponse,
	from: string,
	timeoutMs: number,
) {
	const step = 'merchant-checkout';
	const { redirect, errorText } = checkout;
	// Browsers follow no address of an error (RFC 9110, 15.4): the checkout failed.
	let location =
		first.status >= 400
			? undefined
			: 'header' in redirect
				? headerOf(first, redirect.header)
				: atPointer(parseJson(String(first.body)), redirect.json);
	let [base, response, timeMs] = [from, first, 0];
	for (let hop = 0; typeof location === 'string' && location !== ''; hop += 1) {
		const address = resolveAddress(base, location);
		if (address === undefined)
			fail(step, 'no_cashier', response, { problem: 'the redirect is no web address' });
		const sessionId = cashierSessionIn(address);
		if (sessionId !== undefined) return { address, sessionId, timeMs };
		if (hop === mostHops)
			fail(step, 'no_cashier', response, { problem: 'no cashier after 5 redirects' });
		if (!hosts.includes(hostOf(address)))
			fail(step, 'foreign_address', response, foreignHost(address));
		response = visit(step, address, timeoutMs);
		timeMs += response.timings.duration;
		base = address;
		location = isRedirect(response.status) ? headerOf(response, 'Location') : undefined;
	}
	const outcome = outcomeOf(response.status, response.error_code);
	const isError = outcome !== 'accepted' && outcome !== 'bad_contract';
	if (isError) fail(step, outcome, response);
	const hasErrorText = errorText !== undefined && String(response.body).includes(errorText);
	if (hasErrorText)
		fail(step, 'error_page', response, { problem: 'a page with checkout.errorText' });
	fail(step, 'no_cashier', response, { problem: 'neither the cashier nor an error' });
}

/** Follows the return address to the page that the shopper sees. */
function openReturn({ hosts }: MerchantJob, { timeoutMs }: OrderOptions, returnUrl: string): void {
	const step = 'merchant-return';
	let address = returnUrl;
	let timeMs = 0;
	for (let hop = 0; ; hop += 1) {
		if (!hosts.includes(hostOf(address))) {
			fail(step, 'foreign_address', { status: 0, error: '' }, foreignHost(address));
		}
		const response = visit(step, address, timeoutMs);
		timeMs += response.timings.duration;
		const next = isRedirect(response.status) ? headerOf(response, 'Location') : undefined;
		const following = next === undefined ? undefined : resolveAddress(address, next);
		if (following === undefined || hop === mostHops) {
			const outcome = outcomeOf(response.status, response.error_code);
			if (outcome !== 'accepted') fail(step, outcome, response);
			break;
		}
		address = following;
	}
	metrics.outcome.add(1, { step, outcome: 'accepted' });
	metrics.stepTime.add(timeMs, { step });
}

function send(step: string, request: ShopRequest, values: PlaceholderValues, timeoutMs: number) {
	const { method, headers = {}, json, form } = request;
	const address = fillUrl(request.url, values);
	const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
	const body = form
		? formBody(form, values)
		: json === undefined
			? null
			: JSON.stringify(fill(json, values));
	const response = http.request(method, address, body, {
		headers: {
			...(body === null ? {} : { 'Content-Type': type }),
			...fillRecord(headers, values),
		},
		...common(step, `${method} ${request.url}`, timeoutMs),
	});
	addTime(step, response);
	return { response, address };
}

function visit(step: string, address: string, timeoutMs: number): TextResponse {
	const response = http.get(address, common(step, `${step} redirect`, timeoutMs));
	addTime(step, response);
	return response;
}

/** The flow of an order is what a shopper waits for: k6's duration begins when the connection is open. */
function addTime(step: string, { timings }: TextResponse): void {
	if (step !== 'merchant-prepare') addCall(step, timings.blocked + timings.duration);
}

/** `name` has no ids: it becomes a tag, and k6 keeps every tag value for the whole run. */
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

/** Why an answer is wrong, in fixed words: each value of a tag is a time series of its own in k6. */
interface Why {
	problem?:
		| 'the redirect is no web address'
		| `no cashier after ${typeof mostHops} redirects`
		| 'a page with checkout.errorText'
		| 'neither the cashier nor an error';
	/** For the log only: a text with values of the target. */
	detail?: string;
}

const foreignHost = (address: string): Why => ({
	detail: `${hostOf(address)} is not in the merchant file`,
});

/** Counts a failed request, and ends the flow. */
function fail(
	step: string,
	outcome: CallOutcome,
	{ status, error }: Pick<TextResponse, 'status' | 'error'>,
	{ problem, detail = '' }: Why = {},
): never {
	const tags = problem === undefined ? {} : { problem };
	metrics.outcome.add(1, { step, outcome, status: String(status), ...tags });
	const answer = status ? `status ${status}` : error;
	const texts = [answer, detail].filter((text) => text !== '');
	throw new FlowFailure(step, outcome, problem ?? texts.join(': '));
}
