/** Finds Firefox and WebKit for the browser tests, or gets them. */
import { readFileSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Env } from './programs.ts';
import { aptInstall, isProgram, mayUseApt, placesOnPath } from './programs.ts';

interface From {
	env: Env;
}

/** `FIREFOX_PATH`, then the PATH, then the usual places of macOS and Windows. */
export function findFirefox({ env }: From): string | null {
	// The variable selects one program: never replace it by another.
	if (env.FIREFOX_PATH) return isProgram(env.FIREFOX_PATH) ? env.FIREFOX_PATH : null;
	const places = [
		...placesOnPath(['firefox', 'firefox-esr', 'firefox.exe'], env),
		'/Applications/Firefox.app/Contents/MacOS/firefox',
		join(env.PROGRAMFILES ?? '', 'Mozilla Firefox', 'firefox.exe'),
	];
	return places.find((place) => isProgram(place) && !isSnap(place)) ?? null;
}

/** A snap does not see the profile of the test. Ubuntu's package is a script that starts the snap. */
function isSnap(place: string): boolean {
	return (
		basename(realpathSync(place)) === 'snap' ||
		readFileSync(place).subarray(0, 4096).includes('/snap/bin/')
	);
}

/** Shows its progress. Fails when it got none. */
export async function installFirefox({ env }: From): Promise<void> {
	const firefox = ['--no-install-recommends', 'firefox-esr'];
	if (mayUseApt() && (await aptInstall(firefox, env))) return;
	throw new Error('Install Firefox (not as a snap), or set FIREFOX_PATH.');
}

/** The programs that WebKit needs: its driver, which starts the MiniBrowser of its package, and a display for that. */
export function findWebkit({ env }: From): { driver: string; display: string } | null {
	const [driver, display] = ['WebKitWebDriver', 'Xvfb'].map((name) =>
		placesOnPath([name], env).find(isProgram),
	);
	return driver && display ? { driver, display } : null;
}

/** Shows its progress. Fails when it got none. */
export async function installWebkit({ env }: From): Promise<void> {
	const webkit = ['--no-install-recommends', 'webkit2gtk-driver', 'xvfb'];
	if (mayUseApt() && (await aptInstall(webkit, env))) return;
	throw new Error(
		'Install WebKitWebDriver with its MiniBrowser (on Debian: webkit2gtk-driver), and Xvfb.',
	);
}
