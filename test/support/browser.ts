/** A real Chromium for the tests, one per test file. */
import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { findChromium } from '../parts/chromium.ts';

/** Null where there is none: then the tests skip, and `npm test` has said so. */
export const chromiumPath = findChromium({ env: process.env });

/** Without its own network calls home, and without the sandbox that root may not have. */
const flags = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-background-networking',
	'--disable-sync',
];

export function useBrowser(): () => Browser {
	let browser: Browser | undefined;
	beforeAll(async () => {
		if (chromiumPath)
			browser = await chromium.launch({ executablePath: chromiumPath, args: flags });
	});
	afterAll(async () => {
		await browser?.close();
	});
	return () => {
		if (!browser) throw new Error('There is no Chromium: run npm test, which gets one.');
		return browser;
	};
}
