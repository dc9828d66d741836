/** The addresses at which the shop is, and those at which only the service is. */
import type { MerchantFile } from '../../simulator/contract/merchant-file.ts';
import { fillUrl } from '../../simulator/contract/placeholders.ts';
import { cashierPath } from '../../simulator/contract/routes.ts';
import { hostOf, originOf, pageOf, withoutWorkspace } from '../harness/target.ts';

/** The URLs of the merchant file. Placeholders that may contain a host are filled in. */
export function shopUrls(file: MerchantFile, sandbox: string): URL[] {
	const requests = [
		...file.prepare,
		file.checkout,
		file.order,
		...(file.settle ? [file.settle] : []),
	];
	return [file.ready, ...requests.map(({ url }) => url)]
		.flatMap((url) => (url === undefined ? [] : fillUrl(url, { sandbox, port: 1 })))
		.map((url) => new URL(url));
}

/**
 * The hosts that may be called: the shop and the sandbox. A test must not call a real shop. `hosts` has one name for this
 * machine; `shownHosts` has all names as the merchant file and the sandbox write them.
 */
export function allowedHosts(file: MerchantFile, sandbox: string) {
	const urls = [new URL(sandbox), ...shopUrls(file, sandbox)];
	const hosts = new Set(urls.map(({ href }) => hostOf(href)));
	return {
		isAllowed: (address: string): boolean => hosts.has(hostOf(address)),
		hosts: [...hosts],
		shownHosts: [...new Set(urls.map(({ hostname }) => hostname))].join(', '),
	};
}

/** The pages of the cashier. Another address of the same host shows the shopper an error, or another page. */
export const cashierPagesOf = (cashierUrls: readonly string[]): string[] =>
	cashierUrls.map((url) => pageOf(cashierAt(url)));

const cashierAt = (url: string) => url.replace(/\/$/, '') + cashierPath;

const withoutScheme = (page: string) => page.replace(/^https?:/, '');

/** The address of the cashier that differs from this one only by http or https; undefined if there is none. */
export function cashierOfOtherScheme(
	address: string,
	cashierUrls: readonly string[],
): string | undefined {
	const own = pageOf(address);
	return cashierUrls
		.map(cashierAt)
		.find((url) => pageOf(url) !== own && withoutScheme(pageOf(url)) === withoutScheme(own));
}

/** Why this address, to which the shop sent the shopper, is no cashier page of this run. */
export function describeNoCashier(
	address: string,
	cashierUrls: readonly string[],
	sandbox: string,
): string {
	const baseOf = (page: string) => withoutWorkspace(page.slice(0, -cashierPath.length));
	const isCashierOf = (page: string) => baseOf(page) === baseOf(pageOf(address));
	if (
		new URL(address).pathname.endsWith(cashierPath) &&
		cashierPagesOf(cashierUrls).some(isCashierOf)
	) {
		return `the cashier of another workspace. Let the shop call ${sandbox}, the workspace of this run`;
	}
	const otherScheme = cashierOfOtherScheme(address, cashierUrls);
	if (otherScheme !== undefined) {
		const schemeOf = (url: string) => new URL(url).protocol.slice(0, -1);
		return `with ${schemeOf(address)} in place of ${schemeOf(otherScheme)}. The redirectUrl of hybrid-payment begins with ${otherScheme}?sessionId=: send the shopper to it unchanged`;
	}
	const cashier = cashierAt(cashierUrls[0] ?? sandbox);
	return `not the cashier. The redirectUrl of hybrid-payment begins with ${cashier}?sessionId=: send the shopper to it unchanged`;
}

/**
 * The origin of the sandbox itself; null if the merchant file names pages of the shop there. At the public address of the
 * cashier, a proxy may lead to pages of the shop too.
 */
export function sandboxOriginOf(file: MerchantFile, sandbox: string): string | null {
	const own = originOf(sandbox);
	return shopUrls(file, sandbox).some((url) => originOf(url.href) === own) ? null : own;
}
