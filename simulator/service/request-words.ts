/** What a payment-options request says about the outcome: in its header, its e-mail address, its reference. */
import type { ListRefusal, RequestWord } from '../catalog/signals.ts';
import { emailWord, listSignal, referenceWord } from '../catalog/signals.ts';
import type { PaymentOptionsRequest } from '../contract/payment-options.ts';
import { headerNames } from '../contract/routes.ts';
import type { Signal } from '../domain/payment.ts';

/** The e-mail address beats the reference; an unknown keyword in either is somebody's honest text. */
export function wordOf({ customer, paymentReference }: PaymentOptionsRequest): RequestWord {
	const email = emailWord(customer?.email);
	const reference = referenceWord(paymentReference);
	return {
		signal: email.signal ?? reference.signal,
		unknownKeyword: email.unknownKeyword || reference.unknownKeyword,
	};
}

const header = { carrier: `header ${headerNames.outcome}`, param: headerNames.outcome };

/** Null without the header. */
export function readHeader(value: string | undefined): Signal | ListRefusal | null {
	return value === undefined ? null : listSignal(value, header);
}
