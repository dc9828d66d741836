/** What every page with a form of payment has: the order, what is wrong, the form, the time left, and the test values. */
import type { Script } from '../assets.ts';
import type { Markup } from '../html.ts';
import { html } from '../html.ts';
import type { PageModel } from '../page-model.ts';
import { countdown, ticks } from './countdown.ts';
import type { FormState } from './fields.ts';
import { alertOf } from './fields.ts';
import { actionForm, cancelForm, layout, summary } from './layout.ts';
import { testValues } from './test-values.ts';

export interface PayParts {
	title: string;
	/** Above the order. */
	head: Markup;
	/** Between the order and the form. */
	shown?: Markup | null;
	fields: Markup | null;
	button: string;
	/** What may be typed on this page, and what it does. */
	tests: Markup | null;
	scripts?: readonly Script[];
	action?: 'submit' | 'otp';
}

export function payPage(model: PageModel, form: FormState, parts: PayParts): string {
	const { title, head, shown = null, fields, button, tests, scripts = [], action } = parts;
	const content = html`${fields}
<button type="submit" data-testid="pay-submit">${button}</button>`;
	return layout(model.place, {
		title,
		banner: testValues(model, tests, fields !== null),
		scripts: ['forms.js', ...(ticks(model) ? (['countdown.js'] as const) : []), ...scripts],
		main: html`${head}
${summary(model)}
${countdown(model)}
${shown}
${alertOf(model.place.speech, form)}
${actionForm(model, action ?? 'submit', content)}
${cancelForm(model)}`,
	});
}
