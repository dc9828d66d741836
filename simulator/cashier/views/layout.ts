/** The frame of every cashier page. */
import type { Markup } from '../html.ts';
import { html } from '../html.ts';
import type { PageModel } from '../page-model.ts';

interface Frame {
	title: string;
	main: Markup;
	/** Milliseconds between looks for news; null on a page that has none to expect. */
	pollMs: number | null;
	banner: Markup | null;
}

export function layout({ title, main, pollMs, banner }: Frame): string {
	const seconds = pollMs === null ? null : Math.max(1, Math.round(pollMs / 1000));
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Sandbox cashier</title>
<link rel="stylesheet" href="pay/assets/page.css">
<link rel="stylesheet" href="pay/assets/cashier.css">
<link rel="icon" href="data:,">
${
	pollMs !== null &&
	html`<script src="pay/assets/status.js" defer></script>
<noscript><meta http-equiv="refresh" content="${seconds}"></noscript>`
}
</head>
<body>
<header class="sandbox" data-testid="sandbox-banner">
<p><strong>Sandbox.</strong> This page is simulated. No bank is asked and no money moves.</p>
${banner}
</header>
<main${pollMs !== null && html` data-poll-ms="${pollMs}"`}>
${main}
</main>
<footer><p>payin-sandbox · not the real service</p></footer>
</body>
</html>
`.text;
}

/** Amount, method and reference: what the shopper is about to pay. */
export function summary({ amount, option, bank, reference }: PageModel): Markup {
	return html`<dl class="summary">
<div class="total"><dt>Amount</dt><dd data-testid="amount">${amount}</dd></div>
${option !== null && html`<div><dt>Method</dt><dd>${option}</dd></div>`}
${bank !== null && html`<div><dt>Bank</dt><dd data-testid="bank">${bank}</dd></div>`}
${reference !== null && html`<div><dt>Reference</dt><dd>${reference}</dd></div>`}
</dl>`;
}

/** A form of one action; everything it needs to be recognised again travels in it. */
export function actionForm(
	model: PageModel,
	action: 'submit' | 'otp' | 'cancel',
	fields: Markup,
): Markup {
	return html`<form method="post" action="pay?sessionId=${model.sessionId}" class="${action}" novalidate>
<input type="hidden" name="action" value="${action}">
<input type="hidden" name="token" value="${model.token}">
${fields}
</form>`;
}

/** Not part of the document: ours, and labelled so (D-38). */
export function cancelForm(model: PageModel): Markup {
	const button = html`<button type="submit" class="quiet" data-testid="pay-cancel">Cancel payment</button>`;
	return actionForm(model, 'cancel', button);
}
