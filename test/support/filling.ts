/** Fills in the cashier's forms in a browser. */
import type { Page } from 'playwright-core';
import { cardFields } from './cashier.ts';
import type { EnginePage } from './engines.ts';

export async function typeCard(page: Pick<EnginePage, 'fill'>, number: string): Promise<void> {
	for (const [name, value] of Object.entries(cardFields(number)))
		await page.fill(`input[name="${name}"]`, value);
}

/** Waits for the filled page: input before that would be lost. */
export async function fillTestValues(page: Page): Promise<void> {
	await page.getByTestId('fill-test-values').click();
	await page.waitForURL(/[?&]fill=1/);
}
