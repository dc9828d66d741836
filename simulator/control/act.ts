/** `POST /_sandbox/payments/{id}/act`: actions of the shopper without a browser, actions of the network, and steering. */
import { testCardFields } from '../actions/card-form.ts';
import { suboptionIdOf } from '../actions/ids.ts';
import type { PayerFields } from '../actions/payer-form.ts';
import { payerFieldNames, payerFieldsOf } from '../actions/payer-form.ts';
import type { EventOrError } from '../actions/perform.ts';
import { perform } from '../actions/perform.ts';
import type { FormFields } from '../actions/submit.ts';
import { codeEvent, submitEvent } from '../actions/submit.ts';
import { optionByCode } from '../catalog/catalog.ts';
import { triggerOfOutcomeList } from '../catalog/outcome-triggers.ts';
import type { Act, PaymentState } from '../contract/control.ts';
import { actions, actSchema } from '../contract/control.ts';
import { valueAt } from '../contract/json.ts';
import type { FieldError } from '../contract/problem.ts';
import { warningsIn } from '../contract/warnings.ts';
import type { DecisionContext } from '../domain/lifecycle.ts';
import type { Choice, Payment } from '../domain/payment.ts';
import { returnUrlOf } from '../domain/return-url.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { Call, RouteResult } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import { validateBody } from '../wire/validate.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import type { ControlDeps } from './deps.ts';
import { viewPayment } from './payments.ts';

/** A complete body for each action that has fields, from which errors take their fixes. */
const examples: Partial<Record<string, object>> = {
	submit: {
		card: '4242424242424242',
		holder: 'Ana Torres',
		expiryMonth: '12',
		expiryYear: '2030',
		cvv: '123',
	},
	otp: { otp: '1234' },
	decline: { reason: 'insufficient_funds' },
	steer: { outcome: 'DECLINE,APPROVE', return: 'after-final' },
};

function exampleFor(body: unknown): object {
	const action = valueAt(body, ['action']);
	if (typeof action !== 'string' || !isAction(action))
		return { action: 'submit', ...examples.submit };
	return { action, ...examples[action] };
}

const isAction = (text: string) => actions.some((action) => action === text);

export function act(deps: ControlDeps) {
	return async (call: Call): Promise<RouteResult> => {
		const sent = validateBody(actSchema, call.body, exampleFor(call.body));
		if (!sent.ok) return sent.refusal;
		const id = call.params.id ?? '';
		const found = await deps.store.read(call.workspace, id);
		if (!found)
			return { code: 'session_not_found', id, workspace: call.workspace, isPaymentId: true };
		const { sessionId } = found.payment;
		const request = { workspace: call.workspace, sessionId, callName: `act ${sent.data.action}` };
		const done = await perform(deps, request, (payment, context, record) =>
			eventOf(sent.data, payment, context, record),
		);
		if (!done)
			return { code: 'session_not_found', id, workspace: call.workspace, isPaymentId: true };
		if (done.refusal) return { answer: withActNames(done.refusal), paymentCall: done.call };
		const view = viewPayment(done.payment, done.record, deps.wallNow());
		const addresses =
			sent.data.action === 'return' ? unmaskedAddresses(done.payment, done.record, view.state) : {};
		return json(
			{ ...view, ...addresses },
			{
				assumptions: [],
				warnings: warningsIn(done.notices),
				cause: view.fate?.cause ?? null,
			},
		);
	};
}

/** The addresses as the shopper gets them: a client that returns to the shop has to follow them. */
function unmaskedAddresses(payment: Payment, record: WorkspaceRecord, state: PaymentState) {
	const { append } = record.settings.inForce.return;
	return { redirectUrl: payment.redirectUrl, returnUrl: returnUrlOf(payment, state, append) };
}

