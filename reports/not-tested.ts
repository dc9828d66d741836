/** Lists what a load run did not test, in one sentence each: a verdict covers only the plan of its run. */
import type { MerchantLoad } from '../simulator/contract/load-results.ts';
import type { LoadReport } from '../simulator/contract/run-report.ts';
import { formatCount, formatRate, formatShare, pluralize } from './figures.ts';

export type Subject = NonNullable<LoadReport['subject']>;

export function loadSubjectOf({
	merchant,
	target,
}: {
	merchant?: string | undefined;
	target?: string | undefined;
}): Subject {
	if (merchant !== undefined) return 'merchant';
	return target === undefined ? 'sandbox' : 'target';
}

export interface RunFacts {
	plan: Pick<
		LoadReport['plan'],
		'profile' | 'ratePerSecond' | 'steps' | 'shopper' | 'declared' | 'phases' | 'sandboxSettings'
	>;
	subject: Subject;
	/** The profiles that ran. For a rehearsal, those of its members. */
	profiles?: readonly string[];
	isLoopback: boolean;
	/** What the run compares of the orders of a shop; absent without a shop. */
	orders?: ComparedOrders | undefined;
}

export interface ComparedOrders {
	/** The share of the orders whose state is read after the load. */
	readShare: number;
	/** Whether the run sends the final states of payments to the shop. */
	isSettled: boolean;
	/** Whether the shop gets customers from the runner, and those of its payments are compared. */
	comparesCustomers: boolean;
	/** The median time that the sandbox behind the shop delayed the calls of a checkout; null if it is not known. */
	delayMs: number | null;
	/** What the run found of the orders; undefined if it did not compare them. */
	found?:
		| Pick<MerchantLoad, 'confirmed' | 'declined' | 'beforeSettle' | 'undecidedByStory'>
		| undefined;
}

export function notTestedSentences(options: RunFacts): string[] {
	const { plan, profiles = [plan.profile] } = options;
	const ran = (...names: string[]) => names.some((name) => profiles.includes(name));
	return [
		subjectSentence(options.subject),
		...orderSentences(options.orders),
		options.orders?.comparesCustomers === true && journalSentence(plan),
		!ran('average', 'spike', 'soak', 'breakpoint') && loadSentence(profiles),
		averageSentence(options),
		peakSentence(options, ran('spike', 'breakpoint')),
		!ran('spike') && 'Recovery: whether the target is back within its limits after a peak.',
		!ran('breakpoint') && 'Capacity: the rate at which the first limit breaks.',
		!ran('soak') && 'Endurance: memory leaks and slow growth show after hours.',
		!ran('idempotency') &&
			'Repeated calls: payments after lost answers, retries and parallel calls.',
		shopperSentence(plan.shopper),
		options.subject !== 'merchant' &&
			plan.steps &&
			!plan.steps.includes('payment-suboptions') &&
			'Bank flows: the plan makes no call to payment-suboptions.',
		options.isLoopback &&
			'The network: load generator and target ran on one machine, and shared its processor.',
	].filter((sentence) => typeof sentence === 'string');
}

function subjectSentence(subject: Subject): string | false {
	if (subject === 'merchant') return false;
	return subject === 'sandbox'
		? 'Your system: the run loaded a sandbox.'
		: 'Your checkout: the run called the target directly, without a shop in front of it.';
}

/** Describes what the run does not show about orders: without it, a shop that never marks an order as paid is a GO. */
function orderSentences(orders: ComparedOrders | undefined): (string | false)[] {
	if (orders === undefined) return [];
	const { readShare, isSettled, delayMs, found } = orders;
	return [
		readShare === 0
			? 'Orders: no order was read after the load (load.verify.share is 0), so nothing shows whether your shop marks paid orders as paid, and no others.'
			: readShare < 1 &&
				`Orders: only ${formatShare(readShare)} of them were read after the load (load.verify.share). Of the others, nothing shows whether your shop marks them as paid.`,
		!isSettled &&
			'Final states: your shop was not told them, because the merchant file has no settle. Orders did not have to be paid after their payment was confirmed.',
		isSettled &&
			found?.confirmed === 0 &&
			'Paid orders: no payment was confirmed, so nothing shows whether your shop marks orders as paid.',
		...undecidedSentences(found?.undecidedByStory),
		returnSentence(orders),
		found?.declined === 0 &&
			'Declined payments: none was declined or cancelled under load, so nothing shows what your shop makes of their orders then.',
		delayMs === 0 &&
			'Slow answers: the service answered without a delay, so nothing shows locks and pools of your shop that are held during a call. Set load.sandbox.latency in the merchant file.',
	];
}

