/** What a cashier page shows of a payment: plain values, ready to be laid out. */

import { momentOf } from '../actions/moment.ts';
import { optionByCode } from '../catalog/catalog.ts';
import type { OptionKind, PaymentState } from '../contract/control.ts';
import { toMs } from '../contract/duration.ts';
import { challengePending, mayRetry } from '../domain/allowed.ts';
import type { Payment } from '../domain/payment.ts';
import { stateAt } from '../domain/payment.ts';
import type { World } from '../workspaces/world.ts';
import { formatAmount } from './amount.ts';
import { formToken } from './form-token.ts';

export interface PageModel {
	sessionId: string;
	state: PaymentState;
	amount: string;
	reference: string | null;
	kind: OptionKind | null;
	option: string | null;
	bank: string | null;
	/** Proves that a posted form was made for this session and choice. */
	token: string;
	mayRetry: boolean;
	attemptsLeft: number;
	/** A one-time code is asked for. */
	challenged: boolean;
	wrongCodes: number;
	/** Exactly the `redirectUrl` of step 1 (D-36). */
	returnUrl: string;
	pollMs: number;
}

export function pageModel(payment: Payment, world: World, wallMs: number): PageModel {
	const moment = momentOf(world, payment, wallMs);
	const { choice, attempts } = payment;
	const option = choice ? optionByCode(choice.optionCode) : null;
	const bank = option?.banks.find(({ id }) => id === choice?.suboptionId);
	const { cashier } = world.settings.inForce;
	return {
		sessionId: payment.sessionId,
		state: stateAt(payment, moment.now),
		amount: formatAmount(payment),
		reference: payment.paymentReference,
		kind: choice?.kind ?? null,
		option: option?.name ?? null,
		bank: bank?.name ?? null,
		token: formToken(payment, world),
		mayRetry: mayRetry(payment, moment),
		attemptsLeft: cashier.maxAttempts - attempts.length,
		challenged: challengePending(payment, moment.now),
		wrongCodes: payment.challenge?.wrongCodes ?? 0,
		returnUrl: payment.redirectUrl,
		pollMs: toMs(cashier.poll),
	};
}
