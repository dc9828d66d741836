/** After the load: compares the payments of the sandbox with the orders of the shop. */
import { setTimeout as pause } from 'node:timers/promises';
import { exampleOf } from '../../reports/merchant-reasons.ts';
import type { Counted } from '../../reports/verdict-rules.ts';
import { messageOf } from '../../scenarios/harness/errors.ts';
import type { RunIo } from '../../scenarios/harness/run-io.ts';
import type { Shop } from '../../scenarios/merchant-mode/shop.ts';
import { toMs } from '../../simulator/contract/duration.ts';
import type { MerchantLoad } from '../../simulator/contract/load-results.ts';
import { marketSamples } from '../../simulator/contract/market-samples.ts';
import type { PlaceholderValues } from '../../simulator/contract/placeholders.ts';
import { serviceCalls } from '../../simulator/contract/routes.ts';
import type { LoadReason } from '../../simulator/contract/run-report.ts';
import { valuesOfOrder } from '../merchant-orders.ts';
import { hashToUnit } from '../mix.ts';
import { latencyOf } from './histogram.ts';
import { customersByMarket } from './measure.ts';
import type { OrderPayments, TiedPayment } from './merchant-orders.ts';
import { countPayments, tieOrders } from './merchant-orders.ts';
import type { LoadShop } from './merchant-shop.ts';
import type { Tally } from './tally.ts';

export interface VerifyOptions {
	shop: LoadShop;
	tally: Tally;
	/** Of the orders' references. */
	prefix: string;
	seed: number;
	signal: AbortSignal;
	say(text: string): void;
}

export interface VerifiedLoad {
	merchant: MerchantLoad;
	duplicatePayments: Counted;
}

const parallelReads = 8;
const pollMs = 200;

/** Payments that cannot be compared with the orders leave nothing to judge. */
export async function verifyShop({
	io,
	...options
}: Omit<VerifyOptions, 'signal' | 'say'> & { io: Pick<RunIo, 'signal' | 'err'> }): Promise<{
	found?: VerifiedLoad;
	reasons: LoadReason[];
}> {
	const { signal, err: say } = io;
	if (signal.aborted) return { reasons: [] };
	try {
		return { found: await verifyOrders({ ...options, signal, say }), reasons: [] };
	} catch (error) {
		if (signal.aborted) return { reasons: [] };
		const text = `The payments could not be compared with the orders: ${messageOf(error)}`;
		const reason = { id: 'orders-unread', group: 'run', severity: 'error', text } as const;
		return { reasons: [{ ...reason, evidence: [] }] };
	}
}

/** Also adds the sandbox's own times of the checkouts to the tally. */
async function verifyOrders(options: VerifyOptions): Promise<VerifiedLoad> {
	const { shop, tally, prefix, say } = options;
	const { environment, merchant, lastBefore } = shop;
	const { file, path } = merchant;
	const withinMs = toMs(file.load.verify.within);
	await untilProcessed(options, withinMs);
	const payments: TiedPayment[] = [];
	for await (const page of environment.sandbox.paymentsSince(lastBefore)) {
		for (const { transactionId, sessionId, paymentReference, state, final } of page) {
			payments.push({ transactionId, sessionId, paymentReference, state, final });
		}
	}
	const tied = tieOrders(tally.orders, payments, prefix);
	const { figures, seconds } = countPayments(tied);
	// A shop that has ended has no orders to read.
	const share = environment.ended() === undefined ? file.load.verify.share : 0;
	const chosen = [...tied.orders].filter(
		([, { story }], index) => story !== '' && hashToUnit(options.seed, 3, index) < share,
	);
	if (chosen.length > 0) say(`reading ${chosen.length} orders of the shop\n`);
	const wrong = await readOrders(chosen, options, withinMs);
	await addSandboxTimes(options, tied.orders);
	const ended = environment.ended();
	const { browser } = tally;
	return {
		duplicatePayments: seconds,
		merchant: {
			...{ file: path, command: file.command?.join(' ') ?? null, ...figures },
			...{ verified: chosen.length, wrongState: wrong.length },
			examples: [
				...figures.examples,
				...wrong.slice(0, 10).map((text) => exampleOf('wrongState', text)),
			],
			...(ended === undefined ? {} : { ended }),
			...(browser.flows === 0
				? {}
				: {
						browser: {
							...{ flows: browser.flows, failed: browser.failed },
							pageLoad: latencyOf(browser.pageLoad),
						},
					}),
		},
	};
}

