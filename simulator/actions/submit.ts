/** The shopper submits the form of the chosen option: the one handler behind the page and behind `act`. */

import { allowedEvents, challengePending } from '../domain/allowed.ts';
import type { DecisionContext } from '../domain/lifecycle.ts';
import type { Payment } from '../domain/payment.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import type { CardFields } from './card-form.ts';
import { checkCard } from './card-form.ts';
import type { PayerFields } from './payer-form.ts';
import { checkPayer } from './payer-form.ts';
import type { Planned } from './perform.ts';

/** Everything that any option may ask for. */
export type FormFields = CardFields & PayerFields;

/** The state is judged before the form: who may not submit need not hear about a digit. */
export function submitEvent(
	payment: Payment,
	context: DecisionContext,
	{ settings }: WorkspaceRecord,
	fields: FormFields,
): Planned {
	const bare = { type: 'submit', card: null, typed: null } as const;
	const mayNot = !allowedEvents(payment, context).includes('submit');
	if (mayNot || challengePending(payment, context.now)) return bare;
	if (payment.choice?.kind === 'card') {
		const checked = checkCard(fields, context.now);
		if (!checked.ok) return { code: 'form_refused', errors: checked.errors };
		return { type: 'submit', card: checked.card, typed: checked.typed };
	}
	const { enforce } = settings.inForce.cashier.documents;
	const { errors, warnings } = checkPayer(payment, fields, enforce);
	if (errors.length > 0) return { code: 'form_refused', errors };
	return { event: bare, notices: warnings.map((warning) => ({ assumption: null, warning })) };
}
