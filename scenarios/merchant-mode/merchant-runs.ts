/**
 * Runs merchant stories. Each has a sandbox and shop for itself while it runs, and is judged by the calls of the shop.
 */
import { sortStepsByStart } from '../../reports/failure.ts';
import { toMs } from '../../simulator/contract/duration.ts';
import { sendsPlaceholder } from '../../simulator/contract/merchant-file.ts';
import { serviceCalls } from '../../simulator/contract/routes.ts';
import type { ScenarioFinding, ScenarioResult } from '../../simulator/contract/run-report.ts';
import { UsageError } from '../harness/errors.ts';
import type { Target } from '../harness/target.ts';
import { createFindingList } from '../runner/findings.ts';
import { createRecorder, StoryNotTried } from '../runner/recorder.ts';
import type { PreparedRepeat, ReplayContext } from '../runner/replay.ts';
import { usualLimitMs } from '../runner/replay.ts';
import { firstCustomerIndex } from '../runner/service-runs.ts';
import type { AnyStory } from '../scenario.ts';
import type { CashierPage, ShopOrderState } from '../shop.ts';
import { createFlowRequirement } from './chosen-flow.ts';
import { findEarlyRetries } from './early-retries.ts';
import type { StoryFault } from './fault-hit.ts';
import { requireFaultHit } from './fault-hit.ts';
import { createFinalOrderCheck } from './final-order-check.ts';
import type { Judgement } from './judge.ts';
import { addJudgements, callSteps, judgeStory, storyTimeline } from './judge.ts';
import { usesPortPlaceholder } from './merchant-process.ts';
import { droppedCallsReason, noShopCallSentence } from './missing-calls.ts';
import type { OrderValues, ReachedPayment } from './mixed-orders.ts';
import { createOrderReferences, findMixedOrders } from './mixed-orders.ts';
import type { Offers } from './offers.ts';
import { readOffers } from './offers.ts';
import type { OrderRequest } from './order-calls.ts';
import { referenceOfCall } from './order-calls.ts';
import type { OpenShopEnvironmentOptions, ShopEnvironment } from './shop-environment.ts';
import { openShopEnvironment } from './shop-environment.ts';
import { isWithoutCashier } from './special-checkouts.ts';
import { createShopContext, isCheckout, isFirstCheckout } from './story-context.ts';
import type { StoryEvidence } from './story-findings.ts';
import { findingsOfStory, toReportedFinding } from './story-findings.ts';
import { whyNotTried } from './why-not-tried.ts';

export interface MerchantRuns extends Pick<ReplayContext, 'whyNotTried' | 'open'> {
	target: Target;
	/** How long one repeat of a story may take, in milliseconds. */
	limitMs: number;
	/**
	 * Why the recorded calls cannot judge the shop: it made none to the sandbox, or the journal dropped some. Undefined if
	 * they can.
	 */
	evidenceProblem(results: readonly Pick<ScenarioResult, 'failure'>[]): string | undefined;
	/** Returns the findings of the stories that have run. */
	findings(): ScenarioFinding[];
	/**
	 * Returns the results in the order of the list. Fails stories whose orders have changed since, and
	 * adds what the judgements know of the other failures.
	 */
	finishResults(results: readonly ScenarioResult[]): Promise<ScenarioResult[]>;
	close(): Promise<void>;
}

/** How often a story with many markets waits for an order at most. */
const maxOrderWaits = 30;

interface RunStart {
	story: AnyStory;
	count: number;
	overdue: AbortSignal;
	environment: ShopEnvironment;
}

/** With how many of the newest orders of a run a return page is compared. */
const maxComparedOrders = 1_000;

export interface MerchantRunsOptions extends OpenShopEnvironmentOptions {
	jobs: number;
	onAssumption(id: string): void;
}

/** How many stories run at once: one if they share a target, or if the shop does not listen on `{port}`. */
export const maxStoriesAtOnce = ({
	merchant,
	url,
	jobs,
}: Pick<MerchantRunsOptions, 'merchant' | 'url' | 'jobs'>) =>
	url === undefined && usesPortPlaceholder(merchant) ? jobs : 1;

