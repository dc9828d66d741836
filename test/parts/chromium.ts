/** Finds a Chromium for the browser tests, or gets one. */
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Env } from './programs.ts';
import { aptInstall, isProgram, mayUseApt, placesOnPath, run } from './programs.ts';

const shellNames = ['chromium-headless-shell', 'chrome-headless-shell'];
const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome'];

/** Without its own network calls home, and without the sandbox that root may not have. */
export const chromiumFlags = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-background-networking',
	'--disable-sync',
];

/** Where browsers stand that put themselves on no PATH. */
const usualPlaces = (env: Env): Partial<Record<NodeJS.Platform, string[]>> => ({
	darwin: ['', env.HOME ?? ''].flatMap((home) => [
		`${home}/Applications/Google Chrome.app/Contents/MacOS/Google Chrome`,
		`${home}/Applications/Chromium.app/Contents/MacOS/Chromium`,
	]),
	win32: [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
		.filter((folder) => folder !== undefined)
		.flatMap((folder) => [
			join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
			join(folder, 'Chromium', 'Application', 'chrome.exe'),
		]),
});

/** `CHROMIUM_PATH`, then the system's Chrome or Chromium, then the one playwright keeps. */
export function findChromium({ env }: { env: Env }): string | null {
	// The variable selects one program: never replace it by another.
	if (env.CHROMIUM_PATH) return isProgram(env.CHROMIUM_PATH) ? env.CHROMIUM_PATH : null;
	const places = [...onPath(names, env), ...(usualPlaces(env)[process.platform] ?? [])];
	return [...places, chromium.executablePath()].find(isProgram) ?? null;
}

const onPath = (programs: readonly string[], env: Env) => {
	const ending = process.platform === 'win32' ? '.exe' : '';
	return placesOnPath(
		programs.map((name) => `${name}${ending}`),
		env,
	);
};

/**
 * Chromium without its windows: the same engine and network stack for two thirds of the processor time. Null if
 * `CHROMIUM_PATH` selects another program.
 */
export function findHeadlessShell({ env }: { env: Env }): string | null {
	if (env.CHROMIUM_PATH) return null;
	return onPath(shellNames, env).find(isProgram) ?? null;
}

/** Debian has the shell as a package of its own. Without it, the tests use the whole browser. */
export async function installHeadlessShell({ env }: { env: Env }): Promise<void> {
	const isFromDebian = mayUseApt() && findChromium({ env }) === '/usr/bin/chromium';
	if (!isFromDebian || env.CHROMIUM_PATH || findHeadlessShell({ env })) return;
	await run('apt-get', ['install', '-y', 'chromium-headless-shell'], {
		...env,
		DEBIAN_FRONTEND: 'noninteractive',
	});
}

/** Shows its progress. Fails when it got none; `findChromium` finds what it got. */
export async function installChromium({ env }: { env: Env }): Promise<void> {
	if (mayUseApt()) {
		// Without these fonts Japanese, Thai and Chinese are boxes.
		const got = await aptInstall(['chromium', 'fonts-noto-core', 'fonts-noto-cjk'], env);
		const found = findChromium({ env });
		// On Ubuntu the package of that name may be a stub that only points at a snap.
		if (got && found && (await run(found, ['--version'], env))) return;
	}
	const install = [
		'playwright-core',
		'install',
		...(mayUseApt() ? ['--with-deps'] : []),
		'chromium',
	];
	if (!(await run('npx', ['--no-install', ...install], env))) {
		throw new Error('Chromium could not be installed. Install Chrome, or set CHROMIUM_PATH.');
	}
}
