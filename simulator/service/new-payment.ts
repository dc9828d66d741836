/** The payment that payment-options creates. */
import { amountTrigger } from '../catalog/outcome-triggers.ts';
import { toMs } from '../contract/duration.ts';
import type { PaymentOptionsRequest } from '../contract/payment-options.ts';
import type { Settings } from '../contract/settings.ts';
import type { WarningCode } from '../contract/warnings.ts';
import { hideNumbers } from '../domain/card.ts';
import { decimalText } from '../domain/money.ts';
import type { OutcomeTrigger, Payment } from '../domain/payment.ts';
import { createPayment, keyOf } from '../domain/payment.ts';
import { derivedUuid } from '../runtime/chance.ts';
import type { Arrival } from '../state/store.ts';
import { nowIn } from '../workspaces/record.ts';
import type { TakenRequest } from './check-request.ts';
import type { ServiceDeps } from './deps.ts';

/** An empty reference names nothing: its key would be the ordinal of another payment. */
export function referenceOf({ paymentReference }: PaymentOptionsRequest): string | null {
	return paymentReference || null;
}

/** Somebody may have put a card's number in the wrong place. */
function nameOf({ customer }: TakenRequest): string | null {
	return customer?.name === undefined ? null : hideNumbers(customer.name);
}

/** Created at this moment of its world, under its key for every draw of chance. */
export function newPayment(
	{ newId, wallNow }: ServiceDeps,
	{ world, ordinal, sameReference, serial }: Arrival,
	request: TakenRequest,
	known: { warnings: readonly WarningCode[] } & Pick<
		Payment,
		| 'optionCodes'
		| 'headerTrigger'
		| 'requestTrigger'
		| 'returnOrder'
		| 'fingerprint'
		| 'idempotencyKey'
	>,
): Payment {
	const reference = referenceOf(request);
	const order = { paymentReference: reference, ordinal, sameReference };
	// A reference whose payments were forgotten is counted anew; an id that was given out never names another payment.
	const name = keyOf({ ...order, sameReference: serial });
	const { ids, session, outcomes } = world.settings.inForce;
	const idFor = (kind: string) =>
		ids.source === 'seeded' ? derivedUuid(`${world.seed} ${world.name} ${name} ${kind}`) : newId();
	return createPayment(
		{
			workspace: world.name,
			...order,
			transactionId: idFor('transaction'),
			sessionId: idFor('session'),
			country: request.country,
			currency: request.currency,
			amount: request.amount,
			minorDigits: request.minorDigits,
			redirectUrl: request.redirectUrl,
			language: request.language ?? null,
			customerName: nameOf(request),
			createdAt: nowIn(world, wallNow()),
			optionCodes: known.optionCodes,
			optionScope: ids.optionScope,
			suboptionScope: ids.suboptionScope,
			fingerprint: known.fingerprint,
			idempotencyKey: known.idempotencyKey,
			headerTrigger: known.headerTrigger,
			returnOrder: known.returnOrder,
			requestTrigger: known.requestTrigger ?? amountSays(request, outcomes),
		},
		toMs(session.ttl),
		known.warnings,
	);
}

function amountSays(
	{ amount, currency, minorDigits }: TakenRequest,
	{ amountEndings }: Settings['outcomes'],
): OutcomeTrigger | null {
	if (amountEndings === 'off') return null;
	return amountTrigger(Number(decimalText(amount, minorDigits)), currency);
}
