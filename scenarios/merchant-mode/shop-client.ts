/** Sends the requests of the merchant file to the shop under test: orders, checkouts, return pages and settlements. */

import type {
	MerchantFile,
	OrderStateName,
	ShopRequest,
} from '../../simulator/contract/merchant-file.ts';
import { orderStateNames } from '../../simulator/contract/merchant-file.ts';
import { mergeHeaders } from '../../simulator/contract/merge-headers.ts';
import type { PlaceholderValues } from '../../simulator/contract/placeholders.ts';
import {
	fillRecord,
	fillUrl,
	fillValue,
	valueAtPointer,
} from '../../simulator/contract/placeholders.ts';
import { cashierPath } from '../../simulator/contract/routes.ts';
import { maskShownText } from '../../simulator/domain/card-data.ts';
import { messageOf } from '../harness/errors.ts';
import type { HttpResponse } from '../harness/http.ts';
import { parseBody, sendRequest } from '../harness/http.ts';
import { originOf, pageOf } from '../harness/target.ts';
import type { AddDetail } from '../runner/recorder.ts';
import { StoryNotTried } from '../runner/recorder.ts';
import { isRedirect } from '../unexpected-response.ts';
import { describeResponse, shownText } from './page-text.ts';
import type { ReturnPage } from './return-page.ts';
import { ReportRefused } from './settle-reports.ts';
import {
	allowedHosts,
	cashierOfOtherScheme,
	cashierPagesOf,
	describeNoCashier,
	sandboxOriginOf,
} from './shop-addresses.ts';
import type { RequestSite, ShopperCookies } from './shopper-cookies.ts';
import { cookieHeader, createShopperCookies } from './shopper-cookies.ts';

/**
 * The answer of a checkout: the address of the cashier page, or what the shopper sees instead. That is an error, or a
 * page (`other`) that leads to neither: `problem` says what the shop would have to do.
 */
export type CheckoutAnswer =
	| { kind: 'cashier'; address: string; sessionId: string }
	| { kind: 'error'; detail: string; status: number }
	| { kind: 'other'; detail: string; problem: string };

/** The shop shows no such order: it refuses the order, or its answer has no state. */
export class NoOrderState extends Error {
	override name = 'NoOrderState';
}

/** Each method throws, with request and answer, if the shop does not respond as the merchant file says. */
export interface ShopClient {
	/** With `refusable`, a 4xx is a `StoryNotTried`: the shop takes no such order, as the text says. */
	prepare(values: PlaceholderValues, refusable: string | undefined, note: AddDetail): Promise<void>;
	checkOut(values: PlaceholderValues, note: AddDetail): Promise<CheckoutAnswer>;
	/** Throws a `NoOrderState` if the shop knows no such order. */
	orderState(
		values: PlaceholderValues,
		note: AddDetail,
	): Promise<{ is: OrderStateName; text: string }>;
	/** Makes the shopper of an order that of a new order too: both use one browser. */
	shareShopper(order: { reference: string }, newOrder: { reference: string }): void;
	/** Opens a return address as the shopper of the order. Returns the page that the shopper sees. */
	openReturn(address: string, reference: string, note: AddDetail): Promise<ReturnPage>;
	settle(values: PlaceholderValues, note: AddDetail): Promise<void>;
}

export interface ShopClientOptions {
	file: MerchantFile;
	/** The address of the sandbox that the shop uses. */
	sandbox: string;
	/** The bases of the addresses at which the cashier is reached. */
	cashierUrls: readonly string[];
	/** Explains a failed call: how the shop ended, or its last output. */
	explainFailure(): Promise<string>;
	signal: AbortSignal;
}

/** The timeout of a request to the shop, which may call the service three times and wait in between. */
const timeoutMs = 30_000;
const maxHops = 5;
/** The statuses with which shops refuse an order that they do not have. */
const refusedStatuses = [400, 404, 410, 422];

