/** What `--store` says: where payments are kept. */
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export type StoreAddress =
	| { kind: 'memory' }
	/** `full`: what is answered survives a loss of power too, not only the end of the process. */
	| { kind: 'file'; path: string; sync: 'process' | 'full' }
	/** `url`: as the client takes it, with its password; `shown`: without it. */
	| { kind: 'redis'; url: string; prefix: string; shown: string };

export const storeRule =
	'must be memory, file:PATH (with ?sync=full if you like) or redis://HOST:PORT (rediss:// for TLS, with ?prefix=NAME: if you like)';

const defaultPrefix = 'payin-sandbox:';

/** `null` when it says none of these. */
export function readStoreAddress(text: string): StoreAddress | null {
	if (text === 'memory') return { kind: 'memory' };
	if (text.startsWith('file:')) return readFileAddress(text);
	return /^rediss?:\/\//.test(text) ? readRedisAddress(text) : null;
}

/** A relative path is one from the working folder. */
function readFileAddress(text: string): StoreAddress | null {
	const [front = '', query = ''] = text.slice('file:'.length).split('?');
	const asked = Object.fromEntries(new URLSearchParams(query));
	const { sync = 'process', ...others } = asked;
	const isKnown = sync === 'full' || sync === 'process';
	if (front === '' || front.endsWith('/') || !isKnown || Object.keys(others).length > 0)
		return null;
	try {
		const path = front.startsWith('//') ? fileURLToPath(`file:${front}`) : front;
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
	url.search = '';
	url.hash = '';
	return { kind: 'redis', url: url.href, prefix, shown: withoutPassword(url) };
}

function withoutPassword(url: URL): string {
	const shown = new URL(url);
	shown.password = '';
	return shown.href;
}

/** The same text without its password. */
export function shownStore(text: string): string {
	const url = readStoreAddress(text)?.kind === 'redis' ? new URL(text) : null;
	return url && url.password !== '' ? withoutPassword(url) : text;
}
