/** A page that counts scripts which must not run. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { openContext } from '../support/browser.ts';

export interface Seen {
	/** Calls of `hit()`. */
	hits: number;
	dialogs: number;
	/** Violated directives of the content security policy. */
	violations: string[];
}

const tellViolations = `addEventListener('securitypolicyviolation', (event) => {
	tellViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample);
});`;

export async function openWatched(options: BrowserContextOptions = {}) {
	const context = await openContext(options);
	const seen: Seen = { hits: 0, dialogs: 0, violations: [] };
	await context.exposeFunction('hit', () => {
		seen.hits += 1;
	});
	await context.exposeFunction('tellViolation', (what: string) => {
		seen.violations.push(what);
	});
	await context.addInitScript(tellViolations);
	const page = await context.newPage();
	page.on('dialog', (dialog) => {
		seen.dialogs += 1;
		return dialog.dismiss();
	});
	return { page, seen };
}

/** Markup that runs code, even if the policy blocks it. */
const dangers = `[...document.querySelectorAll('*')].filter((element) =>
	element.matches('script:not([src*="pay/assets/"]), base, iframe, frame, object, embed, [srcdoc]') ||
	[...element.attributes].some(({ name, value }) =>
		name.startsWith('on') || /^\\s*(javascript|data:text|vbscript)/i.test(value) && name !== 'value')
).map(({ outerHTML }) => outerHTML)`;

export async function expectHarmless(page: Page, seen: Seen, payload: string): Promise<void> {
	const found = await page.evaluate(dangers);
	expect({ payload, ...seen, found }).toEqual({
		payload,
		hits: 0,
		dialogs: 0,
		violations: [],
		found: [],
	});
}
