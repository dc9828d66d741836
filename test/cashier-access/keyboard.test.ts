/** Payments by keyboard only, with a visible focus at every stop. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { cards } from '../../simulator/contract/test-values.ts';
import { browserTest, fullBrowserTest, openPage } from '../support/browser.ts';
import { cardFields } from '../support/cashier.ts';
import { reachCashier, startSandbox } from '../support/sandbox.ts';

interface Stop {
	at: string;
	found: boolean;
	outlined: boolean;
	onScreen: boolean;
}

/** The focused element, and whether its focus is visible. */
const stopAt = (selector: string) => `(() => {
	const element = document.activeElement;
	const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
	const { top, bottom, width } = element.getBoundingClientRect();
	return {
		at: element.outerHTML.slice(0, 100),
		found: element.matches(${JSON.stringify(selector)}),
		outlined: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && !/^rgba.*, 0\\)$/.test(outlineColor),
		onScreen: width > 0 && bottom > 0 && top < innerHeight,
	};
})()`;

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
	// The outline needs the style sheets.
	await page.waitForLoadState();
	for (let stops = 0; stops < 60; stops += 1) {
		const stop = await page.evaluate<Stop>(stopAt(selector));
		if (!stop.at.startsWith('<body')) {
			expect(stop).toMatchObject({ at: stop.at, outlined: true, onScreen: true });
		}
		if (stop.found) return;
		await page.keyboard.press('Tab');
	}
	throw new Error(`No stop at ${selector}.`);
}

const byTestId = (id: string) => `[data-testid="${id}"]`;

async function pressAt(page: Page, testId: string, key: 'Enter' | 'Space') {
	await tabTo(page, byTestId(testId));
	await page.keyboard.press(key);
}

async function fillCard(page: Page, number: string) {
	await page.locator('input[name="cardnum"]').waitFor();
	for (const [name, value] of Object.entries(cardFields(number))) {
		await tabTo(page, `input[name="${name}"]`);
		await page.keyboard.type(value);
	}
}

browserTest('a card payment is declined, tried again, challenged and confirmed', async () => {
	const sandbox = await startSandbox({ settings: { cashier: { poll: '100ms' } } });
	const redirectUrl = `${sandbox.url}/?back`;
	const { page: address } = await reachCashier(sandbox.url, 'card', { redirectUrl });
	const page = await openPage();
	await page.goto(address);
	await fillCard(page, cards.decline);
	await pressAt(page, 'pay-submit', 'Enter');
	await page.locator('[data-state="processing"]').waitFor();
	await sandbox.advance('5s');
	await pressAt(page, 'pay-retry', 'Enter');
	await fillCard(page, cards.challenge);
	await page.keyboard.press('Enter');
	await page.locator('input[name="otp"]').waitFor();
	await tabTo(page, 'input[name="otp"]');
	await page.keyboard.type('1234');
	await pressAt(page, 'pay-submit', 'Space');
	await page.locator('[data-state="processing"]').waitFor();
	await sandbox.advance('5s');
	await page.locator('[data-state="confirmed"]').waitFor();
	await pressAt(page, 'return-link', 'Enter');
	await page.waitForURL(redirectUrl);
});

fullBrowserTest(
	'test values fill the card form, and a bank payment is confirmed or cancelled',
	async () => {
		const sandbox = await startSandbox();
		const page = await openPage();
		const card = await reachCashier(sandbox.url, 'card');
		await page.goto(card.page);
		await pressAt(page, 'fill-test-values', 'Enter');
		await page.locator('input[name="cardnum"]:not([value=""])').waitFor();
		await pressAt(page, 'pay-submit', 'Space');
		await page.locator('[data-state="processing"]').waitFor();
		const bank = await reachCashier(sandbox.url, 'bank');
		await page.goto(bank.page);
		await pressAt(page, 'pay-submit', 'Space');
		await page.locator('[data-state="processing"]').waitFor();
		const other = await reachCashier(sandbox.url, 'bank');
		await page.goto(other.page);
		await pressAt(page, 'pay-cancel', 'Enter');
		await page.locator('[data-state="cancelled"]').waitFor();
	},
);

browserTest('the first wrong field has the focus and names its error', async () => {
	const sandbox = await startSandbox();
	const page = await openPage();
	await page.goto((await reachCashier(sandbox.url, 'card')).page);
	await pressAt(page, 'pay-submit', 'Enter');
	await page.locator('[role="alert"]').waitFor();
	const field = page.locator(':focus');
	expect(await field.getAttribute('name')).toBe('cardnum');
	expect(await field.getAttribute('aria-invalid')).toBe('true');
	const description = await field.getAttribute('aria-describedby');
	expect(await page.locator(`#${description}`).textContent()).toContain('required');
});
