/** The way back to the shop: which address is taken, and what it carries (D-36). */
import type { PaymentState } from '../contract/control.ts';
import type { Settings } from '../contract/settings.ts';
import type { Payment } from './payment.ts';

type Rules = Settings['return'];

const webPorts: Readonly<Record<string, string>> = { http: '80', https: '443' };

/** Which rule an address breaks, and what the rule allows. */
export type AddressProblem =
	| { broken: 'schemes'; allowed: readonly string[] }
	| { broken: 'hosts'; allowed: readonly string[]; scheme: string };

/** `url` is one that the schema of the request has taken. */
export function redirectProblem(
	url: string,
	{ schemes, hosts }: Pick<Rules, 'schemes' | 'hosts'>,
): AddressProblem | null {
	const scheme = url.slice(0, url.indexOf(':')).toLowerCase();
	if (!schemes.includes(scheme)) return { broken: 'schemes', allowed: schemes };
	const defaultPort = webPorts[scheme];
	// What follows the scheme of an app is no host of the network.
	if (hosts === null || defaultPort === undefined) return null;
	const { hostname, port } = new URL(url);
	const names = [hostname, `${hostname}:${port || defaultPort}`];
	if (hosts.some((host) => names.includes(host.toLowerCase()))) return null;
	return { broken: 'hosts', allowed: hosts, scheme };
}

/** Whether a page of a payment in this state shows the way back: by what the payment was told, else by the setting (D-37). */
export function showsReturnLink(
	{ returnOrder }: Pick<Payment, 'returnOrder'>,
	state: PaymentState,
	isFinal: boolean,
	{ showIn }: Pick<Rules, 'showIn'>,
): boolean {
	const when = returnOrder ?? showIn;
	if (typeof when !== 'string') return when.some((shown) => shown === state);
	return when === 'before-final' || (when === 'after-final' && isFinal);
}

type Facts = Pick<Payment, 'redirectUrl' | 'transactionId' | 'sessionId' | 'paymentReference'>;

/** What RETURN TO ACCOUNT leads to: the given address byte for byte, with what `append` asks for in its query. */
export function returnUrlOf(payment: Facts, state: PaymentState, append: Rules['append']): string {
	const { redirectUrl } = payment;
	if (append === 'none') return redirectUrl;
	const facts = { ...payment, state };
	const added = Object.entries(append).flatMap(([param, field]) => {
		const value = facts[field];
		return value === null ? [] : [pair(param, value)];
	});
	if (added.length === 0) return redirectUrl;
	const fragmentAt = redirectUrl.indexOf('#');
	const end = fragmentAt === -1 ? redirectUrl.length : fragmentAt;
	const head = redirectUrl.slice(0, end);
	const joint = !head.includes('?') ? '?' : /[?&]$/.test(head) ? '' : '&';
	return `${head}${joint}${added.join('&')}${redirectUrl.slice(end)}`;
}

/** A blank as %20: not everybody who reads an app's address knows the plus of forms. */
function pair(param: string, value: string): string {
	return new URLSearchParams([[param, value]]).toString().replaceAll('+', '%20');
}
