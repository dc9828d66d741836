/** The shopper answers a challenge: the one handler behind the page and behind `act`. */
import { judgeCode } from '../catalog/outcome-triggers.ts';
import { challengeCodes } from '../contract/test-values.ts';
import { challengePending } from '../domain/allowed.ts';
import type { DecisionContext } from '../domain/lifecycle.ts';
import type { Payment } from '../domain/payment.ts';
import { formError } from '../errors/api-error.ts';
import type { Planned } from './perform.ts';

const missing = formError({
	param: 'otp',
	rule: 'missing',
	text: 'is required',
	example: challengeCodes.passes,
});

/** No code is no wrong code; but who is asked for none need not hear about one. */
export function codeEvent(payment: Payment, { now }: DecisionContext, typed: string): Planned {
	if (typed.trim() === '' && challengePending(payment, now)) {
		return { code: 'form_refused', errors: [missing] };
	}
	return { type: 'otp', answer: judgeCode(typed) };
}
