/** Filling the cashier's forms in a browser. */
import type { Page } from 'playwright-core';
import { cardFields } from './cashier.ts';

export async function typeCard(page: Page, number: string): Promise<void> {
	for (const [name, value] of Object.entries(cardFields(number)))
		await page.fill(`input[name="${name}"]`, value);
}

/** The page that comes is there: what is typed next would be lost with the one before. */
export async function fillTestValues(page: Page): Promise<void> {
	await page.getByTestId('fill-test-values').click();
	await page.waitForURL(/[?&]fill=1/);
}
