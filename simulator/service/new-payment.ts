/** Creates the payment of a payment-options call. Also reads the outcome and the return link timing from its request. */
import type { OutcomeListError, RequestTrigger } from '../catalog/outcome-triggers.ts';
import {
	amountTrigger,
	emailTrigger,
	referenceTrigger,
	triggerOfOutcomeList,
} from '../catalog/outcome-triggers.ts';
import { toMs } from '../contract/duration.ts';
import type { PaymentOptionsRequest } from '../contract/payment-options.ts';
import type { ReturnLinkTiming } from '../contract/return-url.ts';
import { returnLinkTimings } from '../contract/return-url.ts';
import { headerNames } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import type { WarningCode } from '../contract/warnings.ts';
import { hideCardNumbers, maskCards } from '../domain/card.ts';
import { decimalsOfCurrency, toMinor } from '../domain/money.ts';
import type { OutcomeTrigger, Payment } from '../domain/payment.ts';
import { createPayment, paymentKeyOf } from '../domain/payment.ts';
import { derivedUuid } from '../runtime/chance.ts';
import type { CreationFacts } from '../state/store.ts';
import type { Validated } from '../wire/validate.ts';
import { nowIn } from '../workspaces/record.ts';
import type { AcceptedRequest } from './check-request.ts';

/**
 * Returns the outcome trigger of the e-mail address, or else of the reference. An unknown keyword may be an ordinary
 * value.
 */
export function requestTriggerOf({
	customer,
	paymentReference,
}: PaymentOptionsRequest): RequestTrigger {
	const email = emailTrigger(customer?.email);
	const reference = referenceTrigger(paymentReference);
	return {
		trigger: email.trigger ?? reference.trigger,
		unknownKeyword: email.unknownKeyword || reference.unknownKeyword,
	};
}

const outcomeHeader = { source: `header ${headerNames.outcome}`, param: headerNames.outcome };

/** Returns the trigger in the header X-Sandbox-Outcome, or its error; null without the header. */
export function readOutcomeHeader(
	value: string | undefined,
): OutcomeTrigger | OutcomeListError | null {
	return value === undefined ? null : triggerOfOutcomeList(value, outcomeHeader);
}

/** Reads the header `X-Sandbox-Return`, which says when the cashier shows the return link; null without the header. */
export function readReturnLinkTiming(
	value: string | undefined,
): Validated<ReturnLinkTiming | null> {
	if (value === undefined) return { ok: true, data: null };
	const timing = returnLinkTimings.find((known) => known === value.trim().toLowerCase());
	if (timing) return { ok: true, data: timing };
	const param = headerNames.return;
	return {
		ok: false,
		refusal: { code: 'unknown_return_link_timing', param, known: returnLinkTimings },
	};
}

/**
 * Returns the reference of a request. An empty one counts as none, because payments without a reference are identified
 * by their ordinal. Card numbers are masked, and the masked text is the reference everywhere.
 */
export function maskedReferenceOf({ paymentReference }: PaymentOptionsRequest): string | null {
	return paymentReference ? maskCards(paymentReference) : null;
}

interface PaymentRequest
	extends Pick<
		Payment,
		| 'paymentReference'
		| 'optionCodes'
		| 'headerTrigger'
		| 'requestTrigger'
		| 'returnLinkTiming'
		| 'idempotencyKey'
	> {
	request: AcceptedRequest;
}

interface NewPaymentOptions {
	newId(): string;
	wallMs: number;
	fingerprint: string | null;
	/** The name of the call that creates the payment. `warnings` are those of this call. */
	call: string;
	warnings: readonly WarningCode[];
}

export function newPayment(
	{ record, ordinal, sameReference, serial }: CreationFacts,
	valid: PaymentRequest,
	options: NewPaymentOptions,
): Payment {
	const { request, paymentReference } = valid;
	const settings = record.settings.inForce;
	const { cashier, ids, session } = settings;
	// Use the serial: after eviction, payments of a reference are counted from 0 again, but no derived id may be used
	// twice.
	const name = paymentKeyOf({ paymentReference, ordinal, sameReference: serial });
	const idFor = (kind: string) =>
		ids.source === 'seeded'
			? derivedUuid(`${record.seed} ${record.name} ${name} ${kind}`)
			: options.newId();
	const customerName = request.customer?.name;
	return createPayment(
		{
			workspace: record.name,
			ordinal,
			sameReference,
			paymentReference,
			transactionId: idFor('transaction'),
			sessionId: idFor('session'),
			country: request.country,
			currency: request.currency,
			amount: request.amount,
			minorDigits: request.minorDigits,
			redirectUrl: request.redirectUrl,
			language: request.language ?? null,
			// A name may contain a card number by mistake.
			customerName: customerName === undefined ? null : hideCardNumbers(customerName),
			createdAt: nowIn(record, options.wallMs),
			optionCodes: valid.optionCodes,
			optionScope: ids.optionScope,
			suboptionScope: ids.suboptionScope,
			maxAttempts: cashier.maxAttempts,
			fingerprint: options.fingerprint,
			idempotencyKey: valid.idempotencyKey,
			headerTrigger: valid.headerTrigger,
			returnLinkTiming: valid.returnLinkTiming,
			requestTrigger: valid.requestTrigger ?? triggerOfAmount(request, settings),
		},
		toMs(session.ttl),
		options,
	);
}

/**
 * Returns the trigger in the last two digits of the amount in minor units, by the decimals of `amount.decimals`. An
 * amount with more decimals has no trigger.
 */
function triggerOfAmount(
	{ amount, currency, minorDigits }: AcceptedRequest,
	{ amount: { decimals }, outcomes }: Settings,
): OutcomeTrigger | null {
	if (outcomes.amountEndings === 'off') return null;
	// An amount with `minorDigits` counts minor units already.
	const minorUnits =
		minorDigits > 0 ? amount : toMinor(amount, decimalsOfCurrency(currency, decimals));
	return minorUnits === null ? null : amountTrigger(minorUnits);
}
