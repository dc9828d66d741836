import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { controlPaths, servicePaths } from '../simulator/contract/routes.ts';
import { browserTest, chromiumPath, openContext } from './support/browser.ts';
import { full } from './support/campaign.ts';
import { firstRows } from './support/sample.ts';
import { send, startSandbox } from './support/sandbox.ts';

async function open(url: string, width: number, colorScheme: 'light' | 'dark') {
	const context = await openContext({ viewport: { width, height: 900 }, colorScheme });
	const page = await context.newPage();
	const requested: string[] = [];
	const complaints: string[] = [];
	page.on('request', (request) => void requested.push(request.url()));
	page.on('console', (message) => {
		if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
	});
	page.on('pageerror', (error) => void complaints.push(error.message));
	await page.goto(`${url}/_sandbox/docs`);
	await page.waitForSelector('#operations-service-hybridPayment');
	return { page, requested, complaints };
}

async function brightnessOfTitle(page: Page): Promise<number> {
	const colour = await page.evaluate(
		"getComputedStyle(document.querySelector('.swagger-ui .info .title')).color",
	);
	return Number(/\d+/.exec(String(colour))?.[0]);
}

const overflowOf = (page: Page) =>
	page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

const operations = [
	['service-paymentOptions', servicePaths.paymentOptions],
	['sandbox-reset', controlPaths.reset],
] as const;

browserTest(
	'a call can be tried on the light page, which asks nobody but the sandbox',
	async () => {
		const { url } = await startSandbox();
		const { page, requested, complaints } = await open(url, 1200, 'light');
		for (const [operation, path] of firstRows(operations)) {
			const block = page.locator(`#operations-${operation}`);
			await block.locator('.opblock-summary-control').click();
			await block.locator('.execute').click();
			const status = block.locator('.live-responses-table tr.response td.response-col_status');
			expect(await status.textContent()).toContain('200');
			expect(requested).toContain(url + path);
		}
		expect(await brightnessOfTitle(page)).toBeLessThan(128);
		const elsewhere = requested.filter(
			(asked) => !asked.startsWith(url) && !/^(data|blob):/.test(asked),
		);
		expect(elsewhere).toEqual([]);
		if (full) {
			// The open page follows a dark system and a phone.
			await page.emulateMedia({ colorScheme: 'dark' });
			await page.setViewportSize({ width: 390, height: 900 });
			expect(await brightnessOfTitle(page)).toBeGreaterThan(128);
			expect(await overflowOf(page)).toBeLessThanOrEqual(0);
		}
		expect(complaints).toEqual([]);
	},
);

test.skipIf(!full || !chromiumPath)(
	'the page is dark with a dark system, and fits a phone',
	async () => {
		const { url } = await startSandbox();
		const { page, complaints } = await open(url, 390, 'dark');
		expect(await overflowOf(page)).toBeLessThanOrEqual(0);
		await page.click('#operations-service-paymentOptions .opblock-summary-control');
		await page.waitForSelector('#operations-service-paymentOptions .execute');
		expect(await overflowOf(page)).toBeLessThanOrEqual(0);
		expect(await brightnessOfTitle(page)).toBeGreaterThan(128);
		expect(complaints).toEqual([]);
	},
);

test('the files of the page are kept by a browser, and asked for by their ETag', async () => {
	const { url } = await startSandbox();
	for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css', 'docs.js', 'docs.css']) {
		const file = `${url}/_sandbox/docs/${name}`;
		const first = await send('GET', file);
		expect([name, first.status]).toEqual([name, 200]);
		expect(first.headers.get('cache-control')).toContain('max-age');
		const again = await send('GET', file, undefined, {
			'If-None-Match': first.headers.get('etag') ?? '',
			// Else fetch says no-cache by itself.
			'Cache-Control': 'max-age=0',
		});
		expect([name, again.status]).toEqual([name, 304]);
	}
});

test('no other file is served, wherever it lies', async () => {
	const { url } = await startSandbox();
	for (const name of ['package.json', '..%2f..%2frouter.ts', 'swagger-ui.js', 'docs.html%00', '']) {
		const { status, body } = await send('GET', `${url}/_sandbox/docs/${name}`);
		expect([name, status, body.code]).toEqual([name, 404, 'path_not_found']);
	}
});

test('the page allows no script but its own files', async () => {
	const { url } = await startSandbox();
	const policy = (await send('GET', `${url}/_sandbox/docs`)).headers.get('content-security-policy');
	expect(policy).toContain("script-src 'self';");
	expect(policy).toContain("connect-src 'self';");
	expect(policy).toContain("default-src 'none';");
});
