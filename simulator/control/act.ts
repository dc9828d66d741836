/** `POST /_sandbox/payments/{id}/act`: the shopper without a browser, the network's hand, and steering. */
import type { CardFields } from '../actions/card-form.ts';
import { testCardFields } from '../actions/card-form.ts';
import { perform } from '../actions/perform.ts';
import { submitEvent } from '../actions/submit.ts';
import { judgeCode, listSignal } from '../catalog/signals.ts';
import type { Act } from '../contract/control.ts';
import { actions, actSchema } from '../contract/control.ts';
import { at } from '../contract/json.ts';
import type { PaymentEvent } from '../domain/event.ts';
import type { Moment } from '../domain/lifecycle.ts';
import type { Payment } from '../domain/payment.ts';
import type { Refusal } from '../refusals/refusal.ts';
import type { Answer, Call } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import { checkBody } from '../wire/checked.ts';
import type { ControlDeps } from './deps.ts';
import { viewPayment } from './payment-view.ts';

/** A complete body of each action that takes more than its name. */
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
	const action = at(body, ['action']);
	if (typeof action !== 'string' || !isAction(action))
		return { action: 'submit', ...examples.submit };
	return { action, ...examples[action] };
}

const isAction = (text: string) => actions.some((action) => action === text);

export function act(deps: ControlDeps) {
	return async (call: Call): Promise<Answer> => {
		const sent = checkBody(actSchema, call.body, exampleFor(call.body));
		if (!sent.ok) return sent.refusal;
		const id = call.params.id ?? '';
		const found = await deps.store.read(call.workspace, id);
		if (!found) return { code: 'session_not_found', id };
		const { sessionId } = found.payment;
		const request = { workspace: call.workspace, sessionId, note: `act ${sent.data.action}` };
		const done = await perform(deps, request, (payment, moment) =>
			eventOf(sent.data, payment, moment),
		);
		if (!done) return { code: 'session_not_found', id };
		if (done.refusal)
			return {
				answer: inOwnWords(done.refusal),
				chance: done.chance,
				transactionId: done.payment.transactionId,
			};
		const view = viewPayment(done.payment, done.world, deps.wallNow());
		return json(view, {
			assumptions: [],
			warnings: done.warnings,
			cause: view.fate?.cause ?? null,
		});
	};
}

/** The fields of the page's form, as `act` calls them. */
const ownNames: Record<string, string> = {
	cardnum: 'card',
	cardholder: 'holder',
	expirymonth: 'expiryMonth',
	expiryyear: 'expiryYear',
	cardcvv: 'cvv',
};

function inOwnWords(refusal: Refusal): Refusal {
	if (refusal.code !== 'form_refused') return refusal;
	const errors = refusal.errors.map((error) => {
		const { param, detail } = error;
		const own = ownNames[param] ?? param;
		return { ...error, param: own, detail: detail.replace(param, own) };
	});
	return { code: 'form_refused', errors };
}

function eventOf(asked: Act, payment: Payment, moment: Moment): PaymentEvent | Refusal {
	switch (asked.action) {
		case 'submit':
			return (
				cardForNothing(asked, payment) ??
				submitEvent(payment, moment, filled(asked, payment, moment))
			);
		case 'otp':
			return { type: 'otp', answer: judgeCode(asked.otp) };
		case 'decline':
			return { type: 'decline', reason: asked.reason ?? 'generic_decline' };
		case 'steer': {
			const { outcome, return: returnOrder = null } = asked;
			const carrier = { carrier: 'steer', param: 'outcome' };
			const signal = outcome === undefined ? null : listSignal(outcome, carrier);
			if (signal && 'code' in signal) return signal;
			return { type: 'steer', signal, returnOrder };
		}
		default:
			return { type: asked.action };
	}
}

/** Card details on anything but a card would be ignored, and the tester would never know. */
function cardForNothing(
	{ action: _submit, ...details }: Extract<Act, { action: 'submit' }>,
	{ choice }: Payment,
): Refusal | null {
	const given = Object.entries(details).filter(([, value]) => value !== undefined);
	if (choice === null || choice.kind === 'card' || given.length === 0) return null;
	const errors = given.map(([param]) => ({
		param,
		detail: `${param} is not taken: the chosen payment option is no card.`,
		fix: `Leave ${param} out.`,
	}));
	return { code: 'invalid_body', errors };
}

/** What is left out gets a valid test value, and then goes through the same check as the page's form. */
function filled(
	{ card, holder, expiryMonth, expiryYear, cvv }: Extract<Act, { action: 'submit' }>,
	{ customerName }: Payment,
	{ now }: Moment,
): CardFields {
	const valid = testCardFields(now, customerName, card);
	return {
		cardnum: card ?? valid.cardnum,
		cardholder: holder ?? valid.cardholder,
		expirymonth: expiryMonth ?? valid.expirymonth,
		expiryyear: expiryYear ?? valid.expiryyear,
		cardcvv: cvv ?? valid.cardcvv,
	};
}
