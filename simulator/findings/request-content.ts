/** Reads the content of a request that finding rules compare. */
import { isObject, valueAt } from '../contract/json.ts';
import type { ServiceCall } from '../contract/routes.ts';
import { hasMaskedCard } from '../domain/card.ts';
import { isMasked } from '../domain/card-data.ts';

export interface Checkout {
	readonly reference: string | null;
	readonly amount: number | null;
	/** In upper case and without outer spaces: with `validation.case` = `fold`, both spellings are accepted. */
	readonly currency: string | null;
	/** What identifies the customer, see `customerIn`. */
	readonly customer: string | null;
	readonly redirectUrl: string | null;
}

export function checkoutOf(request: object): Checkout {
	const amount = valueAt(request, ['amount']);
	return {
		reference: textAt(request, 'paymentReference'),
		amount: typeof amount === 'number' ? amount : null,
		currency: textAt(request, 'currency')?.trim().toUpperCase() ?? null,
		customer: customerIn(request),
		redirectUrl: textAt(request, 'redirectUrl'),
	};
}

/**
 * What identifies the customer: the e-mail address, or else the telephone number, or else the name. It is in lower case
 * and without outer spaces, because a shopper who types it again may write it differently. One mobile number in ten
 * passes for a card number in some countries: the journal shows ten of its digits, which identify the customer together
 * with the other fields. A text of which no digit is shown may be of any customer.
 */
function customerIn(request: object): string | null {
	const fields = ['email', 'phone', 'name']
		.map((name) => textAt(request, 'customer', name)?.trim().toLowerCase() ?? '')
		.filter((text) => text !== '' && (!isMasked(text) || hasMaskedCard(text)));
	const [first] = fields;
	if (first === undefined) return null;
	if (!hasMaskedCard(first)) return first;
	return fields.length > 1 ? fields.join(' ') : null;
}

/** The fields that identify an attempt: a call with other values tries something else, such as another bank. */
const attemptFields: Readonly<Record<ServiceCall, readonly string[]>> = {
	paymentOptions: ['reference', 'amount', 'currency'],
	paymentSuboptions: ['sessionId', 'paymentOptionId'],
	hybridPayment: ['sessionId', 'paymentOptionId', 'optionId'],
};

/**
 * A key that is equal for a call and its repeats; null if the call has no JSON object, or if a value in it is masked:
 * two masked values may differ.
 */
export function attemptOf(
	call: ServiceCall,
	{ request, checkout }: { request: unknown; checkout: Checkout | null },
): string | null {
	if (!isObject(request)) return null;
	// Both spellings of a currency, and an empty and a missing text, are the same.
	const content = checkout ?? request;
	const values = attemptFields[call].map((name) => valueAt(content, [name]) || null);
	const isHidden = values.some((value) => typeof value === 'string' && isMasked(value));
	return isHidden ? null : JSON.stringify([call, ...values]);
}

/** The text at a path; null if it is missing or empty. */
export function textAt(value: unknown, ...path: string[]): string | null {
	const found = valueAt(value, path);
	return typeof found === 'string' && found !== '' ? found : null;
}
