/** Where the package lies, and where a k6 built for it may be kept. */
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';

/** A package may ask for itself by name, so Node does the search: the same from a clone and from `dist/`. */
export function packageRoot(from: string): string {
	return dirname(createRequire(`${from}${sep}`).resolve('payin-sandbox/package.json'));
}

export interface Host {
	platform: NodeJS.Platform;
	env: Readonly<Record<string, string | undefined>>;
	home: string;
}

/** A clone keeps its own; an installed package may be read-only or be replaced, so the user's cache keeps it. */
export function cacheFolder(root: string, { platform, env, home }: Host): string {
	if (!root.split(sep).includes('node_modules')) return join(root, '.cache');
	return join(userCache(platform, env, home), 'payin-sandbox');
}

function userCache(platform: NodeJS.Platform, env: Host['env'], home: string): string {
	if (env.XDG_CACHE_HOME) return env.XDG_CACHE_HOME;
	if (platform === 'darwin') return join(home, 'Library', 'Caches');
	if (platform === 'win32') return env.LOCALAPPDATA ?? join(home, 'AppData', 'Local');
	return join(home, '.cache');
}
