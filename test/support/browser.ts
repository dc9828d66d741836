/** A real Chromium for the tests, one per worker: test files of a worker share modules and this browser. */
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { chromiumFlags, findChromium } from '../parts/chromium.ts';

/** Null where there is none: then the tests skip, and `npm test` has said so. */
export const chromiumPath = findChromium({ env: process.env });

let launched: Promise<Browser> | undefined;

/** Call once in a test file. Playwright closes the browser when the worker ends. */
export function useBrowser(): () => Browser {
	let browser: Browser | undefined;
	beforeAll(async () => {
		if (!chromiumPath) return;
		browser = await launched;
		if (browser?.isConnected()) return;
		launched = chromium.launch({ executablePath: chromiumPath, args: chromiumFlags });
		browser = await launched;
	});
	afterAll(async () => {
		for (const context of browser?.contexts() ?? []) await context.close();
	});
	return () => {
		if (!browser) throw new Error('There is no Chromium: run npm test, which installs one.');
		return browser;
	};
}

/** A fresh page that fails its test on a script error or a CSP violation. */
export async function openPage(from: Browser, options: BrowserContextOptions = {}): Promise<Page> {
	const context = await from.newContext(options);
	const page = await context.newPage();
	const troubles: string[] = [];
	page.on('pageerror', (error) => troubles.push(error.message));
	page.on('console', (message) => {
		if (/Content Security Policy/i.test(message.text())) troubles.push(message.text());
	});
	onTestFinished(async () => {
		await context.close();
		expect(troubles).toEqual([]);
	});
	return page;
}

/** The page keeps its promises to everybody, and does not scroll sideways; its context must bypass the CSP. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
	await page.evaluate(axe.source);
	const violations = await page.evaluate(async () => {
		const { axe: engine } = globalThis as unknown as { axe: typeof axe };
		return (await engine.run()).violations.map(({ id, nodes }) => [id, nodes[0]?.html]);
	});
	expect([name, violations]).toEqual([name, []]);
	const overflow = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
	expect([name, overflow]).toEqual([name, false]);
}
