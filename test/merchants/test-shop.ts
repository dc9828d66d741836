/** A small shop inside the test, in front of a running sandbox, and its merchant file. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { atEnd } from '../support/shared.ts';
import { createSwap } from './swap.ts';
import type { Answer, Named } from './test-shop-answers.ts';
import { createReportRefusal, createServiceCall, withMethodOfFlow } from './test-shop-answers.ts';
import { writeTestShopFile } from './test-shop-file.ts';
import type { TestShopOptions } from './test-shop-options.ts';

interface Order {
	reference: string;
	amount: number;
	currency: string;
	country: string;
	option: string;
	bank: string | null;
	name: string;
	email: string;
	status: string;
}

/** Returns the path of the merchant file, which has no command. */
export async function startTestShop(options: TestShopOptions): Promise<string> {
	const { sandbox, givesUp = false, paysAfterReturnMs, reuses, beforeRedirect } = options;
	const { hasOpaqueReferences = false, sharedReference, takesFromOrderBefore } = options;
	const { swapsSessions, showsOrder } = options;
	const { sharesOrder, cookie, thanksAfterFailed, keepsMethod = false } = options;
	const { listsEachOption = false, keepsOpenSession, reopensPaid, keepsBank } = options;
	const { blocksAfterFailed, failsReportsAtOnce, forgetsFailed } = options;
	const blocked = new Set<string>();
	const { keepsAddressOfBrowser, forgetsFirstClick, refundsLate, showsCustomer } = options;
	const addressesOfBrowsers = new Map<string, string>();
	const latestClick = new Map<Order, object>();
	const transactions = new Map<string | null, string>();
	const expired = new Set<Order>();
	const { returnText = '', returnQuery = '', withNextOrder, unknownOrder = 'status 404' } = options;
	const { settlesAfterMs = 0, paysOn = 'confirmed', lastReportDecides = false } = options;
	const { ordersAtCheckout = false, inNewMarket, ignoresAfter, keepsAddress } = options;
	const { showsOrderAfterMs = 0, failsPaidOnDecline, locksAfterFailed, offers } = options;
	const createdMs = new Map<Order, number>();
	const { retriesFailed, chargesPaid = false, paidPage, hidesReturnedMs = 0 } = options;
	const { keepsSession = false, omitsReferences = false, losesPaidAfterReads } = options;
	let { refusedReads = 0 } = options;
	const { slowReads, refundsPaidAfterReads, returnsTo, buildsAddress } = options;
	let reads = 0;
	const paidReads = new Map<Order, number>();
	const returnedMs = new Map<Order, number>();
	const choices = new Map<Order, object>();
	/** The declined payment of each order of a shop that ignores new ones. */
	const declined = new Map<Order, string>();
	const { trustsReturnQuery, breaksWhenCancelled = false } = options;
	let isBroken = false;
	const { takesAnyBank = false, isWrongOnlyByBank = false, startsSessionWithOrder } = options;
	const sessions = new Map<Order, Answer>();
	const isWrongFor = ({ bank }: Order) => !isWrongOnlyByBank || bank !== null;
	const ignored = new Set<Order>();
	const addresses = new Map<Order, string>();
	const returned = new Set<Order>();
	let first: { choice: object; address: string } | undefined;
	let before: Order | undefined;
	const swapped = createSwap();
	const orders = new Map<string, Order>();
	const orderOfTransaction = new Map<string, Order>();
	const settled: Record<string, string> = { confirmed: 'paid', processing: 'new' };

	const call = createServiceCall(options);
	const refuseReport = createReportRefusal(options);
	const declines = new Set<string>();
	const locked = new Set<Order>();

	async function checkOut(order: Order): Promise<string> {
		if (reuses === 'address' && first) return first.address;
		const kept = keepsSession ? choices.get(order) : reuses === 'session' && first?.choice;
		if (kept) {
			try {
				return (await call('hybrid-payment', kept)).result.redirectUrl;
			} catch {
				// The session has ended, or the service does not know it any more.
			}
		}
		const started = sessions.get(order) ?? (await startSession(order));
		if (keepsOpenSession) sessions.set(order, started);
		else sessions.delete(order);
		const { sessionId, paymentOptions } = started;
		const idOf = (list: readonly Named[], name: string | null, key: string) =>
			list.find((one) => one.name === name)?.[key];
		const session = {
			sessionId,
			paymentOptionId: idOf(paymentOptions, order.option, 'paymentOptionId'),
		};
		const hasList = order.bank !== null || (listsEachOption && order.option !== 'Card');
		const banks = hasList ? (await call('payment-suboptions', session)).result.options : [];
		const optionId = idOf(banks, order.bank, 'id') ?? (takesAnyBank ? banks[0]?.id : undefined);
		const choice = { ...session, ...(optionId ? { optionId } : {}) };
		const { redirectUrl } = (await call('hybrid-payment', choice)).result;
		const address = buildsAddress ? redirectUrl.replace('/pay?', '/v2/pay?') : redirectUrl;
		first ??= { choice, address };
		choices.set(order, choice);
		return address;
	}

	function checkOutAnew(order: Order, error: unknown): Promise<string> {
		if (!keepsOpenSession || !sessions.delete(order)) throw error;
		return checkOut(order);
	}

	async function startSession(order: Order): Promise<Answer> {
		const { reference, currency } = order;
		const does = inNewMarket?.country === order.country ? inNewMarket.does : undefined;
		if (does === 'shows an error') throw new Error(`No checkout in ${order.country}.`);
		const country = does === 'sends CO' ? 'CO' : order.country;
		const amount = does === 'drops cents' ? Math.trunc(order.amount) : order.amount;
		const orderOf = (part: typeof takesFromOrderBefore) =>
			takesFromOrderBefore === part ? (before ?? order) : order;
		const { name, email } = orderOf('customer');
		const returnTo = encodeURIComponent(orderOf('return address').reference);
		before = order;
		const answer = await call('payment-options', {
			...{ country, currency, amount, language: 'EN', customer: { name, email } },
			...(omitsReferences
				? {}
				: {
						paymentReference: sharedReference ?? (hasOpaqueReferences ? randomUUID() : reference),
					}),
			redirectUrl: `${returnsTo === 'the service' ? sandbox : `http://localhost:${port()}`}/return?order=${returnTo}${returnQuery}`,
		});
		orderOfTransaction.set(answer.transactionId, sharesOrder ? before : order);
		transactions.set(answer.sessionId, answer.transactionId);
		return answer;
	}

	async function answer(request: IncomingMessage, response: ServerResponse) {
		const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop');
		const [, page = '', id = ''] = pathname.split('/').map(decodeURIComponent);
		const body = withMethodOfFlow(JSON.parse((await text(request)) || '{}'));
		const isNew = ordersAtCheckout && page === 'pay' && !orders.has(id);
		const order: Order | undefined = isNew
			? { ...body, status: 'new' }
			: orders.get(id || (searchParams.get('order') ?? ''));
		if (page === 'order') {
			for (const earlier of returned) earlier.status = 'paid';
			for (const earlier of orders.values()) {
				if (earlier.status !== 'paid') continue;
				if (withNextOrder === 'fails paid') earlier.status = 'failed';
				if (withNextOrder === 'forgets paid') orders.delete(earlier.reference);
			}
			const created: Order = { ...body, status: 'new' };
			orders.set(created.reference, created);
			createdMs.set(created, Date.now());
			if (cookie) response.setHeader('Set-Cookie', cookie(created.reference));
			else if (keepsAddressOfBrowser && request.headers.cookie === undefined)
				response.setHeader('Set-Cookie', `browser=${created.reference}; Path=/`);
			if (startsSessionWithOrder) sessions.set(created, await startSession(created));
			return response.end();
		}
		if (page === 'settle') {
			const paid = orderOfTransaction.get(body.transactionId);
			if (refuseReport(body, paid, response)) return response.end();
			const apply = () => {
				if (!paid) return;
				const isFirstDecline = body.state === 'declined' && !declines.has(body.transactionId);
				if (isFirstDecline) declines.add(body.transactionId);
				if (failsPaidOnDecline && isFirstDecline) paid.status = 'failed';
				const isWrong = isWrongFor(paid);
				if (paid.status === 'paid' && !(lastReportDecides && isWrong)) return;
				if (body.state === ignoresAfter) ignored.add(paid);
				if (['cancelled', 'expired', 'declined'].includes(body.state)) {
					sessions.delete(paid);
					choices.delete(paid);
					if (keepsAddress === 'until ended') addresses.delete(paid);
				}
				if (body.state === 'cancelled') isBroken = breaksWhenCancelled;
				if (isWrong && ignored.has(paid)) return;
				if (isWrong && body.state === 'declined' && retriesFailed === 'ignores new payments') {
					declined.set(paid, body.transactionId);
				}
				if ((declined.get(paid) ?? body.transactionId) !== body.transactionId) return;
				paid.status = isWrong && body.state === paysOn ? 'paid' : (settled[body.state] ?? 'failed');
				if (body.state === 'expired') expired.add(paid);
				if (refundsLate && body.state === 'confirmed' && expired.has(paid)) paid.status = 'refund';
			};
			const wasPaid = paid?.status === 'paid';
			if (paid && failsReportsAtOnce) {
				await pause(50);
				if (paid.status === 'paid' && !wasPaid) {
					paid.status = 'failed';
					return response.end();
				}
			}
			if (settlesAfterMs === 0) apply();
			else setTimeout(apply, settlesAfterMs);
			return response.end();
		}
		const isShown =
			!order ||
			(Date.now() >= (createdMs.get(order) ?? 0) + showsOrderAfterMs &&
				Date.now() >= (returnedMs.get(order) ?? 0) + hidesReturnedMs);
		if (!order || (page === 'state' && !isShown)) {
			if (unknownOrder === 'no answer') return response.destroy();
			return response.writeHead(Number(unknownOrder.slice(-3))).end();
		}
		if (page === 'state' && refusedReads-- > 0) return response.writeHead(503).end();
		if (page === 'state') {
			reads += 1;
			if (slowReads && reads > slowReads.after) await pause(slowReads.ms);
			response.end(JSON.stringify({ status: order.status }));
			if (order.status !== 'paid') return;
			const shown = (paidReads.get(order) ?? 0) + 1;
			paidReads.set(order, shown);
			if (shown === losesPaidAfterReads) order.status = 'failed';
			if (shown === refundsPaidAfterReads) order.status = 'refund';
			return;
		}
		if (page === 'return') {
			if (!request.url?.includes(returnQuery)) return response.writeHead(404).end();
			const [pair = ''] = cookie?.(order.reference).split(';') ?? [];
			if (!request.headers.cookie?.includes(pair) && pair) return response.writeHead(403).end();
			returnedMs.set(order, Date.now());
			if (trustsReturnQuery && searchParams.toString().includes(trustsReturnQuery)) {
				order.status = 'paid';
			}
			if (paysAfterReturnMs !== undefined) {
				setTimeout(() => {
					order.status = 'paid';
				}, paysAfterReturnMs);
			}
			if (withNextOrder === 'pays returned') returned.add(order);
			const isNewMarket = inNewMarket?.country === order.country;
			if (isNewMarket && inNewMarket.does === 'pays on return') order.status = 'paid';
			if (returnsTo === 'a new payment' && order.status !== 'paid') {
				return response.writeHead(302, { location: await checkOut(order) }).end();
			}
			const [firstOrder] = orders.values();
			if (showsCustomer) return response.end(`Thank you, ${firstOrder?.email}.`);
			const shown = showsOrder === 'first' ? firstOrder : order;
			return response.end(`Thank you for order ${shown?.reference}. ${returnText}`);
		}
		if (order.status === 'failed' && !keepsAddress && !retriesFailed)
			return response.writeHead(409).end('Order again.');
		if (order.status === 'paid' && !(chargesPaid && isWrongFor(order)) && !keepsAddress) {
			return response.writeHead(paidPage === 'paid page' ? 200 : 409).end('It is paid.');
		}
		try {
			if (locked.has(order)) return response.writeHead(409).end('Busy.');
			if (offers?.includes(body.option) === false)
				return response.writeHead(409).end('Not offered.');
			if (isBroken || blocked.has(order.email)) throw new Error('An earlier checkout failed.');
			const { option = order.option, bank = order.bank } = keepsMethod ? order : body;
			Object.assign(order, { option, bank: (keepsBank && bank && order.bank) || bank });
			const browser = request.headers.cookie ?? '';
			const click = {};
			latestClick.set(order, click);
			const own =
				(keepsAddress && addresses.get(order)) ||
				(keepsAddressOfBrowser && addressesOfBrowsers.get(browser)) ||
				(await checkOut(order).catch((error) => checkOutAnew(order, error)));
			addressesOfBrowsers.set(browser, own);
			if (forgetsFirstClick && latestClick.get(order) !== click) {
				const session = new URL(own).searchParams.get('sessionId');
				orderOfTransaction.delete(transactions.get(session) ?? '');
			}
			addresses.set(order, own);
			orders.set(order.reference, order);
			if (reopensPaid) order.status = 'new';
			const location = swapsSessions && isWrongFor(order) ? await swapped(own) : own;
			await beforeRedirect?.();
			response.writeHead(303, { location }).end();
		} catch (error) {
			if (thanksAfterFailed !== undefined && String(error).includes(thanksAfterFailed)) {
				return response.end('Thank you for your order.');
			}
			if (blocksAfterFailed) blocked.add(order.email);
			if (locksAfterFailed) locked.add(order);
			if (forgetsFailed) orders.delete(order.reference);
			if (givesUp) order.status = 'failed';
			response.writeHead(502).end('Please try again.');
		}
	}

	const server = createServer((request, response) => void answer(request, response));
	const port = () => (server.address() as AddressInfo).port;
	await once(server.listen(0, '127.0.0.1'), 'listening');
	atEnd(() => {
		server.close();
		server.closeAllConnections();
	});

	// A cookie belongs to a host name, and the return addresses have this one.
	return writeTestShopFile(`http://${cookie ? 'localhost' : '127.0.0.1'}:${port()}`, options);
}
