/** A browser page that visits the cashier with a new payment, and the steps from one page to the next. */
import type { Page } from 'playwright-core';
import { headerNames } from '../../simulator/contract/routes.ts';
import type { Sandbox } from '../../simulator/sandbox.ts';
import type { SettingsPatch } from '../../simulator/settings/settings.ts';
import { fillTestValues } from '../support/filling.ts';
import type { OptionNames } from '../support/options.ts';
import { reachOption } from '../support/options.ts';

export interface Start {
	/** Changes to the example request. */
	request?: Record<string, unknown>;
	/** The Colombian card when left out. */
	option?: OptionNames;
	outcome?: string;
}

export interface Visit {
	sandbox: Sandbox;
	page: Page;
	request: Record<string, unknown>;
	/** The address of the cashier's page. */
	address: string;
}

export type Step = (visit: Visit) => Promise<unknown>;

export async function startVisit(sandbox: Sandbox, page: Page, start: Start): Promise<Visit> {
	const { option = ['CO', 'Card'], request = {}, outcome } = start;
	const headers: Record<string, string> = outcome ? { [headerNames.outcome]: outcome } : {};
	const { page: address } = await reachOption(sandbox.url, option, request, headers);
	await page.goto(address);
	return { sandbox, page, request, address };
}

/** Clicks a submit button, and waits for the next page: a navigation before that would cancel the form. */
export async function send({ page }: Visit, testId: string): Promise<void> {
	const loaded = page.waitForEvent('load');
	await page.getByTestId(testId).click();
	await loaded;
}

export async function pay(visit: Visit): Promise<void> {
	if (await visit.page.getByTestId('fill-test-values').count()) await fillTestValues(visit.page);
	await send(visit, 'pay-submit');
}

export async function payAndWait(visit: Visit): Promise<void> {
	await pay(visit);
	await reloadAfter(visit, '5s');
}

export async function enterCode(visit: Visit, code: string): Promise<void> {
	await visit.page.fill('input[name="otp"]', code);
	await send(visit, 'pay-submit');
}

export async function reloadAfter({ sandbox, page }: Visit, by: string): Promise<void> {
	await sandbox.advance(by);
	await page.reload();
}

/** Restores the settings by `after` once the step is done. */
export async function withSettings(
	visit: Visit,
	settings: SettingsPatch,
	after: SettingsPatch,
	step: Step,
) {
	await visit.sandbox.configure(settings);
	await step(visit);
	await visit.sandbox.configure(after);
}
