/** The page of whatever is no card: a confirmation, and never a question for credentials. */
import type { OptionKind } from '../../contract/control.ts';
import { html } from '../html.ts';
import type { PageModel } from '../page-model.ts';
import { actionForm, cancelForm, layout, summary } from './layout.ts';

interface KindWords {
	title(where: string): string;
	/** What the real page would do, and this one does not. */
	real: string;
}

const byKind: Record<Exclude<OptionKind, 'card'>, KindWords> = {
	bank: {
		title: (where) => `Confirm at ${where}`,
		real: 'The real page would ask you to log in; this one asks for nothing.',
	},
	code: {
		title: (where) => `Confirm with ${where}`,
		real: 'The real page would ask for a code, or for a word in your app; this one asks for nothing.',
	},
	qr: {
		title: (where) => `Confirm with ${where}`,
		real: 'The real page would show a picture to scan; here the button is the scan.',
	},
	reference: {
		title: (where) => `Pay with ${where}`,
		real: 'The real page would show a reference to pay with, at a counter or from your bank; here the button pays it.',
	},
};

export function confirmPage(model: PageModel): string {
	const { kind } = model;
	const where = model.bank ?? model.option ?? 'your bank';
	const { title, real } = byKind[kind === null || kind === 'card' ? 'bank' : kind];
	const button = html`<button type="submit" data-testid="pay-submit">Confirm ${model.amount}</button>`;
	return layout(model.place, {
		title: title(where),
		banner: null,
		main: html`<p class="eyebrow">${where}</p>
<h1>Confirm the payment</h1>
<p>You are paying through ${where}. ${real}</p>
${summary(model)}
${actionForm(model, 'submit', button)}
${cancelForm(model)}`,
	});
}
