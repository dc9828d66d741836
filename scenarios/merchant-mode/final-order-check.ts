/**
 * Reads orders once more at the end of a run, because a shop may change or lose them late: those without a confirmed
 * payment must not be paid, and those that were paid must still be.
 */
import type { PaymentView } from '../../simulator/contract/control.ts';
import type { ScenarioResult } from '../../simulator/contract/run-report.ts';
import { messageOf } from '../harness/errors.ts';
import { mapInParallel } from '../harness/map-in-parallel.ts';
import type { Stakes } from '../runner/recorder.ts';
import type { AnyStory } from '../scenario.ts';
import type { CashierPage, ShopOrderState } from '../shop.ts';
import type { OrderValues } from './mixed-orders.ts';
import { isPaidState, shownState } from './order-state.ts';
import { NoOrderState } from './shop-client.ts';
import type { ShopEnvironment } from './shop-environment.ts';

/** A run of a story that has ended. */
export interface EndedStory {
	story: AnyStory;
	environment: Pick<ShopEnvironment, 'shop' | 'values' | 'ended' | 'starts'>;
	orders: readonly OrderValues[];
	/** The state of each order that the shop called paid, by its reference, as the story last saw it. */
	paid: ReadonlyMap<string, ShopOrderState>;
	pages: readonly CashierPage[];
	payments: readonly Pick<PaymentView, 'sessionId' | 'state'>[];
	timeline: readonly string[];
}

type OrderToRead = Pick<EndedStory, 'story' | 'environment' | 'timeline'> & {
	order: OrderValues;
	mustBePaid: boolean;
	/** Whether the order was paid once, so that nothing is to be refunded. */
	isPaidOnce: boolean;
	endedMs: number;
	/** The starts of the shop until the story ended. */
	starts: number;
};

const parallelReads = 8;

/** The cost and the fix of an order that changed after its story, in place of those of the story. */
const stakesOfChange: Stakes = {
	cost: 'Goods sent without a payment, money taken and nothing sent, or refunds of single payments.',
	advice:
		'Change an order only when the state of one of its payments changes. Confirmed alone makes it paid.',
};

export function createFinalOrderCheck() {
	const toRead: OrderToRead[] = [];

	/**
	 * Describes an order that has changed, or that the shop cannot show. An order that the shop does not have is left out,
	 * unless the same process of the shop called it paid.
	 */
	async function readAgain({ environment, order, endedMs, starts, ...expected }: OrderToRead) {
		const { mustBePaid, isPaidOnce } = expected;
		if (environment.ended() !== undefined) return undefined;
		const hasLost = mustBePaid && environment.starts() === starts;
		const values = { ...environment.values(), ...order };
		const found = await environment
			.shop()
			.orderState(values, () => {})
			.catch((error: unknown) => ({ error }));
		if ('error' in found && !(found.error instanceof NoOrderState)) {
			return { message: messageOf(found.error) };
		}
		const isWrongRefund = isPaidOnce && !('error' in found) && found.is === 'flagged';
		const isAsExpected =
			'error' in found ? !hasLost : isPaidState(found.is) === mustBePaid && !isWrongRefund;
		if (isAsExpected) return undefined;
		const seconds = ((performance.now() - endedMs) / 1_000).toFixed(1);
		const state = 'error' in found ? 'no state' : shownState(found);
		const why = isWrongRefund
			? 'although one payment of it was confirmed'
			: mustBePaid
				? 'although it was paid in its story'
				: 'and no payment of it was confirmed';
		const message = `order ${order.reference}: the shop returns ${state} ${seconds} s after the end of its story, ${why}\nIf this story passes alone, its run ends too soon: run all stories.`;
		return { message, ...stakesOfChange };
	}

	return {
		/**
		 * Adds the orders of a story that has ended. An order with a confirmed payment that the story did not see paid is
		 * left out: nothing tells when the shop must know.
		 */
		add({ story, environment, orders, paid, pages, payments, timeline }: EndedStory): void {
			const confirmed = payments.filter(({ state }) => state === 'confirmed');
			const sessions = new Set(confirmed.map(({ sessionId }) => sessionId));
			const confirmedPages = pages.filter(({ sessionId }) => sessions.has(sessionId));
			const confirmedOf = (reference: string) =>
				confirmedPages.filter((page) => page.order.reference === reference).length;
			const endedMs = performance.now();
			const starts = environment.starts();
			for (const order of orders) {
				const mustBePaid = paid.has(order.reference);
				const count = confirmedOf(order.reference);
				if (count > 0 && !mustBePaid) continue;
				const isPaidOnce = count === 1 && paid.get(order.reference) === 'paid';
				const facts = { order, mustBePaid, isPaidOnce, timeline };
				toRead.push({ story, environment, ...facts, endedMs, starts });
			}
		},

		/** Reads the orders, and fails the stories whose orders have changed. */
		async failChanged(results: readonly ScenarioResult[]): Promise<ScenarioResult[]> {
			const failures = new Map<string, Pick<ScenarioResult, 'failure' | 'cost' | 'advice'>>();
			const found = await mapInParallel(toRead, parallelReads, readAgain);
			for (const [index, { story, timeline }] of toRead.entries()) {
				const problem = found[index];
				if (problem === undefined || failures.has(story.name)) continue;
				const { message, ...stakes } = problem;
				const step = 'read the orders again at the end of the run';
				const failure = { step, message, timeline: [...timeline] };
				failures.set(story.name, { failure, ...stakes });
			}
			return results.map((result) => {
				const failed = failures.get(result.name);
				const mayFail = result.status === 'passed' || result.status === 'flaky';
				return failed && mayFail ? { ...result, ...failed, status: 'failed' } : result;
			});
		},
	};
}
