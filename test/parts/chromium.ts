/** Finds a Chromium for the browser tests, or gets one. */
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

type Env = Readonly<Record<string, string | undefined>>;

const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome'];

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
	// Somebody said "this one": another one in its place would be a surprise.
	if (env.CHROMIUM_PATH) return isProgram(env.CHROMIUM_PATH) ? env.CHROMIUM_PATH : null;
	const ending = process.platform === 'win32' ? '.exe' : '';
	const onPath = (env.PATH ?? '')
		.split(delimiter)
		.filter(Boolean)
		.flatMap((folder) => names.map((name) => join(folder, `${name}${ending}`)));
	const places = [...onPath, ...(usualPlaces(env)[process.platform] ?? [])];
	return [...places, chromium.executablePath()].find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/** Shows its progress. Fails when it got none; `findChromium` finds what it got. */
export async function installChromium({ env }: { env: Env }): Promise<void> {
	const mayUseApt = process.getuid?.() === 0 && existsSync('/etc/debian_version');
	if (mayUseApt) {
		const apt = { ...env, DEBIAN_FRONTEND: 'noninteractive' };
		// Without these fonts Japanese, Thai and Chinese are boxes.
		const packages = ['chromium', 'fonts-noto-core', 'fonts-noto-cjk'];
		const got =
			(await run('apt-get', ['update'], apt)) &&
			(await run('apt-get', ['install', '-y', ...packages], apt));
		const found = findChromium({ env });
		// On Ubuntu the package of that name may be a stub that only points at a snap.
		if (got && found && (await run(found, ['--version'], env))) return;
	}
	const install = ['playwright-core', 'install', ...(mayUseApt ? ['--with-deps'] : []), 'chromium'];
	if (!(await run('npx', ['--no-install', ...install], env))) {
		throw new Error('Chromium could not be installed. Install Chrome, or set CHROMIUM_PATH.');
	}
}

function run(program: string, args: readonly string[], env: Env): Promise<boolean> {
	return new Promise((resolve) => {
		// npx is a script on Windows, which only a shell starts; every argument here is a constant.
		const shell = process.platform === 'win32' && program === 'npx';
		spawn(program, args, { env, stdio: ['ignore', 'inherit', 'inherit'], shell })
			.on('error', () => resolve(false))
			.on('close', (code) => resolve(code === 0));
	});
}