export async function openMerchantRuns(options: MerchantRunsOptions): Promise<MerchantRuns> {
	const { merchant, seed, onAssumption } = options;
	const { first, acquire, release, close } = await openPool(maxStoriesAtOnce(options), () =>
		openShopEnvironment(options),
	);
	const findings = createFindingList();
	/** The judgement of each story's first failure, which the report shows. */
	const judgements = new Map<string, Judgement>();
	/** The names of the stories that have ended, by the sessions of their payments. */
	const earlierSessions = new Map<unknown, string>();
	const references = createOrderReferences();
	const ordersOfRun: OrderValues[] = [];
	const finalCheck = createFinalOrderCheck();
	const requireChosenFlow = createFlowRequirement(merchant);
	/** A shop that has ended explains its missing calls itself. A call without an answer counts too. */
	let hasCalledOrEnded = false;
	/** Why a story could not be judged: it would otherwise be judged as if the shop had not made the dropped calls. */
	let droppedCalls: string | undefined;
	try {
		const offers = await readOffers(first.target, merchant, `merchant-${references.tag}`);
		return {
			target: first.target,
			evidenceProblem(results) {
				if (droppedCalls !== undefined) return droppedCalls;
				const isAtCheckout = results.some(({ failure }) => isCheckout(failure?.step ?? ''));
				if (hasCalledOrEnded || !isAtCheckout) return undefined;
				return noShopCallSentence(merchant, first.target.url);
			},
			findings: findings.list,
			async finishResults(results) {
				const { signal } = options;
				const read = signal.aborted ? results : await finalCheck.failChanged(results);
				// An interruption fails the reading, and not the shop.
				return addJudgements(signal.aborted ? results : read, judgements);
			},
			close,
			whyNotTried: (story) => whyNotTried(story, merchant, offers),
			limitMs: usualLimitMs + maxOrderWaits * toMs(merchant.file.order.within),
			async open(story, count, overdue) {
				const environment = await acquire();
				try {
					await environment.refresh();
				} catch (error) {
					release(environment);
					throw error;
				}
				const run = openRun({ story, count, overdue, environment }, offers);
				return Object.assign(run, { close: async () => release(environment) });
			},
		};
	} catch (error) {
		await close();
		throw error;
	}

	function openRun({ story, count, overdue, environment }: RunStart, offers: Offers) {
		const startedMs = Date.now();
		const recorder = createRecorder(overdue);
		const orders: OrderValues[] = [];
		const paid = new Map<string, ShopOrderState>();
		const storyFaults: StoryFault[] = [];
		const requests: OrderRequest[] = [];
		const reached: { page: CashierPage; order: OrderValues; returnPages: string[] }[] = [];
		const clients = environment.clientsOf(overdue);
		const context = createShopContext({
			...clients,
			recorder,
			offers,
			sendsBank: sendsPlaceholder(merchant.file, 'bank'),
			canSettle: merchant.file.settle !== undefined,
			orderWithinMs: toMs(merchant.file.order.within),
			values: environment.values(),
			seed,
			firstCustomer: firstCustomerIndex(story, count),
			nextReference: references.next,
			onOrder(order) {
				orders.push(order);
				ordersOfRun.push(order);
				if (ordersOfRun.length > maxComparedOrders) ordersOfRun.shift();
			},
			async onOrderRequest({ reference }) {
				const latestCallId = await clients.sandbox.latestCallId();
				requests.push({ reference, latestCallId });
			},
			onPaid: ({ reference }, state) => void paid.set(reference, state),
			onPage(page, order, payment) {
				const known = reached.find(
					(one) => one.order.reference === order.reference && one.page.sessionId === page.sessionId,
				);
				// Another checkout of the order may choose another method in the same session.
				if (known) known.order = order;
				else reached.push({ page, order, returnPages: [] });
				requireChosenFlow(payment, order);
			},
			onReturnPage({ sessionId }, { address, text }) {
				const found = reached.findLast(({ page }) => page.sessionId === sessionId);
				found?.returnPages.push(address, text);
			},
			onFault: (call, ruleId, fault) => storyFaults.push({ call, ruleId, fault }),
			earlierStoryOf: (sessionId) => earlierSessions.get(sessionId),
		});
		const run: Omit<PreparedRepeat, 'close'> = {
			context,
			steps: recorder.steps,
			idle: recorder.idle,
			transactionIds: [],
			async finish(failure) {
				const evidence = await gather();
				const { calls, payments } = evidence;
				hasCalledOrEnded ||=
					calls.length + payments.length > 0 || environment.ended() !== undefined;
				run.steps = sortStepsByStart([...recorder.steps, ...callSteps(evidence)]);
				run.transactionIds = [...new Set(reached.map(({ page }) => page.transactionId))];
				for (const id of evidence.calls.flatMap(({ assumptions }) => assumptions)) onAssumption(id);
				findings.add(findingsOfStory(evidence).map((finding) => toReportedFinding(story, finding)));
				const timeline = storyTimeline(run.steps, evidence);
				const pages = reached.map(({ page }) => page);
				finalCheck.add({ story, environment, orders, paid, pages, payments, timeline });
				const failed = failure && {
					failure,
					isFirstCheckout: isFirstCheckout(failure.step, recorder.steps),
					isWithoutCashier: isWithoutCashier(failure.step, recorder.steps),
				};
				for (const { sessionId } of payments) earlierSessions.set(sessionId, story.name);
				if (evidence.dropped > 0) {
					const reason = droppedCallsReason(evidence.dropped);
					droppedCalls ??= `${story.name}: ${reason}`;
					if (!failure) throw new StoryNotTried(reason);
					return { ...failure, message: `${failure.message}\nAlso, ${reason}`, timeline };
				}
				const judgement = judgeStory(evidence, failed);
				if (!judgement) {
					await requireFaultHit(storyFaults, calls, environment.sandbox);
					return null;
				}
				if (!judgements.has(story.name)) judgements.set(story.name, judgement);
				return { ...judgement.failure, timeline };
			},
		};
		return run;

		async function gather(): Promise<StoryEvidence> {
			const { sandbox } = environment;
			const journal = await sandbox.journal();
			const calls = journal.calls.filter(({ endpoint }) =>
				(serviceCalls as readonly string[]).includes(endpoint),
			);
			const payments = (await sandbox.payments()).reverse();
			const states = payments.map(({ transactionId, timeline }) => {
				const past = timeline.filter(({ planned }) => !planned).map(({ state }) => state);
				return `states of payment ${transactionId}: ${past.join(', ')}`;
			});
			const { findings, complete } = await sandbox.findings();
			// Without any recorded call, an open one is all that can be missing.
			hasCalledOrEnded ||= !complete;
			const pages = reached.map(({ page }) => page);
			const paymentsReached = reached.flatMap(({ page, order, returnPages }): ReachedPayment[] => {
				const { transactionId } = page;
				const payment = payments.find((one) => one.transactionId === transactionId);
				const created = calls.find(
					(call) => call.transactionId === transactionId && call.endpoint === 'paymentOptions',
				);
				return payment ? [{ order, payment, request: created?.request, returnPages }] : [];
			});
			const mixedOrders = findMixedOrders(paymentsReached, ordersOfRun, references, merchant.file);
			return {
				...{ story, calls, findings, states, payments, earlierSessions, startedMs },
				dropped: journal.dropped,
				orderOf: (call) => referenceOfCall(call, pages, requests),
				mixedOrders,
				earlyRetries: findEarlyRetries(calls, storyFaults, requests),
			};
		}
	}
}

/** A pool of environments, at most `limit`. The first is opened at once, others when a story finds none free. */
async function openPool(limit: number, open: () => Promise<ShopEnvironment>) {
	if (limit < 1) throw new UsageError(['--jobs must be a whole number above 0.']);
	const opened = new Set<Promise<ShopEnvironment>>();
	const openAnother = () => {
		const opening = open();
		opened.add(opening);
		opening.catch(() => opened.delete(opening));
		return opening;
	};
	const first = await openAnother();
	const free = [first];
	const waiting: ((environment: ShopEnvironment) => void)[] = [];
	return {
		first,
		async acquire(): Promise<ShopEnvironment> {
			const environment = free.pop();
			if (environment) return environment;
			if (opened.size < limit) return openAnother();
			return new Promise((resolve) => waiting.push(resolve));
		},
		release(environment: ShopEnvironment): void {
			const next = waiting.shift();
			if (next) next(environment);
			else free.push(environment);
		},
		async close() {
			const closings = [...opened].map((opening) =>
				opening.then(
					(environment) => environment.close(),
					() => {},
				),
			);
			await Promise.all(closings);
		},
	};
}
