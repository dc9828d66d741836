/** Makes the reasons for the verdict from the orders of a shop under load and their payments. */
import type { MerchantLoad } from '../simulator/contract/load-results.ts';
import type { LoadReason } from '../simulator/contract/run-report.ts';
import { andMore, formatCount, pluralize } from './figures.ts';
import { describeFailure } from './load-failures.ts';
import type { MeasuredLoad } from './verdict-rules.ts';

/** The label of each kind of example. */
export const exampleLabels = {
	twoPayments: 'two payments',
	twoReferences: 'two references',
	wrongOrder: 'payment of another order',
	wrongAmount: 'order amount',
	wrongCustomer: 'order customer',
	wrongMethod: 'order option',
	otherFlow: 'order flow',
	sharedReference: 'shared reference',
	withoutOrder: 'without an order',
	unknownSession: 'unknown session',
	wrongState: 'order state',
	paidBeforeSettle: 'paid before settle',
} as const;

export const exampleOf = (kind: keyof typeof exampleLabels, text: string) =>
	`${exampleLabels[kind]}: ${text}`;

/** The examples of a kind. With `count`, the number of its cases, also how many of them the examples leave out. */
function examplesOf(
	{ examples }: MerchantLoad,
	kind: keyof typeof exampleLabels,
	count = 0,
): string[] {
	const label = `${exampleLabels[kind]}: `;
	const shown = examples.flatMap((text) =>
		text.startsWith(label) ? [text.slice(label.length)] : [],
	);
	return [...shown, ...(shown.length > 0 ? andMore(count - shown.length) : [])];
}

/** The reason for shoppers who got the payment or the return page of another order. */
export function wrongOrderReason({ merchant, failures }: MeasuredLoad): LoadReason | null {
	const sent = merchant?.wrongOrder ?? 0;
	const pages = failures.filter(({ outcome }) => outcome === 'wrong_order');
	const returned = pages.reduce((sum, { count }) => sum + count, 0);
	if (sent + returned === 0) return null;
	const sentences = [
		sent > 0 &&
			`${pluralize(sent, 'shopper was', 'shoppers were')} sent to the payment of another order: its \`paymentReference\` or its \`redirectUrl\` names that one.`,
		returned > 0 &&
			`${pluralize(returned, 'shopper', 'shoppers')} returned to the page of another order: it names that one, and not their own.`,
	].filter((sentence) => sentence !== false);
	const examples = merchant === undefined ? [] : examplesOf(merchant, 'wrongOrder', sent);
	const evidence = [...examples, ...pages.map(describeFailure)];
	const text = sentences.join(' ');
	return { id: 'wrong-order', group: 'target', severity: 'no-go', text, evidence };
}

/** The reason for shoppers whose return led to the service. */
export function serviceReturnReason({ failures }: MeasuredLoad): LoadReason | null {
	const pages = failures.filter(({ outcome }) => outcome === 'service_page');
	const count = pages.reduce((sum, page) => sum + page.count, 0);
	if (count === 0) return null;
	const text = `${pluralize(count, 'shopper', 'shoppers')} returned to a page of the service, and not of your shop: they may be asked to pay again. Build \`redirectUrl\` from the address of your shop, and show a page of your shop there.`;
	const evidence = pages.map(describeFailure);
	return { id: 'return-to-service', group: 'target', severity: 'no-go', text, evidence };
}

/** The reason for a run whose payments prove nothing about orders: too few were created or confirmed. */
export function noPaymentsReason({ merchant, plan }: MeasuredLoad): LoadReason | null {
	if (merchant === undefined) return null;
	const isIdempotency = plan.profile === 'idempotency';
	const pays = plan.shopper !== 'none';
	if ((pays ? merchant.confirmed : merchant.payments) > 0) return null;
	// Undecided payments have a reason of their own.
	if (merchant.undecidedByStory !== undefined) return null;
	// Without `settle`, the shop receives no final states, and "Not tested" says so.
	if (!isIdempotency && (!pays || merchant.payments === 0 || !merchant.beforeSettle)) return null;
	const what = isIdempotency
		? 'whether an order can have two'
		: 'whether your shop marks orders as paid';
	const text = `No order had a ${pays ? 'confirmed payment' : 'payment'}, so the run does not show ${what}.`;
	return { id: 'no-payments', group: 'run', severity: 'inconclusive', text, evidence: [] };
}

/**
 * The reason for flows of which most orders show nothing: the network had not decided their payments when the orders
 * were read.
 */
function undecidedReason({ undecidedByStory = {} }: MerchantLoad): LoadReason | null {
	const unproven = Object.entries(undecidedByStory).filter(
		([, { orders, undecided }]) => undecided > orders / 2,
	);
	if (unproven.length === 0) return null;
	const names = unproven.map(([story]) => story).join(' and ');
	const evidence = unproven.map(
		([story, { orders, undecided }]) =>
			`${story}: ${formatCount(undecided)} of ${pluralize(orders, 'order')} whose shopper paid`,
	);
	const text = `Most payments of ${names} had no final state when verify.within was over, so the run does not show what your shop makes of their orders. Give load.sandbox.processing in the merchant file a shorter time, or raise load.verify.within.`;
	return { id: 'orders-undecided', group: 'run', severity: 'inconclusive', text, evidence };
}

/**
 * The reasons for wrong orders. Orders with two payments have their own reason in every load run (`two-payments`) and
 * are not in this list.
 */
