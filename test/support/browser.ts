/** A real Chromium for the tests, one per test file. */
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { chromiumFlags, findChromium } from '../parts/chromium.ts';

/** Null where there is none: then the tests skip, and `npm test` has said so. */
export const chromiumPath = findChromium({ env: process.env });

export function useBrowser(): () => Browser {
	let browser: Browser | undefined;
	beforeAll(async () => {
		if (chromiumPath)
			browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags });
	});
	afterAll(async () => {
		await browser?.close();
	});
	return () => {
		if (!browser) throw new Error('There is no Chromium: run npm test, which gets one.');
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
