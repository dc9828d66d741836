/** The return URL: rules that no setting can change (D-36), and when the pages show its link (D-37). */

/** Schemes that run code or read data in a browser, or open any app on a phone. */
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

/** Rejects text that the URL parser would silently repair: the link contains the address exactly as sent. */
const anyAddress = /^[a-z][a-z0-9+.-]*:[^\s\\\p{Cc}\p{Cs}]+$/iu;

/** A plain host name: no user name, no percent encoding. */
const webAddress = /^https?:\/\/(\[[0-9a-f:.]+\]|[\p{L}\p{M}\p{N}_.-]+)(:\d+)?([/?#]|$)/iu;

/** The form of most addresses: for these, only the URL parser is left to check. */
const plainWebAddress = /^https?:\/\/[a-z0-9.-]+(:\d+)?([/?#][!-[\]-~]*)?$/i;

/** The broken rule, as `must …`; null for a valid address. */
export function returnAddressRule(address: string): string | null {
	return plainWebAddress.test(address) ? parserRule(address) : anyAddressRule(address);
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

function parserRule(address: string): string | null {
	return isParsable(address) ? null : 'must be an absolute URL that browsers can read';
}

/** Most hosts are ASCII and need no normalisation. */
const asciiHost = /^https?:\/\/[a-z0-9.-]+(:\d+)?([/?#]|$)/i;

function hasPlainHost(address: string): boolean {
	if (asciiHost.test(address)) return true;
	const host = webAddress.exec(address)?.[1];
	return host !== undefined && host === host.normalize('NFKC');
}

/** `URL.canParse` of Node 20 rejects letters beyond ASCII once V8 has optimised its callers. The URL parser accepts them. */
function isParsable(address: string): boolean {
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
