/** The return URL: which addresses are allowed, and what the sandbox appends to them (D-36). */
import type { PaymentState } from '../contract/control.ts';
import type { Settings } from '../contract/settings.ts';
import type { Payment } from './payment.ts';

type Rules = Settings['return'];

const webPorts: Readonly<Record<string, string>> = { http: '80', https: '443' };

/** The rule that an address breaks, and the values that the rule allows. */
export type RedirectProblem =
	| { broken: 'schemes'; allowed: readonly string[] }
	| { broken: 'hosts'; allowed: readonly string[]; scheme: string };

/** The setting that the URL breaks; null if it breaks none. `url` must have passed the schema of the request. */
export function redirectProblem(
	url: string,
	{ schemes, hosts }: Pick<Rules, 'schemes' | 'hosts'>,
): RedirectProblem | null {
	const scheme = url.slice(0, url.indexOf(':')).toLowerCase();
	if (!schemes.includes(scheme)) return { broken: 'schemes', allowed: schemes };
	const defaultPort = webPorts[scheme];
	// The address of an app has no host.
	if (hosts === null || defaultPort === undefined) return null;
	const { hostname, port } = new URL(url);
	const names = [hostname, `${hostname}:${port || defaultPort}`];
	if (hosts.some((host) => names.includes(host.toLowerCase()))) return null;
	return { broken: 'hosts', allowed: hosts, scheme };
}

/** Whether a page shows the return link. The payment's own timing decides, or else the setting (D-37). */
export function showsReturnLink(
	{ returnLinkTiming }: Pick<Payment, 'returnLinkTiming'>,
	state: PaymentState,
	isFinal: boolean,
	{ showIn }: Pick<Rules, 'showIn'>,
): boolean {
	const when = returnLinkTiming ?? showIn;
	if (typeof when !== 'string') return when.some((shown) => shown === state);
	return when === 'before-final' || (when === 'after-final' && isFinal);
}

type Facts = Pick<Payment, 'redirectUrl' | 'transactionId' | 'sessionId' | 'paymentReference'>;

/** The URL behind RETURN TO ACCOUNT: the given address, unchanged, with the parameters of `append` in its query. */
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
	const query = head.includes('?') ? head.slice(head.indexOf('?') + 1) : null;
	const separator = query === null ? '?' : query === '' || query.endsWith('&') ? '' : '&';
	return `${head}${separator}${added.join('&')}${redirectUrl.slice(end)}`;
}

/** Writes a query parameter. A blank becomes %20, because not every app decodes the plus sign of forms. */
function pair(param: string, value: string): string {
	return new URLSearchParams([[param, value]]).toString().replaceAll('+', '%20');
}
