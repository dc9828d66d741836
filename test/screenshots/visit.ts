/** A payment brought to the page that is to be shown, in a real browser. */
import type { Page } from 'playwright-core';
import { headerNames } from '../../simulator/contract/routes.ts';
import type { Sandbox } from '../../simulator/sandbox.ts';
import type { OptionNames } from '../support/options.ts';
import { reachOption } from '../support/options.ts';

/** What is paid, and how. */
export interface Start {
	/** Changes to the example of the service. */
	request?: Record<string, unknown>;
	/** The Colombian card when left out. */
	option?: OptionNames;
	outcome?: string;
}

export interface Visit {
	sandbox: Sandbox;
	page: Page;
	/** What was changed of the example. */
	request: Record<string, unknown>;
	/** Of the cashier's page. */
	address: string;
}

export async function startVisit(sandbox: Sandbox, page: Page, start: Start): Promise<Visit> {
	const { option = ['CO', 'Card'], request = {}, outcome } = start;
	const headers: Record<string, string> = outcome ? { [headerNames.outcome]: outcome } : {};
	const { page: address } = await reachOption(sandbox.url, option, request, headers);
	await page.goto(address);
	return { sandbox, page, request, address };
}
