/** `act submit`: the form of the chosen option without a page, through the same handler. */
import { testCardFields } from '../actions/card-form.ts';
import { suboptionIdOf } from '../actions/ids.ts';
import type { PayerFields } from '../actions/payer-form.ts';
import { payerFieldNames, payerFieldsOf } from '../actions/payer-form.ts';
import type { Decision } from '../actions/perform.ts';
import type { FormFields } from '../actions/submit.ts';
import { submitEvent } from '../actions/submit.ts';
import { optionByCode } from '../catalog/catalog.ts';
import type { Act } from '../contract/control.ts';
import type { FieldError } from '../contract/problem.ts';
import type { DecisionContext } from '../domain/lifecycle.ts';
import type { Choice, Payment } from '../domain/payment.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';

type Submit = Extract<Act, { action: 'submit' }>;

export function submitAct(
	asked: Submit,
	payment: Payment,
	context: DecisionContext,
	world: WorkspaceRecord,
): Decision {
	const errors = payment.choice === null ? [] : misplaced(asked, payment, payment.choice);
	if (errors.length > 0) return { code: 'invalid_body', errors };
	return submitEvent(payment, context, world, filled(asked, payment, context));
}

/** The fields of the card form, as `act` calls them. */
const cardNames: Readonly<Record<string, string>> = {
	cardnum: 'card',
	cardholder: 'holder',
	expirymonth: 'expiryMonth',
	expiryyear: 'expiryYear',
	cardcvv: 'cvv',
};

/** A refusal of the form in the words of `act`. */
export function inOwnWords(refusal: ApiError): ApiError {
	if (refusal.code !== 'form_refused') return refusal;
	const errors = refusal.errors.map((error) => {
		const { param, detail } = error;
		const own = cardNames[param] ?? param;
		return { ...error, param: own, detail: detail.replace(param, own) };
	});
	return { code: 'form_refused', errors };
}

/** What the option does not ask for would be ignored, and the tester would never know. */
function misplaced(
	{ action: _submit, ...details }: Submit,
	payment: Payment,
	choice: Choice,
): FieldError[] {
	const bank = choice.suboptionId === null ? [] : ['bank'];
	const taken: readonly string[] =
		choice.kind === 'card' ? Object.values(cardNames) : [...payerFieldsOf(payment), ...bank];
	return Object.entries(details).flatMap(([param, value]) => {
		if (value === undefined) return [];
		if (param === 'bank' && taken.includes(param)) return otherBank(value, payment, choice);
		if (taken.includes(param)) return [];
		const detail = `${param} is not taken: the chosen payment option does not ask for it.`;
		return [{ param, detail, fix: `Leave ${param} out.` }];
	});
}

/** The bank was chosen by hybrid-payment, and the page lets nobody change it. */
function otherBank(named: string, payment: Payment, choice: Choice): FieldError[] {
	const bank = optionByCode(choice.optionCode).banks.find(({ id }) => id === choice.suboptionId);
	if (!bank) return [];
	const id = suboptionIdOf(payment, bank.id);
	if (named === id || named === bank.name) return [];
	return [
		{
			param: 'bank',
			detail: `bank must be the chosen one, "${id}" (${bank.name}): the page lets nobody change it.`,
			fix: 'Leave bank out, or choose another bank with hybrid-payment before.',
		},
	];
}

/** What is left out gets a valid test value, and then goes through the same check as the page's form. */
function filled(asked: Submit, { customerName }: Payment, { now }: DecisionContext): FormFields {
	const { card, holder, expiryMonth, expiryYear, cvv } = asked;
	const valid = testCardFields(now, customerName, card);
	const given = payerFieldNames.filter((name) => asked[name] !== undefined);
	const payer: PayerFields = Object.fromEntries(given.map((name) => [name, asked[name]]));
	return {
		...payer,
		cardnum: card ?? valid.cardnum,
		cardholder: holder ?? valid.cardholder,
		expirymonth: expiryMonth ?? valid.expirymonth,
		expiryyear: expiryYear ?? valid.expiryyear,
		cardcvv: cvv ?? valid.cardcvv,
	};
}
