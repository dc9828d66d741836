/** Parses the value of `--store`, which says where payments are stored. */
import { homedir } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export type StoreAddress =
	| { kind: 'memory' }
	/** A file store. `process`: answered calls survive the end of the process. `full`: they survive a power loss too. */
	| { kind: 'file'; path: string; sync: 'process' | 'full' }
	/** A Redis store. `url` contains the user name and the password; `shown` does not, because both may be secret. */
	| { kind: 'redis'; url: string; prefix: string; shown: string };

export const storeRule =
	'must be memory, file:PATH (with ?sync=full if you like) or redis://HOST:PORT (rediss:// for TLS, with ?prefix=NAME: if you like; a percent sign in a password is %25)';

const defaultPrefix = 'payin-sandbox:';

/** Returns the address; null if the text is not a store address. */
export function readStoreAddress(text: string): StoreAddress | null {
	if (text === 'memory') return { kind: 'memory' };
	if (text.startsWith('file:')) return readFileAddress(text);
	return /^rediss?:\/\//.test(text) ? readRedisAddress(text) : null;
}

/**
 * Reads the path of a file store. A relative path starts at the current folder. `~/` is the home folder, because shells
 * do not expand it after `file:`.
 */
function readFileAddress(text: string): StoreAddress | null {
	const [front = '', query = ''] = text.slice('file:'.length).split('?');
	const { sync = 'process', ...others } = Object.fromEntries(new URLSearchParams(query));
	const isKnown = sync === 'full' || sync === 'process';
	if (front === '' || front.endsWith('/') || !isKnown || Object.keys(others).length > 0)
		return null;
	try {
		const path = front.startsWith('//')
			? fileURLToPath(`file:${front}`)
			: front.replace(/^~(?=\/)/, () => homedir());
		return { kind: 'file', path: isAbsolute(path) ? path : resolve(path), sync };
	} catch {
		return null;
	}
}

function readRedisAddress(text: string): StoreAddress | null {
	if (!URL.canParse(text)) return null;
	const url = new URL(text);
	const { prefix = defaultPrefix, ...others } = Object.fromEntries(url.searchParams);
	const isDatabase = /^(\/\d*)?$/.test(url.pathname);
	if (url.hostname === '' || !isDatabase || Object.keys(others).length > 0) return null;
	if (![url.username, url.password].every(isDecodable)) return null;
	const shown = hideUser(url);
	url.search = '';
	url.hash = '';
	return { kind: 'redis', url: url.href, prefix, shown };
}

function isDecodable(text: string): boolean {
	try {
		decodeURIComponent(text);
		return true;
	} catch {
		return false;
	}
}

/** Returns the address without user name and password. */
export function withoutUser(text: string): string {
	const url = readStoreAddress(text)?.kind === 'redis' ? new URL(text) : null;
	return url && (url.username !== '' || url.password !== '') ? hideUser(url) : text;
}

function hideUser(url: URL): string {
	const shown = new URL(url);
	shown.username = '';
	shown.password = '';
	return shown.href;
}