export function merchantReasons(merchant: MerchantLoad | undefined): LoadReason[] {
	if (merchant === undefined) return [];
	const { payments, orphans, withoutOrder, unknownSessions = 0, browser, ended } = merchant;
	const {
		wrongAmount = 0,
		wrongCustomer = 0,
		wrongMethod = 0,
		otherFlow = 0,
		sharedReferences = 0,
		verified = 0,
		wrongState = 0,
		unread = 0,
		secondPayments = 0,
		unreadAnswers = 0,
		beforeSettle,
	} = merchant;
	const reasons: LoadReason[] = [];
	const add = (
		severity: LoadReason['severity'],
		id: string,
		text: string,
		evidence: readonly string[] = [],
		group: LoadReason['group'] = 'target',
	) => reasons.push({ id, group, severity, text, evidence: [...evidence] });
	if (wrongAmount > 0) {
		const text = `${pluralize(wrongAmount, 'order has', 'orders have')} a payment with another amount or currency.`;
		add('no-go', 'order-amount', text, examplesOf(merchant, 'wrongAmount', wrongAmount));
	}
	if (wrongCustomer > 0) {
		const text = `${pluralize(wrongCustomer, 'order has', 'orders have')} a payment with another customer.`;
		add('no-go', 'order-customer', text, examplesOf(merchant, 'wrongCustomer', wrongCustomer));
	}
	if (wrongMethod > 0) {
		const text = `${pluralize(wrongMethod, 'order has', 'orders have')} a payment with another option or bank.`;
		add('no-go', 'order-option', text, examplesOf(merchant, 'wrongMethod', wrongMethod));
	}
	if (otherFlow > 0) {
		const text = `${pluralize(otherFlow, 'order has', 'orders have')} a payment of another kind than the flow, card or bank, so the run does not show what your shop makes of these flows: ${merchant.file} sends the shop no payment method. Send {option} or {flow}, or name in "flows" what the shop sells.`;
		add('inconclusive', 'order-flow', text, examplesOf(merchant, 'otherFlow', otherFlow), 'run');
	}
	if (sharedReferences > 0) {
		const text = `${pluralize(sharedReferences, 'payment reference belongs', 'payment references belong')} to several orders: by its reference, the payment of one could be taken for that of another.`;
		add(
			'no-go',
			'shared-reference',
			text,
			examplesOf(merchant, 'sharedReference', sharedReferences),
		);
	}
	if (withoutOrder > 0) {
		const text = `${pluralize(withoutOrder, 'confirmed payment belongs', 'confirmed payments belong')} to no order: the shop has money that it cannot match.`;
		add('no-go', 'payment-without-order', text, examplesOf(merchant, 'withoutOrder', withoutOrder));
	}
	if (wrongState > 0) {
		const paid = beforeSettle?.paid ?? 0;
		const others = wrongState - paid;
		const sentences = [
			others > 0 &&
				`${formatCount(others)} of ${pluralize(verified, 'order')} had another state than their payments, or could not be settled or read.`,
			paid > 0 &&
				`${pluralize(paid, 'order was', 'orders were')} paid before your shop received the final state: by the return alone, or by a timer that reads settlements?`,
		].filter((sentence) => sentence !== false);
		const examples = [
			...examplesOf(merchant, 'wrongState', others),
			...examplesOf(merchant, 'paidBeforeSettle', paid),
		];
		add('no-go', 'order-state', sentences.join(' '), examples);
	}
	const undecided = undecidedReason(merchant);
	if (undecided) reasons.push(undecided);
	if (unread > 0) {
		const text = `${formatCount(unread)} of ${pluralize(verified + unread, 'order')} were not read for as long as verify.within: the shop answered too slowly after the load. Lower verify.share in the merchant file, or raise verify.within.`;
		add('inconclusive', 'orders-unread', text, [], 'run');
	}
	if (unreadAnswers > 0) {
		const text = `${pluralize(unreadAnswers, 'order has', 'orders have')} several payments, and the journal no longer shows whether their answers were lost. In load.sandbox of the merchant file, leave journal.mode at full, and raise limits.journalEntries and limits.journalBytes. Or lower --rate or --duration.`;
		add('inconclusive', 'answers-unread', text, [], 'run');
	}
	if (ended !== undefined)
		add('no-go', 'shop-ended', `The shop ${ended.split('\n')[0]}`, ended.split('\n').slice(1));
	if (unknownSessions > 0) {
		const isEach = payments === 0;
		const text = isEach
			? 'The sandbox knows none of the sessions that the shop sent its shoppers to: the shop calls another service.'
			: `The sandbox does not know ${pluralize(unknownSessions, 'session')} that the shop sent shoppers to: their payments were not compared with the orders.`;
		const evidence = examplesOf(merchant, 'unknownSession', unknownSessions);
		add(isEach ? 'error' : 'inconclusive', 'unknown-session', text, evidence, 'run');
	}
	if (browser && browser.failed > 0) {
		const text = `${formatCount(browser.failed)} of ${pluralize(browser.flows, 'shopper')} in a browser did not come back to the shop.`;
		add('inconclusive', 'browser', text);
	}
	if (orphans > 0) {
		const text = `${pluralize(orphans, 'payment was', 'payments were')} created that no shopper reached.`;
		const again =
			secondPayments === 0
				? ''
				: ` ${pluralize(secondPayments, 'order has', 'orders have')} payments under several references: the shop asked again under a new one.`;
		add('note', 'orphans', text + again, examplesOf(merchant, 'twoReferences'));
	}
	return reasons;
}
