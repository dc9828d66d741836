/** The cookies that a shop has set over HTTP, as a browser takes them. Pure. */
import { hostNameOf, pathOf } from './addresses.ts';

/** A cookie that a response has set, as k6 has it. Its types have other names. */
interface SetCookie {
	name: string;
	value: string;
	/** Empty without the attribute. */
	domain: string;
	path: string;
	secure: boolean;
	http_only: boolean;
	/** In seconds: 0 without the attribute, and negative to remove the cookie. */
	max_age: number;
	/** In milliseconds since 1970. Without the attribute, it is `noExpiry`. */
	expires: number;
}

export interface SettingResponse {
	url: string;
	cookies: Readonly<Record<string, readonly object[]>>;
}

/** Go's zero time, as k6 converts it. */
const noExpiry = -6_795_364_578_871;

/** Returns the cookies that a browser has after these responses. A later cookie replaces an earlier one, or removes it. */
export function cookiesAfter(responses: readonly SettingResponse[], nowMs: number) {
	const kept = new Map<string, ReturnType<typeof browserCookie>>();
	for (const { url, cookies } of responses) {
		for (const set of Object.values(cookies).flat() as SetCookie[]) {
			if (!isForHost(domainAttribute(set), hostNameOf(url))) continue;
			const cookie = browserCookie(set, url);
			const key = [cookie.name, cookie.domain, cookie.path].join(' ');
			if (isRemoved(set, nowMs)) kept.delete(key);
			else kept.set(key, cookie);
		}
	}
	return [...kept.values()];
}

function browserCookie(set: SetCookie, url: string) {
	const { name, value, path, secure, http_only: httpOnly } = set;
	const host = hostNameOf(url);
	const domain = domainAttribute(set);
	return {
		name,
		value,
		// With a dot, the browser also sends the cookie to hosts below the domain.
		domain: domain.includes('.') && !isAddress(host) ? `.${domain}` : host,
		path: path.startsWith('/') ? path : defaultPath(url),
		secure,
		httpOnly,
	};
}

const domainAttribute = ({ domain }: SetCookie) => domain.replace(/^\./, '').toLowerCase();

/** Whether a host may set a cookie with this domain: its own, or one above it (RFC 6265, 5.1.3 and 5.3). */
const isForHost = (domain: string, host: string) =>
	domain === '' || host === domain || (host.endsWith(`.${domain}`) && !isAddress(host));

const isAddress = (host: string) => host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host);

/** The path of a cookie without the attribute (RFC 6265, 5.1.4). */
const defaultPath = (url: string) => pathOf(url).replace(/\/[^/]*$/, '') || '/';

const isRemoved = ({ max_age: maxAge, expires }: SetCookie, nowMs: number) =>
	maxAge < 0 || (maxAge === 0 && expires > noExpiry && expires <= nowMs);
