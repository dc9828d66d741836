/** Opens the shop of a load run: starts it with a sandbox, or connects to a running one. */
import { statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { formatCount } from '../../reports/figures.ts';
import type { ComparedOrders } from '../../reports/not-tested.ts';
import { CannotRunError, messageOf, UsageError } from '../../scenarios/harness/errors.ts';
import type { RunIo } from '../../scenarios/harness/run-io.ts';
import type { Target } from '../../scenarios/harness/target.ts';
import { isLoopbackName } from '../../scenarios/harness/target.ts';
import type { LoadedMerchant } from '../../scenarios/merchant-mode/merchant-file.ts';
import { readOffers } from '../../scenarios/merchant-mode/offers.ts';
import { comparesCustomers } from '../../scenarios/merchant-mode/order-customer.ts';
import {
	allowedHosts,
	cashierPagesOf,
	sandboxOriginOf,
	shopUrls,
} from '../../scenarios/merchant-mode/shop-addresses.ts';
import type { ShopEnvironment } from '../../scenarios/merchant-mode/shop-environment.ts';
import { openShopEnvironment } from '../../scenarios/merchant-mode/shop-environment.ts';
import type { JsonObject } from '../../simulator/contract/json.ts';
import { isObject } from '../../simulator/contract/json.ts';
import type { MerchantLoad } from '../../simulator/contract/load-results.ts';
import type { LoadReport } from '../../simulator/contract/run-report.ts';
import { merchantStoryName, shopFlowNames } from '../merchant-orders.ts';
import type { MerchantJob, Plan, ShopOffers } from '../plan.ts';
import { createFileSettings } from './merchant-settings.ts';
import type { RunReferences } from './payment-references.ts';
import { createRunReferences } from './payment-references.ts';
import { plannedFlowCount } from './resources.ts';
import { changedSettings } from './sandbox-settings.ts';

export const shopperKinds = ['none', 'http', 'browser'] as const;
export type ShopperKind = (typeof shopperKinds)[number];

export const isLocalShop = ({ file }: LoadedMerchant): boolean =>
	shopUrls(file, 'http://127.0.0.1').every(({ hostname }) => isLoopbackName(hostname));

/** What these runs compared of the orders of a shop; undefined without a shop. */
export function comparedOrders(
	merchant: LoadedMerchant | undefined,
	runs: readonly (Pick<LoadReport, 'merchant'> & Partial<Pick<LoadReport, 'steps'>>)[],
): ComparedOrders | undefined {
	if (merchant === undefined) return undefined;
	const { load, settle } = merchant.file;
	const found = runs.flatMap((run) => run.merchant ?? []);
	const delays = runs.flatMap(({ steps }) => steps?.['merchant-checkout']?.injected.p50 ?? []);
	const sum = (of: (one: MerchantLoad) => number | undefined) =>
		found.reduce((total, one) => total + (of(one) ?? 0), 0);
	return {
		...{ readShare: load.verify.share, isSettled: settle !== undefined },
		comparesCustomers: comparesCustomers(merchant.file),
		delayMs: delays.length === 0 ? null : Math.max(...delays),
		found:
			found.length === 0
				? undefined
				: {
						confirmed: sum(({ confirmed }) => confirmed),
						declined: sum(({ declined }) => declined),
						beforeSettle: {
							orders: sum(({ beforeSettle }) => beforeSettle?.orders),
							read: sum(({ beforeSettle }) => beforeSettle?.read),
							paid: sum(({ beforeSettle }) => beforeSettle?.paid),
						},
						undecidedByStory: sumOfUndecided(found),
					},
	};
}

/** The undecided orders of several runs, for each story. */
function sumOfUndecided(runs: readonly MerchantLoad[]) {
	const sums: NonNullable<MerchantLoad['undecidedByStory']> = {};
	for (const [story, { orders, undecided }] of runs.flatMap(({ undecidedByStory = {} }) =>
		Object.entries(undecidedByStory),
	)) {
		const before = sums[story] ?? { orders: 0, undecided: 0 };
		sums[story] = { orders: before.orders + orders, undecided: before.undecided + undecided };
	}
	return sums;
}

export interface LoadShop {
	target: Target;
	merchant: LoadedMerchant;
	environment: ShopEnvironment;
	offers: ShopOffers;
	job: MerchantJob;
	/** The settings of the sandbox during the load that differ from their defaults, by path; without secrets. */
	sandboxSettings: JsonObject;
	/** The references of the orders that were compared, in all steps of a run. */
	references: RunReferences;
	close(): Promise<void>;
}

export interface OpenLoadShopOptions extends Pick<RunIo, 'env' | 'signal'> {
	merchant: LoadedMerchant;
	/** The address of a running sandbox behind a running shop. */
	url: string | undefined;
	seed: number;
	shopper: ShopperKind;
	/**
	 * Whether the sandbox loses one in five answers. The shop may then repeat the call, without creating a second
	 * payment.
	 */
	losesAnswers: boolean;
	runId: string;
	warn(line: string): void;
}

/**
 * Throws a CannotRunError if the sandbox or the shop does not start, and a UsageError if the sandbox refuses the
 * settings.
 */
export async function openLoadShop(options: OpenLoadShopOptions): Promise<LoadShop> {
	const { merchant, shopper, runId, warn } = options;
	const { file } = merchant;
	// The clock is real, because the shop's own clock is: faults, expiry and processing must follow the same time.
	const environment = await openShopEnvironment({ ...options, clock: 'real' });
	const { target, sandbox } = environment;
	const settings = createFileSettings(environment, merchant, options);
	const close = async () => {
		await settings
			.restore()
			.catch((error: unknown) =>
				warn(`The settings of ${target.url} could not be restored: ${messageOf(error)}`),
			);
		await environment.close();
	};
	try {
		await settings.changeForShop();
		const offers = await readShopOffers(target, merchant, runId);
		await settings.changeForLoad();
		const { url } = target;
		const job: MerchantJob = {
			...{ prepare: file.prepare, checkout: file.checkout, offers, values: environment.values() },
			timesPrepare: !file.load.untimed.includes('prepare'),
			hosts: allowedHosts(file, url).hosts,
			cashierPages: cashierPagesOf(environment.cashierUrls),
			sandboxOrigin: sandboxOriginOf(file, url),
			pays: shopper !== 'none',
		};
		const references = createRunReferences();
		const sandboxSettings = changedSettings(await sandbox.settings());
		return { target, merchant, environment, offers, job, sandboxSettings, references, close };
	} catch (error) {
		await close();
		throw error;
	}
}

/** What the sandbox has before the load. */
export interface BeforeLoad {
	/** The id of the newest payment: only later payments belong to the orders of the load. */
	lastBefore?: string | undefined;
	/** The number of calls that the service received; undefined if the sandbox does not count them. */
	callsBefore?: number | undefined;
}

/** Reads what the sandbox has before the load. Warns when it would evict payments before they are compared. */
export async function readBeforeLoad(
	{ environment, target }: Pick<LoadShop, 'environment' | 'target'>,
	plan: Plan,
	say: (text: string) => void,
): Promise<BeforeLoad> {
	const { sandbox } = environment;
	const { limits } = await sandbox.settings();
	const most = isObject(limits) ? limits.maxPayments : undefined;
	const orders = plannedFlowCount(plan);
	if (typeof most === 'number' && orders > most) {
		say(
			`${target.url} keeps ${formatCount(most)} payments, and this load has about ${formatCount(orders)} orders: the oldest cannot be compared. Raise limits.maxPayments, or lower --rate or --duration.\n`,
		);
	}
	return {
		lastBefore: (await sandbox.newestPayment())?.transactionId,
		callsBefore: await sandbox.serviceCallCount(),
	};
}

async function readShopOffers(
	target: Target,
	merchant: LoadedMerchant,
	runId: string,
): Promise<ShopOffers> {
	const offers = await readOffers(target, merchant, runId.toLowerCase());
	return Object.fromEntries(
		[...offers].map(([market, { card, bank }]) => [
			market,
			{ card, bank: bank && { option: bank.option, bank: bank.bank.name } },
		]),
	);
}

/**
 * Removes flows from the mix that no market offers, or that the shop does not sell. Throws a UsageError if the user gave
 * the mix, or if nothing is left.
 */
export function mixOfOfferedFlows(
	mix: Readonly<Record<string, number>>,
	{ offers, merchant: { file, path } }: Pick<LoadShop, 'offers' | 'merchant'>,
	isGiven: boolean,
): Record<string, number> {
	const isOffered = (story: string) =>
		shopFlowNames.some(
			(flow) =>
				merchantStoryName(flow) === story && Object.values(offers).some((offer) => offer?.[flow]),
		);
	const missing = Object.keys(mix).filter((story) => !isOffered(story));
	const left = Object.entries(mix).filter(([story]) => isOffered(story));
	if ((isGiven && missing.length > 0) || left.length === 0) {
		const markets = Object.keys(offers).join(', ');
		const names = missing.map((story) => story.replace('merchant/', '')).join(' and ');
		const areAllSold = shopFlowNames.every((flow) => file.flows.includes(flow));
		throw new UsageError([
			areAllSold
				? `--mix has ${names}, and the markets of the merchant file (${markets}) offer none. Add a market, or leave it out of --mix.`
				: `--mix has ${names}, and "flows" of ${path} has only ${file.flows.join(' and ')}. Leave it out of --mix, or add it to "flows".`,
		]);
	}
	const sum = left.reduce((total, [, share]) => total + share, 0);
	return Object.fromEntries(left.map(([story, share]) => [story, share / sum]));
}

const browserNames = [
	'chromium',
	'chromium-browser',
	'google-chrome',
	'google-chrome-stable',
	'chrome',
];
const browserVariable = 'K6_BROWSER_EXECUTABLE_PATH';

/** Throws if no browser is found: k6 would start, and every flow would fail. */
export function requireBrowser(env: RunIo['env']): void {
	const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
	const named = env[browserVariable];
	const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
	const places = folders.flatMap((folder) => browserNames.map((name) => join(folder, name)));
	// On systems other than Linux, k6 looks in more places than the PATH. Leave the search to k6 there.
	if (named ? isFile(named) : process.platform !== 'linux' || places.some(isFile)) return;
	const problem = named
		? `${browserVariable} is ${named}, which is no file`
		: 'No Chromium was found';
	throw new CannotRunError(
		'browser',
		`${problem}, and --shopper browser needs one. Install Chromium or Chrome, or set ${browserVariable} to the program.`,
	);
}
