/**
 * The cookies that a shopper's browser keeps of a shop (RFC 6265). Each belongs to the host name that set it, on all its
 * ports: 127.0.0.1 and localhost are two hosts. `Domain` is not read, so that a shop keeps the one of its public name.
 */
import { hostOf } from '../harness/target.ts';

interface Cookie {
	name: string;
	value: string;
	host: string;
	path: string;
	isStrict: boolean;
}

/** Whether the page on which the shopper follows a link is of the same site. */
export type RequestSite = 'same-site' | 'cross-site';

/** Why a request has not all cookies of the shop, each as a sentence to append; empty if that is no reason. */
export interface WithheldCookies {
	/** `SameSite=Strict`. */
	bySite: string;
	/** Another name of this machine set them: a shop may know itself by another one than the merchant file. */
	byHost: string;
}

export type ShopperCookies = ReturnType<typeof createShopperCookies>;

/** The most cookies of a shopper. Browsers keep at least 50 of a host. */
const maxCookies = 50;

export function createShopperCookies() {
	let cookies: Cookie[] = [];
	const cookiesWithin = (url: string) => {
		const { pathname } = new URL(url);
		return cookies.filter(({ path }) => isWithin(pathname, path));
	};
	const cookiesFor = (url: string) => {
		const { hostname } = new URL(url);
		return cookiesWithin(url).filter(({ host }) => host === hostname);
	};
	return {
		/**
		 * The header `Cookie` of a request; undefined if there are none for its address. A request that starts at another
		 * site has no cookies with `SameSite=Strict` (RFC 6265bis, 5.2).
		 */
		headerFor(url: string, from: RequestSite = 'same-site'): string | undefined {
			const sent = cookiesFor(url)
				.filter(({ isStrict }) => from === 'same-site' || !isStrict)
				// RFC 6265, 5.4: the cookies of longer paths are first.
				.sort((one, other) => other.path.length - one.path.length);
			return sent.length === 0
				? undefined
				: sent.map(({ name, value }) => `${name}=${value}`).join('; ');
		},
		/** Why a request from the cashier to this address has not all cookies of the shop. */
		describeWithheld(url: string): WithheldCookies {
			const { hostname } = new URL(url);
			const strict = cookiesFor(url).filter(({ isStrict }) => isStrict);
			const others = cookiesWithin(url).filter(
				({ host }) => host !== hostname && hostOf(`http://${host}`) === hostOf(url),
			);
			const hosts = [...new Set(others.map(({ host }) => host))].join(', ');
			return {
				bySite:
					strict.length === 0
						? ''
						: `. A shopper who comes from the cashier has no cookie with SameSite=Strict (${namesOf(strict)}): use SameSite=Lax`,
				byHost:
					others.length === 0
						? ''
						: `. A browser does not send a cookie of ${hosts} (${namesOf(others)}) to ${hostname}: use one host name in the merchant file and in the shop`,
			};
		},
		/** Keeps the cookies of a response, and removes those that it ends. */
		keep(url: string, headers: Headers): void {
			for (const text of headers.getSetCookie()) {
				const found = readCookie(text, url);
				if (found === undefined) continue;
				const { cookie, isEnded } = found;
				cookies = cookies.filter(
					({ name, host, path }) =>
						name !== cookie.name || host !== cookie.host || path !== cookie.path,
				);
				if (!isEnded) cookies = [...cookies, cookie].slice(-maxCookies);
			}
		},
	};
}

const namesOf = (cookies: readonly Cookie[]) =>
	[...new Set(cookies.map(({ name }) => name))].join(', ');

/** The header `Cookie` of a request as an object; empty without a shopper, and without cookies for the address. */
export const cookieHeader = (shopper: ShopperCookies | null, url: string, from?: RequestSite) => {
	const header = shopper?.headerFor(url, from);
	return header === undefined ? {} : { Cookie: header };
};

function readCookie(text: string, url: string) {
	const [pair = '', ...attributes] = text.split(';').map((part) => part.trim());
	const { left: name, right: value } = splitAtEquals(pair);
	if (name === '') return undefined;
	const given = new Map(
		attributes.map((attribute) => {
			const { left, right } = splitAtEquals(attribute);
			return [left.toLowerCase(), right];
		}),
	);
	const path = given.get('path');
	const maxAge = given.get('max-age') ?? '';
	// RFC 6265, 5.2.2: `Max-Age` wins, and counts only if it is a number.
	const isEnded = /^-?\d+$/.test(maxAge)
		? Number(maxAge) <= 0
		: Date.parse(given.get('expires') ?? '') <= Date.now();
	const ownPath = path?.startsWith('/') ? path : defaultPath(url);
	const isStrict = given.get('samesite')?.toLowerCase() === 'strict';
	return { cookie: { name, value, host: new URL(url).hostname, path: ownPath, isStrict }, isEnded };
}

function splitAtEquals(text: string): { left: string; right: string } {
	const at = text.indexOf('=');
	return at === -1
		? { left: text, right: '' }
		: { left: text.slice(0, at).trim(), right: text.slice(at + 1).trim() };
}

/** The directory of the address (RFC 6265, 5.1.4). */
const defaultPath = (url: string) => new URL(url).pathname.replace(/\/[^/]*$/, '') || '/';

const isWithin = (pathname: string, path: string): boolean =>
	pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