export function createShopClient({
	file,
	sandbox,
	cashierUrls,
	explainFailure,
	signal,
}: ShopClientOptions): ShopClient {
	async function send(url: string, init: RequestInit, name: string): Promise<HttpResponse> {
		try {
			return await sendRequest(url, init, { timeoutMs, signal });
		} catch (error) {
			const why = signal.aborted ? '' : await explainFailure();
			throw new Error(`${name} failed: ${messageOf(error)}${why}`, { cause: error });
		}
	}

	/** Each order has its own shopper, known by its reference. A client lives as long as a story, and so has few orders. */
	const cookies = new Map<unknown, ShopperCookies>();
	const cookiesOf = (reference: unknown): ShopperCookies => {
		const own = cookies.get(reference) ?? createShopperCookies();
		cookies.set(reference, own);
		return own;
	};

	/** Sends a request of the merchant file: as the order's shopper, or as another system of the shop (null). */
	async function call(
		shopRequest: ShopRequest,
		values: PlaceholderValues,
		shopper: ShopperCookies | null,
		note: AddDetail,
	) {
		const { method, headers = {}, json, form } = shopRequest;
		const url = fillUrl(shopRequest.url, values);
		const name = `${method} ${url}`;
		const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
		const body = form
			? new URLSearchParams(fillRecord(form, values)).toString()
			: json === undefined
				? undefined
				: JSON.stringify(fillValue(json, values));
		const own = body === undefined ? {} : { 'Content-Type': type };
		const init = {
			method,
			headers: mergeHeaders(own, cookieHeader(shopper, url), fillRecord(headers, values)),
			...(body === undefined ? {} : { body }),
		};
		const response = await send(url, init, name);
		shopper?.keep(url, response.headers);
		note(`${name} → ${response.status}`);
		return { response, name, url };
	}

	const { isAllowed, shownHosts } = allowedHosts(file, sandbox);
	const cashierPages = cashierPagesOf(cashierUrls);
	const sandboxOrigin = sandboxOriginOf(file, sandbox);
	const isCashier = (address: string) =>
		cashierPages.includes(pageOf(address)) && new URL(address).searchParams.has('sessionId');
	const { errorText } = file.checkout;
	const hasErrorText = (page: string) => errorText !== undefined && page.includes(errorText);

	async function follow(
		address: string,
		shopper: ShopperCookies,
		note: AddDetail,
		from?: RequestSite,
	): Promise<HttpResponse> {
		const shown = maskShownText(address);
		if (!isAllowed(address)) {
			throw new Error(
				`${shown} is not at the shop of the merchant file (${shownHosts}). Configure the shop so that its addresses lead to itself in tests.`,
			);
		}
		const headers = cookieHeader(shopper, address, from);
		const response = await send(address, { headers }, `GET ${shown}`);
		shopper.keep(address, response.headers);
		note(`GET ${shown} → ${response.status}`);
		return response;
	}

	return {
		async prepare(values, refusable, note) {
			const shopper = cookiesOf(values.reference);
			for (const shopRequest of file.prepare) {
				const { response, name, url } = await call(shopRequest, values, shopper, note);
				if (response.ok || isRedirect(response.status)) continue;
				if (refusable && response.status < 500)
					throw new StoryNotTried(`the shop takes ${refusable}`);
				const { byHost } = shopper.describeWithheld(url);
				throw new Error(`${name} was refused: ${describeResponse(response)}${byHost}`);
			}
		},

		async checkOut(values, note) {
			const { redirect } = file.checkout;
			const shopper = cookiesOf(values.reference);
			const { response, name, url } = await call(file.checkout, values, shopper, note);
			// A browser does not follow the `Location` of an error response (RFC 9110, 15.4). The checkout has failed.
			let address: unknown =
				response.status >= 400
					? null
					: 'header' in redirect
						? response.headers.get(redirect.header)
						: valueAtPointer(parseBody(response)?.body, redirect.json);
			const place = 'header' in redirect ? `header ${redirect.header}` : `text at ${redirect.json}`;
			const missing = typeof address === 'string' && address !== '' ? '' : `, with no ${place}`;
			let base = url;
			let last = response;
			for (let hop = 0; typeof address === 'string' && address !== ''; hop += 1) {
				if (!URL.canParse(address, base)) {
					throw new Error(
						`${name} sent the shopper to "${shownText(address)}", which is no address`,
					);
				}
				base = new URL(address, base).href;
				const { pathname, searchParams } = new URL(base);
				const [sessionId, ...more] = pathname.endsWith(cashierPath)
					? searchParams.getAll('sessionId')
					: [];
				const isAtCashier = cashierPages.includes(pageOf(base));
				const isAtService = originOf(base) === sandboxOrigin;
				const isAtShop = isAllowed(base) && !isAtService;
				const shown = shownText(base);
				if (isAtCashier) {
					if (more.length > 0) {
						throw new Error(
							`${name} sent the shopper to a cashier address with sessionId more than once: ${shown}`,
						);
					}
					if (sessionId) return { kind: 'cashier', address: base, sessionId };
					throw new Error(`${name} sent the shopper to ${shown}, the cashier without a sessionId`);
				}
				const isOtherScheme = cashierOfOtherScheme(base, cashierUrls) !== undefined;
				if (isAtService || (sessionId && (!isAtShop || isOtherScheme))) {
					const why = describeNoCashier(base, cashierUrls, sandbox);
					throw new Error(`${name} sent the shopper to ${shown}, ${why}`);
				}
				const nowhere = `${name}: no cashier (${cashierPath}?sessionId=…) after ${maxHops} redirects`;
				if (hop === maxHops) throw new Error(nowhere);
				last = await follow(base, shopper, note);
				address = isRedirect(last.status) ? last.headers.get('location') : null;
			}
			const detail = describeResponse(last);
			const hint = last.status < 500 ? shopper.describeWithheld(base).byHost : '';
			if (last.status >= 400 || hasErrorText(last.text))
				return { kind: 'error', detail: `${detail}${hint}`, status: last.status };
			const problem = `${name} led to neither the cashier nor an error: the shopper sees ${detail}${missing}${hint}. A failed checkout must answer with a 4xx or a 5xx${errorText ? '' : ', or contain checkout.errorText'}. If the shop sends the shopper on in another way, change checkout.redirect.`;
			return { kind: 'other', detail, problem };
		},

		async orderState(values, note) {
			const { response, name } = await call(file.order, values, null, note);
			const refused = `${name} was refused: ${describeResponse(response)}`;
			if (refusedStatuses.includes(response.status)) throw new NoOrderState(refused);
			if (!response.ok) throw new Error(refused);
			const found = valueAtPointer(parseBody(response)?.body, file.order.state);
			const text = typeof found === 'string' ? found : JSON.stringify(found);
			const is = orderStateNames.find((each) => file.order[each]?.includes(text));
			if (is) return { is, text };
			const place = file.order.state || 'the root';
			if (found === undefined || found === null) {
				throw new NoOrderState(`${name}: nothing at ${place} of ${describeResponse(response)}`);
			}
			const listed = orderStateNames.flatMap((each) => file.order[each] ?? []).join(', ');
			throw new Error(
				`${name}: ${place} is ${shownText(JSON.stringify(found))}, which the merchant file does not list (${listed})`,
			);
		},

		shareShopper(order, newOrder) {
			cookies.set(newOrder.reference, cookiesOf(order.reference));
		},

		async openReturn(address, reference, note) {
			const shopper = cookiesOf(reference);
			let base = address;
			for (let hop = 0; ; hop += 1) {
				const withheldCookies = shopper.describeWithheld(base);
				if (isCashier(base)) {
					const unopened = { status: 0, text: '', hasErrorText: false, withheldCookies };
					return { address: base, isCashier: true, ...unopened };
				}
				if (originOf(base) === sandboxOrigin) {
					throw new Error(
						`the return leads to ${shownText(base)}, a page of the service. Build redirectUrl from the address of the shop`,
					);
				}
				// The cashier is another site, also for the redirects that follow.
				const { status, text, headers } = await follow(base, shopper, note, 'cross-site');
				const location = isRedirect(status) ? headers.get('location') : null;
				if (hop === maxHops || !location || !URL.canParse(location, base)) {
					const page = { status, text, hasErrorText: hasErrorText(text), withheldCookies };
					return { address: base, isCashier: false, ...page };
				}
				base = new URL(location, base).href;
			}
		},

		async settle(values, note) {
			if (!file.settle) return;
			const { response, name } = await call(file.settle, values, null, note);
			if (response.ok || isRedirect(response.status)) return;
			const { transactionId, state } = values;
			throw new ReportRefused(
				response,
				`the shop did not take "${state}" for ${transactionId}: ${name} → ${describeResponse(response)}`,
			);
		},
	};
}
