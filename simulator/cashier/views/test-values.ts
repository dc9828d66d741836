/** The banner's part of a page with a form: what may be typed there, what becomes of it, and one click to fill it in. */
import { testCards } from '../../contract/test-values.ts';
import type { Markup } from '../html.ts';
import { html } from '../html.ts';
import type { PageModel, PayerAsked } from '../page-model.ts';
import type { Speech } from '../speech.ts';

export function testValues(model: PageModel, tests: Markup | null, fills: boolean): Markup {
	const { place, links, mayRetry } = model;
	const { test } = place.speech.words;
	// The form of another attempt is asked for as such: without the word this would lead to the status.
	const form = mayRetry ? links.retry : links.form;
	return html`${fills && html`<p><a href="${form}&amp;fill=1" data-testid="fill-test-values">${test.fill}</a></p>`}
${tests}`;
}

/** What the attempt meets by what was said before the page, and by what that can be said. */
function outcomeTold({ place, foreseen }: PageModel): Markup {
	const { words, say } = place.speech;
	const { test } = words.pay;
	const meets = foreseen
		? say(test.foreseen, { outcome: foreseen.outcome, cause: foreseen.cause })
		: test.drawn;
	return html`<p data-testid="foreseen">${meets}</p>
<p>${test.steering}</p>`;
}

export function cardValues(model: PageModel): Markup {
	const { words, say } = model.place.speech;
	const { test } = words;
	const rows = testCards.map(({ number, brand, outcome, afterChallenge }) => {
		const then = afterChallenge
			? say(test.inTurn, { first: outcome, second: afterChallenge })
			: outcome;
		return html`<tr><td><code>${number}</code></td><td>${brand}</td><td>${then}</td></tr>`;
	});
	return html`<details><summary>${test.cards}</summary>
<div class="scroll" tabindex="0" role="region" aria-label="${test.cards}"><table><thead><tr><th scope="col">${test.number}</th><th scope="col">${test.brand}</th><th scope="col">${test.outcome}</th></tr></thead>
<tbody>${rows}</tbody></table></div>
<p>${test.anyDate}</p>
${outcomeTold(model)}</details>`;
}

/** The details that a page asks for: documents that are valid and nobody's. */
export function payerValues(model: PageModel): Markup {
	const { speech } = model.place;
	const { test } = speech.words.pay;
	return html`<details><summary>${test.what}</summary>
${outcomeTold(model)}
${model.payer.fields.includes('code') && html`<p>${test.anyCode}</p>`}
${model.payer.fields.includes('document') && documents(speech, model.payer)}
${model.payer.fields.length > 0 && html`<p>${test.details}</p>`}</details>`;
}

function documents({ words }: Speech, { facts }: PayerAsked): Markup {
	const { test } = words;
	const rows = facts.documents.map(({ type, testValue }) => {
		return html`<tr><td>${type}</td><td><code>${testValue}</code></td></tr>`;
	});
	return html`<table><thead><tr><th scope="col">${words.pay.payer.labels.documentType}</th><th scope="col">${test.number}</th></tr></thead>
<tbody>${rows}</tbody></table>`;
}