function eventOf(
	act: Act,
	payment: Payment,
	context: DecisionContext,
	record: WorkspaceRecord,
): EventOrError {
	switch (act.action) {
		case 'submit':
			return submitAct(act, payment, context, record);
		case 'otp':
			return codeEvent(payment, context, act.otp);
		case 'decline':
			return { type: 'decline', reason: act.reason ?? 'generic_decline' };
		case 'steer': {
			const { outcome, return: returnLinkTiming = null } = act;
			const list = { source: 'steer', param: 'outcome' };
			const trigger = outcome === undefined ? null : triggerOfOutcomeList(outcome, list);
			if (trigger && 'code' in trigger) return trigger;
			return { type: 'steer', trigger, returnLinkTiming };
		}
		default:
			return { type: act.action };
	}
}

type Submit = Extract<Act, { action: 'submit' }>;

function submitAct(
	act: Submit,
	payment: Payment,
	context: DecisionContext,
	record: WorkspaceRecord,
): EventOrError {
	const errors = payment.choice === null ? [] : misplacedFields(act, payment, payment.choice);
	if (errors.length > 0) return { code: 'invalid_body', errors };
	return submitEvent(payment, context, record, withTestValues(act, payment, context));
}

/** The names that `act` has for the card fields of the form. */
const actNames: Readonly<Record<string, string>> = {
	cardnum: 'card',
	cardholder: 'holder',
	expirymonth: 'expiryMonth',
	expiryyear: 'expiryYear',
	cardcvv: 'cvv',
};

/** Renames the fields in an error from those of the form to those of `act`. */
function withActNames(refusal: ApiError): ApiError {
	if (refusal.code !== 'form_refused') return refusal;
	const errors = refusal.errors.map((error) => {
		const { param, detail } = error;
		const name = actNames[param] ?? param;
		return { ...error, param: name, detail: detail.replace(param, name) };
	});
	return { code: 'form_refused', errors };
}

/** Errors for fields that the form of the chosen option does not have: they must not be ignored silently. */
function misplacedFields(
	{ action: _submit, ...details }: Submit,
	payment: Payment,
	choice: Choice,
): FieldError[] {
	const bank = choice.suboptionId === null ? [] : ['bank'];
	const accepted: readonly string[] =
		choice.kind === 'card' ? Object.values(actNames) : [...payerFieldsOf(payment), ...bank];
	return Object.entries(details).flatMap(([param, value]) => {
		if (value === undefined) return [];
		if (param === 'bank' && accepted.includes(param))
			return otherBankErrors(value, payment, choice);
		if (accepted.includes(param)) return [];
		const detail = `${param} is not accepted: the form of the chosen payment option does not have it.`;
		return [{ param, detail, fix: `Leave ${param} out.` }];
	});
}

/** An error unless `bank` is the bank that hybrid-payment chose. */
function otherBankErrors(named: string, payment: Payment, choice: Choice): FieldError[] {
	const bank = optionByCode(choice.optionCode).banks.find(({ id }) => id === choice.suboptionId);
	if (!bank) return [];
	const id = suboptionIdOf(payment, bank.id);
	if (named === id || named === bank.name) return [];
	return [
		{
			param: 'bank',
			detail: `bank must be the chosen one, "${id}" (${bank.name}): the page has no other choice.`,
			fix: 'Leave bank out, or choose another bank with hybrid-payment before.',
		},
	];
}

/** Fills omitted fields with valid test values. */
function withTestValues(
	act: Submit,
	{ customerName }: Payment,
	{ now }: DecisionContext,
): FormFields {
	const { card, holder, expiryMonth, expiryYear, cvv } = act;
	const valid = testCardFields(now, customerName, card);
	const given = payerFieldNames.filter((name) => act[name] !== undefined);
	const payer: PayerFields = Object.fromEntries(given.map((name) => [name, act[name]]));
	return {
		...payer,
		cardnum: card ?? valid.cardnum,
		cardholder: holder ?? valid.cardholder,
		expirymonth: expiryMonth ?? valid.expirymonth,
		expiryyear: expiryYear ?? valid.expiryyear,
		cardcvv: cvv ?? valid.cardcvv,
	};
}
