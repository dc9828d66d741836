/** Functions for web addresses. They do not use the class `URL`, because k6 does not have it. Pure. */

const parts = /^(https?:)\/\/([^/?#]*)([^?#]*)(\?[^#]*)?/i;

/** The absolute address that a redirect leads to, without its fragment; undefined if it is not a web address. */
export function resolveAddress(base: string, location: string): string | undefined {
	const target = location.trim().replace(/#[\s\S]*$/, '');
	const from = parts.exec(base);
	if (!from) return undefined;
	const [, scheme = '', host = '', path = '', query = ''] = from;
	if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return parts.test(target) ? target : undefined;
	if (target.startsWith('//')) return `${scheme}${target}`;
	const origin = `${scheme}//${host}`;
	if (target === '') return `${origin}${path || '/'}${query}`;
	if (target.startsWith('?')) return `${origin}${path || '/'}${target}`;
	const end = target.indexOf('?');
	const [way, rest] = end === -1 ? [target, ''] : [target.slice(0, end), target.slice(end)];
	const whole = way.startsWith('/')
		? way
		: `${path.slice(0, path.lastIndexOf('/') + 1) || '/'}${way}`;
	return `${origin}${withoutDots(whole)}${rest}`;
}

/** Removes `.` and `..` segments (RFC 3986, section 5.2.4). */
function withoutDots(path: string): string {
	const kept: string[] = [];
	const segments = path.split('/').slice(1);
	for (const [index, segment] of segments.entries()) {
		const isLast = index === segments.length - 1;
		if (segment === '..') kept.pop();
		if (segment !== '.' && segment !== '..') kept.push(segment);
		else if (isLast) kept.push('');
	}
	return `/${kept.join('/')}`;
}

/** The host of an address without its port, in lower case. */
export function hostNameOf(address: string): string {
	const authority = (parts.exec(address)?.[2] ?? '').replace(/^.*@/, '').toLowerCase();
	return authority.startsWith('[')
		? authority.slice(0, authority.indexOf(']') + 1)
		: authority.replace(/:\d*$/, '');
}

/** The host of an address without its port. All loopback names become `localhost`. */
export function hostOf(address: string): string {
	const name = hostNameOf(address);
	return name === '[::1]' || /^127(\.\d+){3}$/.test(name) ? 'localhost' : name;
}

/** The origin of an address, with `localhost` for all loopback names. The host is not normalised in other ways. */
export function originOf(address: string): string {
	const [, scheme = '', authority = ''] = parts.exec(address) ?? [];
	const port = /:(\d+)$/.exec(authority)?.[1];
	const usual = scheme.toLowerCase() === 'https:' ? '443' : '80';
	const shownPort = port === undefined || port === usual ? '' : `:${port}`;
	return `${scheme.toLowerCase()}//${hostOf(address)}${shownPort}`;
}

/** The path of an address, without its query. */
export const pathOf = (address: string): string => withoutDots(parts.exec(address)?.[3] ?? '');

/** The origin and the path of an address, without its query. */
export const pageOf = (address: string): string => originOf(address) + pathOf(address);

/**
 * The session id in the query of an address; undefined if the query has none, or several: some servers read the first
 * one, others the last.
 */
export function sessionIn(address: string): string | undefined {
	const [found, ...more] = sessionsIn(address);
	return found === '' || more.length > 0 ? undefined : found;
}

/** The values of all parameters `sessionId` in the query of an address. */
export function sessionsIn(address: string): string[] {
	const query = parts.exec(address)?.[4] ?? '';
	return query
		.slice(1)
		.split('&')
		.map((pair) => pair.split('='))
		.filter(([name = '']) => decode(name) === 'sessionId')
		.map(([, ...value]) => decode(value.join('=')));
}

function decode(text: string): string {
	try {
		return decodeURIComponent(text.replace(/\+/g, ' '));
	} catch {
		return text;
	}
}
