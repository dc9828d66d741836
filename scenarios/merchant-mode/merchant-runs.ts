/** Runs merchant stories: each on a workbench of its own while it runs, and judged by the calls of the shop. */
import { randomBytes } from 'node:crypto';
import { serviceCalls } from '../../simulator/contract/routes.ts';
import type { ScenarioFinding } from '../../simulator/contract/run-report.ts';
import { UsageError } from '../harness/errors.ts';
import type { Target } from '../harness/target.ts';
import { createRecorder } from '../runner/recorder.ts';
import type { ReplayContext, StoryRun } from '../runner/replay.ts';
import { firstCustomerOf } from '../runner/replay.ts';
import type { AnyStory } from '../scenario.ts';
import type { CashierPage } from '../shop.ts';
import type { CheckoutWindow, Evidence } from './judge.ts';
import { callSteps, findingsOf, inTimeOrder, judge, reportedFinding, timelineOf } from './judge.ts';
import type { LoadedMerchant } from './merchant-file.ts';
import type { Offers } from './offers.ts';
import { flowsOf, readOffers } from './offers.ts';
import { createShopContext } from './story-context.ts';
import type { OpenWorkbenchOptions, Workbench } from './workbench.ts';
import { openWorkbench } from './workbench.ts';

export interface MerchantRuns extends Pick<ReplayContext, 'whyNotTried' | 'open'> {
	target: Target;
	/** Of the stories that have run. */
	findings: readonly ScenarioFinding[];
	close(): Promise<void>;
}

export interface OpenMerchantRunsOptions extends OpenWorkbenchOptions {
	jobs: number;
	onAssumption(id: string): void;
}

/** Problems of the options together with the merchant file. */
export function merchantProblems(
	{ file, path }: LoadedMerchant,
	target: string | undefined,
): string[] {
	if (file.command || target !== undefined) return [];
	return [
		`${path} has no "command". Start your shop and a sandbox behind it yourself, and name the sandbox with --target.`,
	];
}

/** With a target, all stories share it: they run one after the other. */
export const jobsOf = ({ url, jobs }: Pick<OpenMerchantRunsOptions, 'url' | 'jobs'>) =>
	url === undefined ? jobs : 1;

export async function openMerchantRuns(options: OpenMerchantRunsOptions): Promise<MerchantRuns> {
	const { merchant, seed, onAssumption } = options;
	const opened = await Promise.allSettled(
		Array.from({ length: jobsOf(options) }, () => openWorkbench(options)),
	);
	const benches = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
	const close = async () => {
		await Promise.all(benches.map((bench) => bench.close()));
	};
	const findings: ScenarioFinding[] = [];
	/** Short, because shops limit their order ids; new in each run, because a running shop keeps its orders. */
	const tag = randomBytes(3).toString('hex');
	let references = 0;
	const explained = new Map<string, string>();
	try {
		const failed = opened.find((one) => one.status === 'rejected');
		if (failed) throw failed.reason;
		const [first] = benches;
		if (!first) throw new UsageError(['--jobs must be a whole number above 0.']);
		const offers = await readOffers(first.target, merchant.file.markets, `merchant-${tag}`);
		const { take, give } = createPool(benches);
		return {
			target: first.target,
			findings,
			close,
			whyNotTried: (story) => whyNotTried(story, merchant, offers),
			async open(story, count) {
				const bench = await take();
				try {
					await bench.refresh();
				} catch (error) {
					give(bench);
					throw error;
				}
				const run = openRun(story, count, bench, offers);
				return Object.assign(run, { close: async () => give(bench) });
			},
		};
	} catch (error) {
		await close();
		throw error;
	}

	function openRun(story: AnyStory, count: number, bench: Workbench, offers: Offers) {
		const startedMs = Date.now();
		const recorder = createRecorder();
		const checkouts: CheckoutWindow[] = [];
		const pages: CashierPage[] = [];
		const context = createShopContext({
			shop: bench.shop(),
			sandbox: bench.sandbox,
			recorder,
			offers,
			canSettle: merchant.file.settle !== undefined,
			values: bench.values(),
			seed,
			firstCustomer: firstCustomerOf(story, count),
			nextReference: () => `t${tag}-${++references}`,
			onCheckout: (window) => checkouts.push(window),
			onPage: (page) => pages.push(page),
		});
		const run: Omit<StoryRun, 'close'> = {
			context,
			steps: recorder.steps,
			transactionIds: [],
			async finish(failure) {
				const evidence = await gather();
				run.steps = inTimeOrder([...recorder.steps, ...callSteps(evidence)]);
				run.transactionIds = [...new Set(pages.map(({ transactionId }) => transactionId))];
				for (const id of evidence.calls.flatMap(({ assumptions }) => assumptions)) onAssumption(id);
				findings.push(...findingsOf(evidence).map((finding) => reportedFinding(story, finding)));
				const judged = judge(evidence, failure);
				return judged && { ...judged, timeline: timelineOf(run.steps, evidence) };
			},
		};
		return run;

		async function gather(): Promise<Evidence> {
			const { sandbox } = bench;
			const calls = (await sandbox.journal()).filter(({ endpoint }) =>
				(serviceCalls as readonly string[]).includes(endpoint),
			);
			const payments = (await sandbox.payments()).reverse().map(({ transactionId, timeline }) => {
				const states = timeline.filter(({ planned }) => !planned).map(({ state }) => state);
				return `states of payment ${transactionId}: ${states.join(', ')}`;
			});
			const found = await sandbox.findings();
			return { story, calls, findings: found, checkouts, payments, startedMs, explained };
		}
	}
}

/** A story waits for a free bench. With a target there is one, whatever the number of jobs. */
function createPool(benches: readonly Workbench[]) {
	const free = [...benches];
	const waiting: ((bench: Workbench) => void)[] = [];
	return {
		take: async (): Promise<Workbench> =>
			free.pop() ?? new Promise((resolve) => waiting.push(resolve)),
		give(bench: Workbench): void {
			const next = waiting.shift();
			if (next) next(bench);
			else free.push(bench);
		},
	};
}

function whyNotTried(
	{ shop }: AnyStory,
	{ file, path }: LoadedMerchant,
	offers: Offers,
): string | undefined {
	const { market, flow, paid } = shop ?? {};
	const names = file.markets.join(', ');
	if (market && !file.markets.includes(market)) {
		return `needs the market ${market}, and the markets of ${path} are ${names}`;
	}
	const flows = [...offers.values()].flatMap(flowsOf);
	if (flow && !flows.includes(flow)) return `needs a ${flow} option, and ${names} offers none`;
	if (paid && !file.settle) return `expects a paid order, and ${path} has no "settle"`;
	return undefined;
}
