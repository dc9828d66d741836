/** The shopper submits the form of the chosen option: the one handler behind the page and behind `act`. */

import { allowedEvents, challengePending } from '../domain/allowed.ts';
import type { PaymentEvent } from '../domain/event.ts';
import type { Moment } from '../domain/lifecycle.ts';
import type { Payment } from '../domain/payment.ts';
import type { Refusal } from '../refusals/refusal.ts';
import type { CardFields } from './card-form.ts';
import { checkCard } from './card-form.ts';

/** The state is judged before the form: who may not submit need not hear about a digit. */
export function submitEvent(
	payment: Payment,
	moment: Moment,
	fields: CardFields,
): PaymentEvent | Refusal {
	const mayNot = !allowedEvents(payment, moment).includes('submit');
	const isPending = challengePending(payment, moment.now);
	if (mayNot || isPending || payment.choice?.kind !== 'card') {
		return { type: 'submit', card: null, typed: null };
	}
	const checked = checkCard(fields, moment.now);
	if (!checked.ok) return { code: 'form_refused', errors: checked.errors };
	return { type: 'submit', card: checked.card, typed: checked.typed };
}
