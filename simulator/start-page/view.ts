/** The markup of the start page. */
import type { Markup } from '../cashier/html.ts';
import { html } from '../cashier/html.ts';
import { amountInMarketFormat } from '../cashier/locale.ts';
import { optionByCode } from '../catalog/catalog.ts';
import type { MarketPack } from '../catalog/market.ts';
import { cashierAssetsPath, controlPaths } from '../contract/routes.ts';
import type { Payment } from '../domain/payment.ts';
import { stateAt } from '../domain/timeline.ts';

interface StartPage {
	/** The markets to choose from. `market` is the chosen one; undefined if the settings offer none. */
	markets: readonly MarketPack[];
	market: MarketPack | undefined;
	amount: string;
	/** Why the form was refused; null if it was not. */
	error: string | null;
	token: string;
	/** The latest payments, and the time on their clock. */
	payments: readonly Payment[];
	now: number;
	/** Whether fault rules are enabled. */
	hasFaults: boolean;
	facts: Readonly<Record<string, string | number>>;
}

export function startPageHtml({ payments, now, facts, ...form }: StartPage): string {
	const rows = Object.entries(facts).map(
		([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>
`,
	);
	return layout(
		{ title: 'payin-sandbox', root: '' },
		html`<h1>payin-sandbox is running</h1>
${form.market ? paymentForms(form, form.market) : null}
${payments.length > 0 && latestPayments(payments, now)}
<section aria-labelledby="running">
<h2 id="running">What is running</h2>
<dl class="facts">
${rows}</dl>
</section>
<section aria-labelledby="look">
<h2 id="look">Look further</h2>
<ul class="links">
${links()}</ul>
</section>`,
	);
}

const faultNote = html`<p data-testid="faults">Fault rules are enabled. They do not break the calls of this page, only those of your system; a rule with the endpoint <code>cashier</code> breaks the cashier pages too.</p>`;

/** The page of a sandbox with a control token, which a browser cannot send when it opens a page. */
export function lockedStartPageHtml(commands: string): string {
	return layout(
		{ title: 'payin-sandbox', root: '' },
		html`<h1>payin-sandbox is running</h1>
<p>The control API of this sandbox needs its control token, which a browser cannot send when it opens a page. So this page can neither take a payment nor show one. These commands can:</p>
<pre class="scroll" tabindex="0" role="region" aria-label="Commands" data-testid="commands">${commands.trim()}</pre>`,
	);
}

/** A whole page. `root` leads from the page to the start page, such as `../`. */
export function layout({ title, root }: { title: string; root: string }, main: Markup): string {
	const assets = `${root}${cashierAssetsPath.slice(1)}`;
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
${['page.css', 'banner.css', 'cashier.css', 'start.css'].map(
	(name) => html`<link rel="stylesheet" href="${assets}/${name}">
`,
)}<link rel="icon" href="data:,">
<script type="module" src="${assets}/forms.js"></script>
</head>
<body>
<header class="sandbox" data-testid="sandbox-banner"><p><strong>Sandbox.</strong> Everything here is simulated. No bank is asked and no money moves.</p></header>
<main>
${main}
</main>
<footer><p>payin-sandbox · not the real service</p></footer>
</body>
</html>
`.text;
}

type Forms = Pick<StartPage, 'markets' | 'amount' | 'error' | 'token' | 'hasFaults'>;

/**
 * Two forms. The first one only shows another market: with scripts at once, without them by its button. The second one
 * makes a payment in the market that its heading names.
 */
function paymentForms(
	{ markets, amount, error, token, hasFaults }: Forms,
	market: MarketPack,
): Markup {
	const { country, currency, name: marketName, options } = market;
	const choices = markets.map(
		(one) =>
			html`<option value="${one.country}"${one.country === country && html` selected`}>${one.name}</option>`,
	);
	const buttons = options.map(
		({ name }) =>
			html`<button type="submit" class="second" name="option" value="${name}" data-testid="make-payment">${name}</button>
`,
	);
	return html`<section class="take" aria-labelledby="take">
<h2 id="take">Take a payment</h2>
<p>A generated customer pays. The cashier page opens, and leads back here.</p>
${hasFaults && faultNote}
${error !== null && html`<p class="alert" role="alert">${error}</p>`}
<form method="get" action="." class="row" data-busy="One moment…" data-submit-on-change>
<div class="field"><label for="market">Market</label><select id="market" name="market" autocomplete="off">${choices}</select></div>
<button type="submit" class="second" data-testid="show-market">Show</button>
</form>
<form method="post" action="." data-busy="One moment…" aria-labelledby="shown-market">
<h3 id="shown-market" data-testid="shown-market">A payment in ${marketName}</h3>
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="market" value="${country}">
<div class="field"><label for="amount">Amount in ${currency}</label><input id="amount" name="amount" type="text" inputmode="decimal" autocomplete="off" value="${amount}"></div>
<fieldset class="options"><legend>Pay with</legend>
${buttons}</fieldset>
</form>
</section>`;
}

function latestPayments(payments: readonly Payment[], now: number): Markup {
	const path = controlPaths.payments.slice(1);
	const rows = payments.map((payment) => {
		const { choice } = payment;
		const option = choice ? optionByCode(choice.optionCode).name : null;
		const amount = amountInMarketFormat(payment);
		return paymentRow({ ...payment, path, option, amount, state: stateAt(payment, now) });
	});
	return html`<section aria-labelledby="latest">
<h2 id="latest">Latest payments</h2>
<ul class="payments">
${rows}</ul>
</section>`;
}

interface PaymentRow {
	/** The relative address of the list of payments. */
	path: string;
	transactionId: string;
	paymentReference: string | null;
	state: string;
	option: string | null;
	amount: string;
}

export function paymentRow(row: PaymentRow): Markup {
	const { path, transactionId, paymentReference, state, option, amount } = row;
	return html`<li data-testid="payment-row">
<a href="${path}/${transactionId}" dir="auto">${paymentReference || transactionId}</a>
<strong>${state}</strong>
<span>${option !== null && `${option}, `}${amount}</span>
<a href="${path}/${transactionId}/explain">Explain</a></li>
`;
}

/** The texts of the links, by the names in `controlPaths`. A path that this version does not have gets no link. */
const linkTexts = {
	docs: ['API reference', 'every call, to try in the browser'],
	openapi: ['OpenAPI', 'the same, for tools and generated clients'],
	testValues: ['Test values', 'cards, banks and the outcome of each'],
	payments: ['Payments', 'all of this workspace'],
	journal: ['Journal', 'the latest calls, with request and response'],
	faults: ['Faults', 'rules that break calls on purpose'],
	findings: ['Findings', 'what looks wrong in your integration, as text'],
	events: ['Events', 'calls and changes of state, as they happen'],
	settlement: ['Settlement', 'final payments, as a settlement file lists them'],
	metrics: ['Metrics', 'counts and durations, for Prometheus'],
	gaps: ['Assumptions', 'what the interface document does not show'],
} as const;

function links(): Markup[] {
	const paths: Readonly<Record<string, string | undefined>> = controlPaths;
	return Object.entries(linkTexts).flatMap(([name, [title, about]]) => {
		const path = paths[name];
		if (path === undefined) return [];
		return html`<li><a href="${path.slice(1)}">${title}</a> <span>${about}</span></li>
`;
	});
}
