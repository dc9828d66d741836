/** The frame of every cashier page. */
import type { Script } from '../assets.ts';
import type { Markup } from '../html.ts';
import { html } from '../html.ts';
import type { Place } from '../links.ts';
import type { PageModel } from '../page-model.ts';
import { styles } from '../styles.ts';

/** What a page does by itself, with and without scripts: looks for news, or leads back. */
export type Next =
	| {
			readonly does: 'look';
			readonly everyMs: number;
			/** Where news are heard besides; null where they are only looked for. */
			readonly events: string | null;
			/** Where the payment is always found, should this page move. */
			readonly form: string;
			/** Of what is shown now. */
			readonly version: string;
			/** Whether a page without scripts is loaded again meanwhile. */
			readonly reloads: boolean;
	  }
	| { readonly does: 'return'; readonly afterMs: number; readonly url: string };

interface Frame {
	title: string;
	main: Markup;
	banner: Markup | null;
	next?: Next | null;
	scripts?: readonly Script[];
}

export function layout(
	{ root, speech, notice }: Place,
	{ title, main, banner, next, scripts = [] }: Frame,
): string {
	const { tag, direction, words, say } = speech;
	return html`<!doctype html>
<html lang="${tag}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${say(words.frame.title, { page: title })}</title>
${styles.map(
	(name) => html`<link rel="stylesheet" href="${root}pay/assets/${name}">
`,
)}<link rel="icon" href="data:,">
${scripts.map((name) => html`<script type="module" src="${root}pay/assets/${name}"></script>`)}
${mayRefresh(next) && html`<noscript><meta http-equiv="refresh" content="${refresh(next)}"></noscript>`}
</head>
<body>
<header class="sandbox" data-testid="sandbox-banner">
<p><strong>${words.frame.sandbox}</strong> ${words.frame.simulated}</p>
${banner}
</header>
<main${next?.does === 'look' && lookingFor(next)}>
${notice !== null && html`<p class="notice" data-testid="notice">${words.notices[notice]}</p>`}
${main}
</main>
<footer><p>${words.frame.notReal}</p></footer>
</body>
</html>
`.text;
}

function lookingFor({ everyMs, events, form, version }: Extract<Next, { does: 'look' }>): Markup {
	return html` data-poll-ms="${everyMs}" data-version="${version}" data-form="${form}"${events !== null && html` data-events="${events}"`}`;
}

function mayRefresh(next: Next | null | undefined): next is Next {
	return next?.does === 'return' || next?.reloads === true;
}

/** As a browser without scripts takes it: whole seconds, and everything after `url=` is the address. */
function refresh(next: Next): string {
	const seconds = (ms: number) => Math.max(1, Math.round(ms / 1000));
	if (next.does === 'look') return String(seconds(next.everyMs));
	return `${next.afterMs === 0 ? 0 : seconds(next.afterMs)}; url=${next.url}`;
}

/** Amount, method and reference: what the shopper is about to pay. */
export function summary({ place, amount, option, kind, bank, reference }: PageModel): Markup {
	const said = place.speech.words.summary;
	// A list of another kind may hold stores.
	const through = kind === 'bank' ? said.bank : said.through;
	return html`<dl class="summary">
<div class="total"><dt>${said.amount}</dt><dd data-testid="amount" dir="auto">${amount}</dd></div>
${option !== null && html`<div><dt>${said.method}</dt><dd dir="auto">${option}</dd></div>`}
${bank !== null && html`<div><dt>${through}</dt><dd data-testid="bank" dir="auto">${bank}</dd></div>`}
${reference !== null && html`<div><dt>${said.reference}</dt><dd dir="auto">${reference}</dd></div>`}
</dl>`;
}

/** A form of one action; everything it needs to be recognised again travels in it. */
export function actionForm(
	model: PageModel,
	action: 'submit' | 'otp' | 'cancel',
	fields: Markup,
): Markup {
	const { busy } = model.place.speech.words.actions;
	return html`<form method="post" action="${model.links.form}" class="${action}" data-busy="${busy}" novalidate>
<input type="hidden" name="action" value="${action}">
<input type="hidden" name="token" value="${model.token}">
${fields}
</form>`;
}

/** Not part of the document: ours, and to be turned off (D-38). */
export function cancelForm(model: PageModel): Markup | null {
	if (!model.mayCancel) return null;
	const button = html`<button type="submit" class="quiet" data-testid="pay-cancel">${model.place.speech.words.actions.cancel}</button>`;
	return actionForm(model, 'cancel', button);
}
