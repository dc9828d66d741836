/** Sells orders in a small shop in front of a real sandbox, and compares them as after a load. */
import { readFileSync, writeFileSync } from 'node:fs';
import {
	merchantStoryName,
	orderPlaceholderValues,
	orderReference,
	shopFlowFacts,
} from '../../load/merchant-orders.ts';
import { averagePlan } from '../../load/profiles.ts';
import { customersByMarket } from '../../load/runner/measure.ts';
import { openLoadShop } from '../../load/runner/merchant-shop.ts';
import { verifyShop } from '../../load/runner/merchant-verify.ts';
import { createTally } from '../../load/runner/tally.ts';
import { readMerchantFile } from '../../scenarios/merchant-mode/merchant-file.ts';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { marketSamples } from '../../simulator/contract/market-samples.ts';
import { servicePaths } from '../../simulator/contract/routes.ts';
import { startTestShop } from '../merchants/test-shop.ts';
import type { TestShopOptions } from '../merchants/test-shop-options.ts';
import { startSandbox } from './sandbox.ts';
import { atEnd } from './shared.ts';

export const seed = 1;
export const story = merchantStoryName('card');
export const settingsOfPlan = { mix: { [story]: 1 }, stories: shopFlowFacts(true) };
export const plan = averagePlan({ ...settingsOfPlan, ratePerSecond: 5, holdMs: 10_000 });
export const customers = customersByMarket(seed);
export const note = () => {};

interface OpenShopOptions {
	/** What the merchant file says instead about the states of an order. */
	order?: object;
	settings?: object;
	within?: string;
	share?: number;
	/** Whether the merchant file has `settle`. */
	settles?: boolean;
	shopOptions?: Partial<TestShopOptions>;
	/** More of what the merchant file sends to create an order, such as `{ amount: '{amountMinor}' }`. */
	sends?: object;
	/** More of the merchant file. */
	file?: object;
	/** The method of each payment, if the shop does not get it. */
	method?: { option: string; bank: string | null };
}

interface Sold {
	reference: string;
	sessionId: string;
	settle: { amount: unknown };
}

export async function openShop({
	order = {},
	settings = {},
	within = '1s',
	share = 1,
	settles = true,
	shopOptions = {},
	sends = {},
	file = {},
	method,
}: OpenShopOptions = {}) {
	const sandbox = await startSandbox({
		...{ clock: 'real', settings: { processing: { default: 'none' }, ...settings } },
	});
	const path = await startTestShop({ sandbox: sandbox.url, ...shopOptions });
	const { settle, ...content } = JSON.parse(readFileSync(path, 'utf8'));
	const load = { verify: { within, share } };
	const given = { order: { ...content.order, ...order }, load, ...(settles ? { settle } : {}) };
	Object.assign(content.prepare[0].json, sends);
	if (method) {
		Object.assign(content.prepare[0].json, method);
		content.checkout.json = method;
	}
	writeFileSync(path, JSON.stringify({ ...content, ...given, ...file }));
	const io = { out: note, err: note, isTerminal: false, env: {}, cwd: '/' };
	const { signal } = new AbortController();
	const shop = await openLoadShop({
		...{ merchant: readMerchantFile(path, '/'), url: sandbox.url, seed, shopper: 'http' },
		...{ losesAnswers: false, runId: 'run', env: {}, signal, warn: note },
	});
	atEnd(() => shop.close());
	const tally = createTally();
	const { environment, offers } = shop;
	const client = environment.shop();
	let orders = 0;
	return {
		shop,
		tally,
		configure: sandbox.configure,
		/** The order is checked out and paid. Returns its reference. */
		async sell(changed: Partial<ReturnType<typeof orderPlaceholderValues>> = {}) {
			const reference = orderReference('l1', 'hold', orders);
			orders += 1;
			const values = {
				...environment.values(),
				...orderPlaceholderValues(reference, story, {
					...{ offers, markets: marketSamples, customers: (market) => customers[market] ?? [] },
				}),
			};
			const sent = { ...values, ...changed };
			await client.prepare(sent, undefined, note);
			const answer = await client.checkOut(sent, note);
			if (answer.kind !== 'cashier') throw new Error(answer.detail);
			const { sessionId } = answer;
			const { transactionId } = await environment.sandbox.act(sessionId, { action: 'submit' });
			tally.orders.set(reference, { story, session: sessionId });
			return { reference, sessionId, settle: { ...values, transactionId, state: 'confirmed' } };
		},
		settle: client.settle,
		/** The shopper of the order opens its return address. */
		async comeBack({ reference, sessionId }: Sold) {
			const { returnUrl } = await environment.sandbox.payment(sessionId);
			await client.openReturn(returnUrl, reference, note);
		},
		async verify(profile = 'average') {
			const played = { shop, tally, plan: { profile }, lastBefore: undefined, prefix: 'l1', seed };
			const { found } = await verifyShop({ ...played, io: { ...io, signal } });
			return found?.merchant;
		},
		/** Creates another payment of the order. */
		async createAgain({ reference: paymentReference, settle: { amount } }: Sold) {
			const headers = { 'Content-Type': 'application/json' };
			const body = JSON.stringify({ ...paymentOptionsExample, amount, paymentReference });
			const url = `${sandbox.url}${servicePaths.paymentOptions}`;
			return fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
		},
		loseAnswers: () =>
			sandbox.configure({ faults: [{ match: {}, phase: 'after', fault: { kind: 'close' } }] }),
		async verifyInterrupted() {
			const options = { shop, tally, plan, lastBefore: undefined, prefix: 'l1', seed };
			return await verifyShop({ ...options, io: { ...io, signal: AbortSignal.abort() } });
		},
	};
}
