/**
 * The parts that all pages share: the document around them, the summary of the payment, and the page without a payment.
 */
import type { Script } from '../assets.ts';
import { styles } from '../assets.ts';
import type { Markup } from '../html.ts';
import { html } from '../html.ts';
import type { PageContext, PageModel } from '../page-model.ts';

interface Document {
	title: string;
	main: Markup;
	/** The part of the sandbox banner that differs between pages. */
	banner?: Markup;
	scripts?: readonly Script[];
	/** Attributes of the `<main>` element, each after a space. */
	attributes?: Markup | null;
	/** The `content` of a meta refresh element, for browsers without scripts. */
	refresh?: string | null;
}

export function pageLayout({ root, locale, notice }: PageContext, document: Document): string {
	const { title, main, banner = null, scripts = [], attributes = null, refresh = null } = document;
	const { tag, direction, text } = locale;
	return html`<!doctype html>
<html lang="${tag}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${text('frame.title', { page: title })}</title>
${styles.map(
	(name) => html`<link rel="stylesheet" href="${root}pay/assets/${name}">
`,
)}<link rel="icon" href="data:,">
${scripts.map((name) => html`<script type="module" src="${root}pay/assets/${name}"></script>`)}
${refresh !== null && html`<noscript><meta http-equiv="refresh" content="${refresh}"></noscript>`}
</head>
<body>
<header class="sandbox" data-testid="sandbox-banner">
<p><strong>${text('frame.sandbox')}</strong> ${text('frame.simulated')}</p>
${banner}
</header>
<main${attributes}>
${notice !== null && html`<p class="notice" data-testid="notice">${text(`notices.${notice}`)}</p>`}
${main}
</main>
<footer><p>${text('frame.notReal')}</p></footer>
</body>
</html>
`.text;
}

export function paymentSummary({
	locale,
	amount,
	option,
	kind,
	bank,
	reference,
}: PageModel): Markup {
	const { text } = locale;
	// Options of other kinds may list banks, stores or wallets; this label fits all of them.
	const bankLabel = text(kind === 'bank' ? 'summary.bank' : 'summary.through');
	return html`<dl class="summary">
<div class="total"><dt>${text('summary.amount')}</dt><dd data-testid="amount" dir="auto">${amount}</dd></div>
${option !== null && html`<div><dt>${text('summary.method')}</dt><dd dir="auto">${option}</dd></div>`}
${bank !== null && html`<div><dt>${bankLabel}</dt><dd data-testid="bank" dir="auto">${bank}</dd></div>`}
${reference !== null && html`<div><dt>${text('summary.reference')}</dt><dd dir="auto">${reference}</dd></div>`}
</dl>`;
}

export type NeutralPageName = 'unknown' | 'notReady' | 'ended' | 'outOfDate';

/** A page without payment data: for a session that is unknown, not ready or ended, and for an outdated form (D-39). */
export function neutralPage(
	context: PageContext,
	name: NeutralPageName,
	paymentLink: string | null,
): string {
	const { text } = context.locale;
	const heading = text(`neutral.${name}.heading`);
	return pageLayout(context, {
		title: heading,
		main: html`<h1>${heading}</h1>
<p>${text(`neutral.${name}.text`)}</p>
${paymentLink !== null && html`<a class="button" data-testid="pay-open" href="${paymentLink}">${text('actions.open')}</a>`}`,
	});
}
