/** A payment as the control API shows it. */

import { paymentOptionIdOf, suboptionIdOf } from '../actions/ids.ts';
import { decisionContextOf } from '../actions/perform.ts';
import { optionByCode } from '../catalog/catalog.ts';
import type { PaymentView } from '../contract/control.ts';
import { challengePending, isFinal } from '../domain/allowed.ts';
import { callsOf } from '../domain/call-history.ts';
import { languageOf } from '../domain/language.ts';
import { decimalText } from '../domain/money.ts';
import type { Fate, Payment } from '../domain/payment.ts';

import { returnUrlOf } from '../domain/return-url.ts';
import { stateAt } from '../domain/timeline.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';

type FateView = NonNullable<PaymentView['fate']>;

export function viewPayment(payment: Payment, world: WorkspaceRecord, wallMs: number): PaymentView {
	const context = decisionContextOf(world, payment, wallMs);
	const { choice, attempts } = payment;
	const settings = world.settings.inForce;
	const state = stateAt(payment, context.now);
	const option = choice ? optionByCode(choice.optionCode) : null;
	const bank = option?.banks.find(({ id }) => id === choice?.suboptionId);
	return {
		workspace: payment.workspace,
		transactionId: payment.transactionId,
		sessionId: payment.sessionId,
		paymentReference: payment.paymentReference,
		state,
		final: isFinal(payment, context),
		amount: payment.amount,
		majorAmount: decimalText(payment.amount, payment.minorDigits),
		currency: payment.currency,
		country: payment.country,
		language: languageOf(payment, settings.cashier),
		option: option && {
			id: paymentOptionIdOf(payment, world, option.code),
			name: option.name,
			kind: option.kind,
		},
		suboption: bank ? { id: suboptionIdOf(payment, bank.id), name: bank.name } : null,
		fate: viewFate(attempts.at(-1)?.fate ?? payment.foreseen),
		challenge: challengePending(payment, context.now)
			? { wrongCodes: payment.challenge?.wrongCodes ?? 0 }
			: null,
		timeline: payment.timeline.map(({ state, at, cause }) => {
			return { state, at: iso(at), cause, planned: at > context.now };
		}),
		attempts: attempts.map(({ at, fate, card }) => ({ at: iso(at), fate: viewFate(fate), card })),
		calls: callsOf(payment).map(({ at, call, result, gone = false, warnings }) => {
			return { at: iso(at), call, result, gone, warnings: [...warnings] };
		}),
		redirectUrl: payment.redirectUrl,
		returnUrl: returnUrlOf(payment, state, settings.return.append),
		return: payment.returnOrder,
	};
}

function viewFate(fate: Fate): FateView;
function viewFate(fate: Fate | null): FateView | null;
function viewFate(fate: Fate | null): FateView | null {
	return fate && { outcome: fate.outcome, cause: fate.cause, reason: fate.reason };
}

export function iso(at: number): string {
	return new Date(at).toISOString();
}
