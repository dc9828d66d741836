/** What a payment-options request says about how it shall go: in its headers, its e-mail address, its reference. */
import type { OutcomeListError, RequestTrigger } from '../catalog/outcome-triggers.ts';
import { emailTrigger, listTrigger, referenceTrigger } from '../catalog/outcome-triggers.ts';
import type { PaymentOptionsRequest } from '../contract/payment-options.ts';
import type { ReturnOrder } from '../contract/return-url.ts';
import { returnOrders } from '../contract/return-url.ts';
import { headerNames } from '../contract/routes.ts';
import type { OutcomeTrigger } from '../domain/payment.ts';
import type { ApiError } from '../errors/api-error.ts';

/** The e-mail address beats the reference; an unknown keyword in either is somebody's honest text. */
export function wordOf({ customer, paymentReference }: PaymentOptionsRequest): RequestTrigger {
	const email = emailTrigger(customer?.email);
	const reference = referenceTrigger(paymentReference);
	return {
		trigger: email.trigger ?? reference.trigger,
		unknownKeyword: email.unknownKeyword || reference.unknownKeyword,
	};
}

const header = { source: `header ${headerNames.outcome}`, param: headerNames.outcome };

/** Null without the header. */
export function readHeader(value: string | undefined): OutcomeTrigger | OutcomeListError | null {
	return value === undefined ? null : listTrigger(value, header);
}

type ReadOrder = { ok: true; data: ReturnOrder | null } | { ok: false; refusal: ApiError };

/** When the pages of this payment show the way back; null without the header. */
export function readReturnOrder(value: string | undefined): ReadOrder {
	if (value === undefined) return { ok: true, data: null };
	const said = value.trim().toLowerCase();
	const order = returnOrders.find((known) => known === said);
	if (order) return { ok: true, data: order };
	const param = headerNames.return;
	return { ok: false, refusal: { code: 'unknown_return_order', param, known: returnOrders } };
}
