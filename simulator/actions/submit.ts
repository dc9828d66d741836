/** Turns the shopper's forms into events, for the cashier pages and for `act`. */
import { judgeChallengeCode } from '../catalog/outcome-triggers.ts';
import { challengeCodes } from '../contract/test-values.ts';
import { allowedEvents, isChallengePending } from '../domain/allowed.ts';
import type { DecisionContext } from '../domain/lifecycle.ts';
import type { Payment } from '../domain/payment.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import type { CardFields } from './card-form.ts';
import { checkCard, missingError } from './card-form.ts';
import type { PayerFields } from './payer-form.ts';
import { checkPayer } from './payer-form.ts';
import type { EventOrError } from './perform.ts';

/** The card fields and the fields of all other options. */
export type FormFields = CardFields & PayerFields;

/** Makes the event of a submitted form. The fields are checked only if the state allows a submit. */
export function submitEvent(
	payment: Payment,
	context: DecisionContext,
	{ settings }: WorkspaceRecord,
	fields: FormFields,
): EventOrError {
	const withoutCard = { type: 'submit', card: null, typed: null } as const;
	const isAllowed = allowedEvents(payment, context).includes('submit');
	if (!isAllowed || isChallengePending(payment, context.now)) return withoutCard;
	if (payment.choice?.kind === 'card') {
		const checked = checkCard(fields, context.now);
		if (!checked.ok) return { code: 'form_refused', errors: checked.errors };
		return { type: 'submit', card: checked.card, typed: checked.typed };
	}
	const { enforce } = settings.inForce.cashier.documents;
	const { errors, warnings } = checkPayer(payment, fields, enforce);
	if (errors.length > 0) return { code: 'form_refused', errors };
	const notices = warnings.map((warning) => ({ assumption: null, warning }));
	return { event: withoutCard, notices };
}

const missingCode = missingError('otp', challengeCodes.passes);

/** Makes the event of a code typed in a challenge. An empty code does not count as wrong. */
export function codeEvent(payment: Payment, { now }: DecisionContext, typed: string): EventOrError {
	if (typed.trim() === '' && isChallengePending(payment, now)) {
		return { code: 'form_refused', errors: [missingCode] };
	}
	return { type: 'otp', answer: judgeChallengeCode(typed) };
}