/** The network decides some seconds after the last shopper has paid. */
async function untilProcessed({ shop, signal }: VerifyOptions, withinMs: number): Promise<void> {
	const { sandbox } = shop.environment;
	const deadline = performance.now() + withinMs;
	while (!signal.aborted && performance.now() < deadline) {
		if ((await sandbox.newestPayment('processing')) === undefined) return;
		await pause(pollMs);
	}
}

/** A sentence for each order that has another state than its payments. */
async function readOrders(
	orders: readonly [string, OrderPayments][],
	options: VerifyOptions,
	withinMs: number,
): Promise<string[]> {
	const { shop, seed, signal } = options;
	const { file } = shop.merchant;
	const customers = customersByMarket(seed);
	const client = shop.environment.shop();
	const wrong: string[] = [];
	const waiting = orders.values();
	const work = async () => {
		for (const [reference, order] of waiting) {
			signal.throwIfAborted();
			const values = {
				...shop.environment.values(),
				...valuesOfOrder(reference, order.story, {
					...{ offers: shop.offers, markets: marketSamples },
					customers: (market) => customers[market] ?? [],
				}),
			};
			const problem = await checkOrder({
				...{ client, values, order, withinMs, settles: file.settle !== undefined },
			}).catch((error: unknown) => messageOf(error));
			if (problem !== undefined) wrong.push(`${reference}: ${problem.split('\n')[0]}`);
		}
	};
	await Promise.all(Array.from({ length: parallelReads }, work));
	return wrong;
}

interface CheckOrderOptions {
	client: Shop;
	values: PlaceholderValues;
	order: OrderPayments;
	withinMs: number;
	/** The shop learns the final states from this run. */
	settles: boolean;
}

/** Why the order is wrong; undefined when it is right. */
async function checkOrder(options: CheckOrderOptions): Promise<string | undefined> {
	const { client, values, order, withinMs, settles } = options;
	const note = () => {};
	const deadline = performance.now() + withinMs;
	const isConfirmed = order.payments.some(({ state }) => state === 'confirmed');
	for (const { transactionId, sessionId, state, final } of settles ? order.payments : []) {
		// The shop does not know a payment whose answer was lost.
		const isReported = sessionId === order.session && (final || state === 'confirmed');
		if (isReported) await client.settle({ ...values, transactionId, state }, note);
	}
	for (;;) {
		const { is, text } = await client.orderState(values, note);
		const isPaid = is === 'paid' || is === 'flagged';
		// Without `settle` the shop may not know yet.
		if (isPaid === isConfirmed || (!isPaid && !settles)) return undefined;
		if (isPaid) return `the shop says "${text}", and no payment of it is confirmed`;
		if (performance.now() >= deadline) {
			return `the shop says "${text}" ${withinMs / 1000} s after its payment was reported as confirmed`;
		}
		await pause(pollMs);
	}
}

/** The time that the sandbox took for the calls of a checkout, of the latest checkouts that its journal has. */
async function addSandboxTimes(
	{ shop, tally }: VerifyOptions,
	orders: ReadonlyMap<string, OrderPayments>,
): Promise<void> {
	const step = tally.steps.get('merchant-checkout');
	if (step === undefined) return;
	const reached = new Map(
		[...orders.values()].flatMap(({ session, payments }) =>
			payments
				.filter(({ sessionId }) => sessionId === session)
				.map(({ transactionId }) => [transactionId, { ownMs: 0, injectedMs: 0, isWhole: false }]),
		),
	);
	for await (const entries of shop.environment.sandbox.everyCall()) {
		for (const { transactionId, endpoint, timing } of entries) {
			const sum = reached.get(transactionId ?? '');
			if (sum === undefined || !serviceCalls.some((call) => call === endpoint)) continue;
			sum.ownMs += timing.ownMs;
			sum.injectedMs += timing.injectedMs + timing.queueMs + timing.serviceMs;
			// The journal drops the oldest calls first.
			sum.isWhole ||= endpoint === 'paymentOptions';
		}
	}
	for (const { ownMs, injectedMs, isWhole } of reached.values()) {
		if (!isWhole) continue;
		step.own.add(ownMs);
		step.injected.add(injectedMs);
	}
}
