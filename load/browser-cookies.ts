/** The cookies that a shop has set over HTTP, as a browser takes them, and those that it refuses. Pure. */
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

/**
 * The cookies of a response that k6's jar refuses, like a browser, because their domain is not one of this host: such as
 * the public domain of a shop that runs on localhost. Each is one of the host without `Domain`, to set by hand.
 */
export const cookiesOfOtherDomains = ({ url, cookies }: SettingResponse, nowMs: number) =>
	(Object.values(cookies).flat() as SetCookie[])
		.filter((set) => !isForHost(domainAttribute(set), hostNameOf(url)))
		.map((set) => {
			const { name, value, path, secure, http_only } = set;
			const age = isRemoved(set, nowMs) ? { max_age: -1 } : {};
			return { name, value, attributes: { path, secure, http_only, ...age } };
		});

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
