/** Chromium for the tests: one browser for each vitest worker, and pages that tests reuse. */
import axe from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { chromiumFlags, findChromium, findHeadlessShell } from '../parts/chromium.ts';
import { full } from './campaign.ts';

/** Null without Chromium. Browser tests are skipped then, and `npm test` reports it. */
export const chromiumPath = findChromium({ env: process.env });

export const browserTest = test.skipIf(!chromiumPath);

/** A browser test of `npm run test:full` only. */
export const fullBrowserTest = test.skipIf(!chromiumPath || !full);

/** All pages share a renderer: a process for each site costs a sixth more processor time. */
const fewProcesses = [
	'--in-process-gpu',
	'--renderer-process-limit=1',
	'--disable-site-isolation-trials',
];

let launched: Promise<Browser> | undefined;

/** `npm run test:full` uses the whole browser. */
const headless = full ? null : findHeadlessShell({ env: process.env });

/** Ends with the worker: playwright kills the browser when the process exits. */
function browser(): Promise<Browser> {
	if (!chromiumPath) throw new Error('There is no Chromium: run npm test, which gets one.');
	launched ??= chromium.launch({
		executablePath: headless ?? chromiumPath,
		args: [...chromiumFlags, ...fewProcesses],
	});
	return launched;
}

/** Closed when the test ends. */
export async function openContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
	const context = await (await browser()).newContext(options);
	onTestFinished(() => context.close());
	return context;
}

/** A page whose clock only the test moves. Its context is new: the clock cannot be reset. */
export async function openClockedPage(): Promise<Page> {
	const page = await (await openContext()).newPage();
	expectNoTroubles(page);
	await page.clock.install();
	return page;
}

/** Idle pages, by the options of their context. A new page costs Chromium three times the work of a reused one. */
const idlePages = new Map<string, Page[]>();

/** A page that is shared by the tests of the worker, one after the other. */
export async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
	const key = JSON.stringify(options);
	const idle = idlePages.get(key) ?? [];
	idlePages.set(key, idle);
	const page = idle.pop() ?? (await (await (await browser()).newContext(options)).newPage());
	onTestFinished(async ({ task }) => {
		const failed = task.result?.state === 'fail';
		if (!failed && (await reset(page))) idle.push(page);
		else await page.context().close();
	});
	expectNoTroubles(page);
	return page;
}

/** False if the page cannot be reused: it is still on its way to another address. */
async function reset(page: Page): Promise<boolean> {
	const context = page.context();
	page.removeAllListeners();
	await page.unrouteAll();
	await context.setOffline(false);
	await context.clearCookies();
	await context.clearPermissions();
	const others = context.pages().filter((other) => other !== page);
	await Promise.all(others.map((other) => other.close()));
	return page.goto('about:blank').then(
		() => true,
		() => false,
	);
}

/** Fails the test on a script error or a violation of the content security policy. */
function expectNoTroubles(page: Page): void {
	const troubles: string[] = [];
	page.on('pageerror', (error) => troubles.push(error.message));
	page.on('console', (message) => {
		if (/Content Security Policy/i.test(message.text())) troubles.push(message.text());
	});
	onTestFinished(() => expect(troubles).toEqual([]));
}

/** Waits until the page shows the state and its script runs: only then the clock of the page has something to move. */
export async function reachState(page: Page, state: string): Promise<void> {
	await page.locator(`[data-state="${state}"]`).waitFor();
	await page.waitForLoadState();
}

/** Neither axe violations nor horizontal scrolling. The context of the page must bypass the CSP. */
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
