/** Only listed origins can show the cashier in a frame (P13, D-12). */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { cashierPath } from '../../simulator/contract/routes.ts';
import { browserTest, fullBrowserTest, openContext } from '../support/browser.ts';
import { bringTo } from '../support/cashier.ts';
import { firstRows } from '../support/sample.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { reachCashier, startSandbox } from '../support/sandbox.ts';
import { useShared } from '../support/shared.ts';
import { startShop } from '../support/shop.ts';

const shared = useShared(startSandbox);

/** Adds a frame to the page, and waits until the browser has loaded or refused it. */
const frameOf = (address: string) => `new Promise((resolve) => {
	const frame = document.createElement('iframe');
	frame.onload = resolve;
	frame.src = ${JSON.stringify(address)};
	document.body.append(frame);
})`;

/** The heading of the address in a frame of this origin; null when the browser refused it. */
async function framed(page: Page, address: string, origin: string): Promise<string | null> {
	await page.goto(origin);
	await page.evaluate(frameOf(address));
	const heading = page.frames()[1]?.locator('main h1');
	return heading && (await heading.count()) > 0 ? heading.textContent() : null;
}

/** A form, a status page and a neutral page, by their headings. */
async function addressesOf(sandbox: Sandbox) {
	const form = await reachCashier(sandbox.url, 'card');
	const ended = await reachCashier(sandbox.url, 'bank');
	await bringTo('processing', sandbox, ended.sessionId);
	return {
		'Pay by card': form.page,
		'Payment in processing': ended.page,
		'Payment not found': `${sandbox.url}${cashierPath}?sessionId=unknown`,
	};
}

browserTest('neither another site nor another port can frame a page', async () => {
	const sandbox = await startSandbox();
	const page = await (await openContext()).newPage();
	const { origin } = await startShop();
	for (const address of firstRows(Object.values(await addressesOf(sandbox)))) {
		expect(await framed(page, address, origin)).toBeNull();
	}
	const sameSite = origin.replace('localhost', '127.0.0.1');
	const { page: address } = await reachCashier(sandbox.url, 'card');
	expect(await framed(page, address, sameSite)).toBeNull();
});

fullBrowserTest('a listed origin can frame every page, and no other origin can', async () => {
	const page = await (await openContext()).newPage();
	const listed = await startShop();
	const other = await startShop();
	const settings = { cashier: { frameAncestors: ['https://shop.example', listed.origin] } };
	const sandbox = await startSandbox({ settings });
	for (const [heading, address] of firstRows(Object.entries(await addressesOf(sandbox)), 2)) {
		expect(await framed(page, address, listed.origin)).toBe(heading);
	}
	const { page: address } = await reachCashier(sandbox.url, 'card');
	expect(await framed(page, address, other.origin)).toBeNull();
});

browserTest('a payment completes in the frame of a listed origin', async () => {
	const { origin } = await startShop();
	const sandbox = await startSandbox({ settings: { cashier: { frameAncestors: [origin] } } });
	const { page: address, sessionId } = await reachCashier(sandbox.url, 'bank');
	const page = await (await openContext()).newPage();
	await page.goto(origin);
	await page.evaluate(frameOf(address));
	const frame = page.frameLocator('iframe');
	await frame.getByTestId('pay-submit').click();
	await frame.locator('[data-state="processing"]').waitFor();
	expect((await sandbox.payment(sessionId)).attempts).toHaveLength(1);
});

test('every workspace has its own list of origins', async () => {
	const origin = 'https://shop.example';
	const sandbox = await startSandbox({ settings: { cashier: { frameAncestors: [origin] } } });
	const framersIn = async (workspace: string) => {
		const { headers } = await fetch(`${sandbox.url}/w/${workspace}${cashierPath}`);
		return /frame-ancestors ([^;]+)/.exec(headers.get('content-security-policy') ?? '')?.[1];
	};
	await (await sandbox.workspace('team-b')).configure({ cashier: { frameAncestors: [] } });
	expect([await framersIn('default'), await framersIn('team-b')]).toEqual([origin, "'none'"]);
});

test.each([
	'shop.example',
	'https://shop.example/',
	'https://shop.example/pay',
	'https://Shop.example',
	'https://shop.example:443',
	'https://*.example',
	'https://shop.example,x',
	'https://shop.example:99999',
	"'self'",
	'*',
	'data:',
	'null',
	"https://shop.example; script-src 'unsafe-inline'",
	'https://shop.example,https://evil.example',
])('%s is refused as an origin', async (origin) => {
	await expect(shared().configure({ cashier: { frameAncestors: [origin] } })).rejects.toThrow(
		/cashier\.frameAncestors/,
	);
});