/** Describes what a load does not compare if the sandbox behind the shop does not keep calls. */
function journalSentence({ sandboxSettings = {} }: RunFacts['plan']): string | false {
	const mode = sandboxSettings['journal.mode'] ?? 'full';
	return (
		mode !== 'full' &&
		`Customers: journal.mode of the sandbox is ${mode}, so nothing shows whether payments have the customers of their orders. Set it to full, in the sandbox or in load.sandbox of the merchant file.`
	);
}

/** Describes the orders whose payments had no final state when they were compared. */
function undecidedSentences(byStory: MerchantLoad['undecidedByStory'] = {}): string[] {
	return Object.entries(byStory).map(
		([story, { orders, undecided }]) =>
			`Undecided payments: ${formatCount(undecided)} of ${pluralize(orders, 'order')} of ${story} whose shopper paid had no final state when verify.within was over, so nothing shows how your shop handles it. Give load.sandbox.processing a shorter time, or raise load.verify.within.`,
	);
}

/** Only `settle` separates the return from the final state: an order that is paid in between was paid by the return. */
function returnSentence({ isSettled, found }: ComparedOrders): string | false {
	const untested =
		'Return: it was not tested whether under load the return alone makes an order paid';
	if (!isSettled) return `${untested}, because the merchant file has no settle.`;
	if (found?.beforeSettle === undefined) return false;
	const { orders, read } = found.beforeSettle;
	if (read === 0) return `${untested}: no order was read before settle.`;
	return (
		read < orders &&
		`Return: ${formatCount(read)} of ${formatCount(orders)} orders were read before settle. Of the others, nothing shows whether the return alone makes them paid.`
	);
}

/** Describes the load that was not tested. An idempotency run has a rate, but no response times are judged. */
function loadSentence(profiles: readonly string[]): string {
	return profiles.includes('idempotency')
		? 'Load: the run looks for second payments; it does not judge response times under load.'
		: 'Load: a few flows, one after another, do not show how the target behaves under load.';
}

/** The highest rate that was asked for, in flows per second; 0 without a rate. */
const highestRate = ({ phases = [], ratePerSecond }: RunFacts['plan']): number =>
	Math.max(ratePerSecond ?? 0, ...phases.map((phase) => phase.ratePerSecond ?? 0));

/** Describes the declared average that was not reached. */
function averageSentence({ plan }: RunFacts): string | false {
	const average = plan.declared?.average;
	const highest = highestRate(plan);
	return (
		average !== undefined &&
		highest > 0 &&
		highest < average &&
		`Average: ${formatRate(average)} flows per second are declared, and at most ${formatRate(highest)} were asked for.`
	);
}

/**
 * Describes the peak that was not tested. A peak counts as tested if it reached the declared rate; without a declared
 * rate, if the profile has a peak.
 */
function peakSentence({ plan }: RunFacts, hasPeak: boolean): string | false {
	const { declared } = plan;
	const highest = highestRate(plan);
	if (declared?.peak === undefined) {
		return !hasPeak && 'Peak: how the target behaves when far more flows arrive than usual.';
	}
	if (highest >= declared.peak) return false;
	const peak = `Peak: ${formatRate(declared.peak)} flows per second are declared`;
	return highest === 0 ? `${peak}.` : `${peak}, and at most ${formatRate(highest)} were asked for.`;
}

function shopperSentence(shopper: LoadReport['plan']['shopper']): string | false {
	if (shopper === 'browser') return false;
	return shopper === 'http'
		? 'The page of the shopper: the cashier was played over HTTP, without a browser.'
		: 'The page of the shopper: no browser opened the cashier.';
}
