/**
 * The rules for a return URL that no setting can change (D-36), and the times at which the pages show its link (D-37).
 */

/** URL schemes that are refused: they run code or read data in a browser, or open any app on a phone. */
export const refusedSchemes: readonly string[] = [
	'about',
	'blob',
	'data',
	'file',
	'filesystem',
	'intent',
	'javascript',
	'vbscript',
	'view-source',
];

/** Rejects text that the URL parser would silently repair: the link must contain the address exactly as it was sent. */
const anyAddress = /^[a-z][a-z0-9+.-]*:[^\s\\\p{Cc}\p{Cs}]+$/iu;

/** Requires a plain host name, without user name and percent encoding. */
const webAddress = /^https?:\/\/(\[[0-9a-f:.]+\]|[\p{L}\p{M}\p{N}_.-]+)(:\d+)?([/?#]|$)/iu;

/**
 * Matches most addresses, which need no other check: the host is no number and has no Punycode, and the port is below
 * 10,000. The other checks take 2 % of a payment-options call.
 */
const usualAddress =
	/^https?:\/\/(?!(?:[^/?#:]*\.)?(?:xn--|(?:\d+|0x[0-9a-f]*)\.?(?:[:/?#]|$)))[a-z0-9.-]+(?::\d{1,4})?(?:[/?#][!-[\]-~]*)?$/i;

/** The rule that an address breaks, as `must …`; null for a valid address. */
export function brokenReturnAddressRule(address: string): string | null {
	return usualAddress.test(address) ? null : anyAddressRule(address);
}

function anyAddressRule(address: string): string | null {
	if (!anyAddress.test(address)) {
		return 'must be an absolute URL, without blanks, line breaks and backslashes';
	}
	const scheme = address.slice(0, address.indexOf(':')).toLowerCase();
	if (refusedSchemes.includes(scheme)) {
		return 'must not have a scheme that runs or reads anything in a browser';
	}
	if ((scheme === 'http' || scheme === 'https') && !hasPlainHost(address)) {
		return 'must have a plain host after http:// or https://, without a user name';
	}
	return parserRule(address);
}

/** Matches a host that browsers read as an IPv4 address, because its last part is a number (WHATWG URL, 3.5). */
const numericHost = /^https?:\/\/(?:[^/?#:]*\.)?(?:\d+|0x[0-9a-f]*)\.?(?=[:/?#]|$)/i;

/** Matches four decimal numbers. The URL parser checks that each is at most 255. */
const plainIpv4 = /^https?:\/\/(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){3}(?=[:/?#]|$)/i;

function parserRule(address: string): string | null {
	if (numericHost.test(address) && !plainIpv4.test(address)) {
		return 'must have a plain host: an IPv4 address is four decimal numbers, such as 127.0.0.1';
	}
	return isParsableUrl(address) ? null : 'must be an absolute URL that browsers can read';
}

function hasPlainHost(address: string): boolean {
	const host = webAddress.exec(address)?.[1];
	return host !== undefined && host === host.normalize('NFKC');
}

/**
 * Whether the URL parser accepts the address. `URL.canParse` of Node 20 wrongly rejects letters beyond ASCII once V8
 * has optimised its callers.
 */
export function isParsableUrl(address: string): boolean {
	if (!/[^\x20-\x7e]/.test(address)) return URL.canParse(address);
	try {
		return new URL(address).protocol !== '';
	} catch {
		return false;
	}
}

/** When a page shows the return link: always, once the payment is final, or never (D-37). */
export const returnLinkTimings = ['before-final', 'after-final', 'never'] as const;

export type ReturnLinkTiming = (typeof returnLinkTimings)[number];
