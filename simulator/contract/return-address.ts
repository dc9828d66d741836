/** What no setting makes an address to return to (D-36): the rest is judged by the settings of the workspace. */

/** Schemes that run or read something in a browser, or open whatever stands behind them on a phone. */
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

/** What the parser would mend silently is refused: the link carries the text as it was sent. */
const anyAddress = /^[a-z][a-z0-9+.-]*:[^\s\\\p{Cc}\p{Cs}]+$/iu;

/** A host by its plain name: no user before it, nothing encoded in it, nothing that another letter stands for. */
const webAddress = /^https?:\/\/(\[[0-9a-f:.]+\]|[\p{L}\p{M}\p{N}_.-]+)(:\d+)?([/?#]|$)/iu;

/** The rule that is broken, as `must …`; null for an address that may become a link. */
export function returnAddressRule(address: string): string | null {
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
	return canBeRead(address) ? null : 'must be an absolute URL that browsers can read';
}

/** Nearly every host is of letters that stand for nothing else. */
const asciiHost = /^https?:\/\/[a-z0-9.-]+(:\d+)?([/?#]|$)/i;

function hasPlainHost(address: string): boolean {
	if (asciiHost.test(address)) return true;
	const host = webAddress.exec(address)?.[1];
	return host !== undefined && host === host.normalize('NFKC');
}

/** Once Node 20 has compiled its callers, `URL.canParse` refuses letters beyond ASCII; the parser itself does not. */
function canBeRead(address: string): boolean {
	if (!/[^\x20-\x7e]/.test(address)) return URL.canParse(address);
	try {
		return new URL(address).protocol !== '';
	} catch {
		return false;
	}
}
