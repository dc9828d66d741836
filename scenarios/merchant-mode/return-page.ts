/** The page to which a shopper returned, and what is wrong with it. */
import type { PaymentState } from '../../simulator/contract/control.ts';
import { maskShownText } from '../../simulator/domain/card-data.ts';
import { shownText } from './page-text.ts';
import type { WithheldCookies } from './shopper-cookies.ts';

/** The page to which a shopper returned. */
export interface ReturnPage {
	/** The address after all redirects. */
	address: string;
	/** Whether it is a cashier page. It was not opened then, and has neither status nor text. */
	isCashier: boolean;
	status: number;
	text: string;
	/** Whether the page has the text `checkout.errorText` of the merchant file. */
	hasErrorText: boolean;
	/** Why the shopper's browser did not send all cookies of the shop. */
	withheldCookies: WithheldCookies;
}

/** Throws if the page is not one for a shopper with a payment in this state. `from` is the return address. */
export function checkReturnPage(seen: ReturnPage, from: string, state: PaymentState): void {
	const { status } = seen;
	const start = `the shopper returns to ${maskShownText(from)} and`;
	const hasPaid = state === 'processing' || state === 'confirmed';
	if (seen.isCashier) {
		// A shopper who has not paid may get another payment.
		if (!hasPaid) return;
		throw new Error(
			`${start} is sent to the cashier, ${shownText(seen.address)}, although the payment is ${state}. Show a page of the shop there`,
		);
	}
	if (status < 200 || status >= 300) {
		const { bySite, byHost } = seen.withheldCookies;
		const hint = `${status < 500 ? bySite : ''}${byHost}`;
		throw new Error(`${start} sees a page with status ${status}, not 2xx${hint}`);
	}
	if (seen.hasErrorText && hasPaid) {
		throw new Error(
			`${start} sees a page with checkout.errorText, although the payment is ${state}`,
		);
	}
}

/** Appends parameters, such as `status=paid`, to the query of an address. */
export function withQuery(address: string, added: string): string {
	const [page = '', ...fragment] = address.split('#');
	const joined = `${page}${page.includes('?') ? '&' : '?'}${added}`;
	return [joined, ...fragment].join('#');
}
