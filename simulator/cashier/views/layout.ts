/** The parts that pages share: the document around them, the summary of the payment, and the page without a payment. */
import type { Script } from '../assets.ts';
import { styles } from '../assets.ts';
import type { Markup } from '../html.ts';
import { html } from '../html.ts';
import type { Messages } from '../messages/messages.ts';
import type { PageContext, PageModel } from '../page-model.ts';

interface Document {
	title: string;
	main: Markup;
	/** The part of the sandbox banner that differs by page. */
	banner?: Markup;
	scripts?: readonly Script[];
	/** Attributes of `<main>`, each after a space. */
	attributes?: Markup | null;
	/** `content` of a meta refresh, for browsers without scripts. */
	refresh?: string | null;
}

export function layout({ root, locale, notice }: PageContext, document: Document): string {
	const { title, main, banner = null, scripts = [], attributes = null, refresh = null } = document;
	const { tag, direction, messages, format } = locale;
	return html`<!doctype html>
<html lang="${tag}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${format(messages.frame.title, { page: title })}</title>
${styles.map(
	(name) => html`<link rel="stylesheet" href="${root}pay/assets/${name}">
`,
)}<link rel="icon" href="data:,">
${scripts.map((name) => html`<script type="module" src="${root}pay/assets/${name}"></script>`)}
${refresh !== null && html`<noscript><meta http-equiv="refresh" content="${refresh}"></noscript>`}
</head>
<body>
<header class="sandbox" data-testid="sandbox-banner">
<p><strong>${messages.frame.sandbox}</strong> ${messages.frame.simulated}</p>
${banner}
</header>
<main${attributes}>
${notice !== null && html`<p class="notice" data-testid="notice">${messages.notices[notice]}</p>`}
${main}
</main>
<footer><p>${messages.frame.notReal}</p></footer>
</body>
</html>
`.text;
}

export function summary({ locale, amount, option, kind, bank, reference }: PageModel): Markup {
	const { summary: labels } = locale.messages;
	// The list of another kind of option can name banks, stores or wallets: this label fits all of them.
	const bankLabel = kind === 'bank' ? labels.bank : labels.through;
	return html`<dl class="summary">
<div class="total"><dt>${labels.amount}</dt><dd data-testid="amount" dir="auto">${amount}</dd></div>
${option !== null && html`<div><dt>${labels.method}</dt><dd dir="auto">${option}</dd></div>`}
${bank !== null && html`<div><dt>${bankLabel}</dt><dd data-testid="bank" dir="auto">${bank}</dd></div>`}
${reference !== null && html`<div><dt>${labels.reference}</dt><dd dir="auto">${reference}</dd></div>`}
</dl>`;
}

/** Shows no payment data: for a session that is unknown, not ready or ended, and for an outdated form (D-39). */
export function neutralPage(
	context: PageContext,
	message: keyof Messages['neutral'],
	paymentLink: string | null,
): string {
	const { actions, neutral } = context.locale.messages;
	const { heading, text } = neutral[message];
	return layout(context, {
		title: heading,
		main: html`<h1>${heading}</h1>
<p>${text}</p>
${paymentLink !== null && html`<a class="button" data-testid="pay-open" href="${paymentLink}">${actions.open}</a>`}`,
	});
}
