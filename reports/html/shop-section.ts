/** The part of a load report about the orders of the shop. */
import type { LoadReport } from '../../simulator/contract/run-report.ts';
import { formatCount } from '../figures.ts';
import { measuredStepSentence } from '../load-facts.ts';
import { badge, definitionList, section } from './components.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';

/** The settings that the run gave to the sandbox; no row if all have their defaults. */
function settingsRow(settings: LoadReport['plan']['sandboxSettings'] = {}) {
	const entries = Object.entries(settings);
	if (entries.length === 0) return [];
	const lines = entries.map(
		([path, value]) => html`<code>${path}: ${JSON.stringify(value)}</code><br>`,
	);
	return [['Settings of the sandbox', html`${lines}`] as const];
}

/** The results for the orders of the shop and for their payments. */
export function shopSection(report: LoadReport): Html {
	const { merchant, plan } = report;
	if (!merchant) return html``;
	const { file, command, orders, payments, confirmed, orphans, doublePaid, withoutOrder } =
		merchant;
	const wrong = (count: number) =>
		count === 0 ? badge('good', '0') : badge('bad', formatCount(count));
	const {
		examples,
		wrongOrder,
		wrongAmount,
		wrongState,
		verified = 0,
		secondPayments = 0,
	} = merchant;
	/** A row with a count; no row if the report has no count, because nothing was compared. */
	const compared = (label: string, count: number | undefined) =>
		count === undefined ? [] : [[label, wrong(count)] as const];
	const isRepeated = plan.profile === 'idempotency';
	return section(
		'shop',
		'Your shop',
		`${measuredStepSentence(report)} Orders of the shop against payments of the sandbox. The session of each redirect ties them together.`.trim(),
		definitionList([
			['Merchant file', html`<code>${file}</code>`],
			['Started by', command === null ? 'it ran already' : html`<code>${command}</code>`],
			...settingsRow(plan.sandboxSettings),
			['Orders', formatCount(orders)],
			['Payments that a shopper reached', formatCount(payments)],
			['Confirmed payments', formatCount(confirmed)],
			['Orders with two confirmed payments or more', wrong(doublePaid)],
			[
				'Orders with payments under several references',
				isRepeated ? wrong(secondPayments) : formatCount(secondPayments),
			],
			...compared('Orders with a second payment though no answer was lost', merchant.createdTwice),
			...compared('Shoppers sent to the payment of another order', wrongOrder),
			...compared('Orders with another amount or currency', wrongAmount),
			...compared('Orders with another customer', merchant.wrongCustomer),
			...compared('Orders with another option or bank', merchant.wrongMethod),
			...compared('Orders of another flow than their payment', merchant.otherFlow),
			...compared('References that several orders have', merchant.sharedReferences),
			...compared(
				'Orders with another state than their payments',
				verified > 0 ? wrongState : undefined,
			),
			...Object.entries(merchant.undecidedByStory ?? {}).map(
				([story, { orders: paid, undecided }]) =>
					[
						`Undecided payments of ${story}`,
						`${formatCount(undecided)} of ${formatCount(paid)}`,
					] as const,
			),
			...compared('Of these, paid before the final state', merchant.beforeSettle?.paid),
			['Confirmed payments without an order', wrong(withoutOrder)],
			['Payments that no shopper reached', formatCount(orphans)],
			...(examples.length > 0
				? [['Examples', html`${examples.map((one) => html`<code>${one}</code><br>`)}`] as const]
				: []),
		]),
	);
}
