/** The page to which a shopper returned, and what is wrong with it. */
import type { PaymentState } from '../../simulator/contract/control.ts';
import { cutText } from '../runner/recorder.ts';

/** The page to which a shopper returned. */
export interface ReturnPage {
	/** The address after all redirects. */
	address: string;
	/** Whether it is a page of the service. It was not opened then, and has neither status nor text. */
	isAtService: boolean;
	status: number;
	text: string;
	/** Whether the page has the text `checkout.errorText` of the merchant file. */
	hasErrorText: boolean;
}

/** Throws if the page is not one for a shopper with a payment in this state. `from` is the return address. */
export function checkReturnPage(seen: ReturnPage, from: string, state: PaymentState): void {
	const { status } = seen;
	const hasPaid = state === 'processing' || state === 'confirmed';
	if (seen.isAtService) {
		// A shopper who has not paid may get another payment.
		if (!hasPaid) return;
		throw new Error(
			`the shopper returns to ${from} and is sent to ${cutText(seen.address, 160)}, a page of the service, although the payment is ${state}. Build redirectUrl from the address of the shop, and show a page of the shop there`,
		);
	}
	if (status < 200 || status >= 300) {
		throw new Error(
			`the shopper returns to ${from} and sees a page with status ${status}, not 2xx`,
		);
	}
	if (seen.hasErrorText && hasPaid) {
		throw new Error(
			`the shopper returns to ${from} and sees a page with checkout.errorText, although the payment is ${state}`,
		);
	}
}
