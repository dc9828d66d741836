/** The card form: five text fields with the documented names. */
import type { CardFieldName } from '../../actions/card-form.ts';
import type { FieldError } from '../../contract/problem.ts';
import { testCards } from '../../contract/test-values.ts';
import type { Markup } from '../html.ts';
import { html } from '../html.ts';
import type { PageModel } from '../page-model.ts';
import { actionForm, cancelForm, layout, summary } from './layout.ts';

export interface CardFormState {
	/** What stands in the fields. A typed card number or CVV never comes back. */
	values: Partial<Record<CardFieldName, string>>;
	errors: readonly FieldError[];
}

interface Field {
	name: CardFieldName;
	label: string;
	attributes: Markup;
}

const fields: readonly Field[] = [
	{
		name: 'cardnum',
		label: 'Card number',
		attributes: html`inputmode="numeric" autocomplete="cc-number" maxlength="23"`,
	},
	{ name: 'cardholder', label: 'Owner', attributes: html`autocomplete="cc-name" maxlength="255"` },
	{
		name: 'expirymonth',
		label: 'Expiration month',
		attributes: html`inputmode="numeric" autocomplete="cc-exp-month" maxlength="2" placeholder="MM"`,
	},
	{
		name: 'expiryyear',
		label: 'Expiration year',
		attributes: html`inputmode="numeric" autocomplete="cc-exp-year" maxlength="4" placeholder="YYYY"`,
	},
	{
		name: 'cardcvv',
		label: 'CVV',
		attributes: html`inputmode="numeric" autocomplete="cc-csc" maxlength="4"`,
	},
];

export function cardPage(model: PageModel, { values, errors }: CardFormState): string {
	const inputs = fields.map((field) => {
		const problem = errors.find(({ param }) => param === field.name);
		return input(field, values[field.name] ?? '', problem, problem === errors[0]);
	});
	const form = html`<div class="fields">${inputs}</div>
<button type="submit" data-testid="pay-submit">Pay ${model.amount}</button>`;
	return layout(model.place, {
		title: errors.length > 0 ? 'Check the card details' : 'Pay by card',
		banner: testValues(model),
		main: html`<h1>Pay by card</h1>
${summary(model)}
${errors.length > 0 && html`<p class="alert" role="alert">${problemCount(errors.length)} Nothing was paid.</p>`}
${actionForm(model, 'submit', form)}
${cancelForm(model)}`,
	});
}

function input(
	{ name, label, attributes }: Field,
	value: string,
	problem: FieldError | undefined,
	first: boolean,
): Markup {
	const invalid =
		problem &&
		html` aria-invalid="true" aria-describedby="${name}-error"${first && html` autofocus`}`;
	return html`<div class="field ${name}">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="text" value="${value}" required ${attributes}${invalid ?? null}>
${problem ? html`<p class="error" id="${name}-error">${sentence(problem, label)}</p>` : null}
</div>`;
}

/** The rule in the words of the label, where the API names the field. */
function sentence({ param, detail }: FieldError, label: string): string {
	return detail.replace(param, label);
}

function problemCount(count: number): string {
	return count === 1 ? 'One field needs another look.' : `${count} fields need another look.`;
}

function testValues({ links, mayRetry }: PageModel): Markup {
	// The form of another attempt is asked for as such: without the word this would lead to the status.
	const form = mayRetry ? html`${links.form}&amp;retry=1` : links.form;
	const rows = testCards.map(({ number, brand, outcome, afterChallenge }) => {
		const then = afterChallenge ? `${outcome}, then ${afterChallenge}` : outcome;
		return html`<tr><td><code>${number}</code></td><td>${brand}</td><td>${then}</td></tr>`;
	});
	return html`<p><a href="${form}&amp;fill=1" data-testid="fill-test-values">Fill in test values</a></p>
<details><summary>Test cards and what they do</summary>
<div class="scroll"><table><thead><tr><th scope="col">Number</th><th scope="col">Brand</th><th scope="col">Outcome</th></tr></thead>
<tbody>${rows}</tbody></table></div>
<p>Any future expiry date and any CVV of the right length will do. No other number is taken.</p></details>`;
}
