/** The card form: five text fields with the documented names. */
import type { CardFieldName } from '../../actions/card-form.ts';
import { testCards } from '../../contract/test-values.ts';
import type { FormError } from '../../refusals/form-error.ts';
import type { Markup } from '../html.ts';
import { html } from '../html.ts';
import type { PageModel } from '../page-model.ts';
import type { Speech } from '../speech.ts';
import { actionForm, cancelForm, layout, summary } from './layout.ts';

export interface CardFormState {
	/** What stands in the fields. A typed card number or CVV never comes back. */
	values: Partial<Record<CardFieldName, string>>;
	errors: readonly FormError[];
}

const attributes: Readonly<Record<CardFieldName, Markup>> = {
	cardnum: html`inputmode="numeric" autocomplete="cc-number" maxlength="23"`,
	cardholder: html`autocomplete="cc-name" maxlength="255"`,
	expirymonth: html`inputmode="numeric" autocomplete="cc-exp-month" maxlength="2"`,
	expiryyear: html`inputmode="numeric" autocomplete="cc-exp-year" maxlength="4"`,
	cardcvv: html`inputmode="numeric" autocomplete="cc-csc" maxlength="4"`,
};

const order: readonly CardFieldName[] = [
	'cardnum',
	'cardholder',
	'expirymonth',
	'expiryyear',
	'cardcvv',
];

export function cardPage(model: PageModel, { values, errors }: CardFormState): string {
	const { speech } = model.place;
	const { card, form, actions } = speech.words;
	const inputs = order.map((name) => {
		const problem = errors.find(({ param }) => param === name);
		return input(speech, {
			name,
			value: values[name] ?? '',
			problem,
			isFirst: problem === errors[0],
		});
	});
	const fields = html`<div class="fields">${inputs}</div>
<button type="submit" data-testid="pay-submit">${speech.say(actions.pay, { amount: model.amount })}</button>`;
	const alert =
		errors.length > 0 &&
		html`<p class="alert" role="alert">${speech.count(form.problems, errors.length)} ${form.nothingPaid}</p>`;
	return layout(model.place, {
		title: errors.length > 0 ? card.titleAgain : card.heading,
		banner: testValues(model),
		main: html`<h1>${card.heading}</h1>
${summary(model)}
${alert}
${actionForm(model, 'submit', fields)}
${cancelForm(model)}`,
	});
}

interface Field {
	name: CardFieldName;
	value: string;
	problem: FormError | undefined;
	isFirst: boolean;
}

function input(speech: Speech, { name, value, problem, isFirst }: Field): Markup {
	const { labels, month, year } = speech.words.card;
	const shape = name === 'expirymonth' ? month : name === 'expiryyear' ? year : null;
	const invalid =
		problem &&
		html` aria-invalid="true" aria-describedby="${name}-error"${isFirst && html` autofocus`}`;
	return html`<div class="field ${name}">
<label for="${name}">${labels[name]}</label>
<input id="${name}" name="${name}" type="text" value="${value}" required ${attributes[name]}${shape && html` placeholder="${shape}"`}${invalid ?? null}>
${problem ? html`<p class="error" id="${name}-error">${sentence(speech, problem, labels[name])}</p>` : null}
</div>`;
}

/** The rule in the words of the label, where the API names the field. */
function sentence(
	{ words, say, count }: Speech,
	{ rule, length }: FormError,
	field: string,
): string {
	const { rules } = words.form;
	return rule === 'length'
		? count(rules.length, length ?? 0, { field })
		: say(rules[rule], { field });
}

function testValues({ place, links, mayRetry }: PageModel): Markup {
	const { words, say } = place.speech;
	const { test } = words;
	// The form of another attempt is asked for as such: without the word this would lead to the status.
	const form = mayRetry ? html`${links.form}&amp;retry=1` : links.form;
	const rows = testCards.map(({ number, brand, outcome, afterChallenge }) => {
		const then = afterChallenge
			? say(test.inTurn, { first: outcome, second: afterChallenge })
			: outcome;
		return html`<tr><td><code>${number}</code></td><td>${brand}</td><td>${then}</td></tr>`;
	});
	return html`<p><a href="${form}&amp;fill=1" data-testid="fill-test-values">${test.fill}</a></p>
<details><summary>${test.cards}</summary>
<div class="scroll"><table><thead><tr><th scope="col">${test.number}</th><th scope="col">${test.brand}</th><th scope="col">${test.outcome}</th></tr></thead>
<tbody>${rows}</tbody></table></div>
<p>${test.anyDate}</p></details>`;
}
