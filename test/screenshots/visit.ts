/** A payment brought to the page that is to be shown, in a sandbox of its own and a real browser. */
import type { Page } from 'playwright-core';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import type { PaymentOptionsResponse } from '../../simulator/contract/payment-options.ts';
import type { PaymentSuboptionsResponse } from '../../simulator/contract/payment-suboptions.ts';
import { cashierPath, headerNames, servicePaths } from '../../simulator/contract/routes.ts';
import type { Sandbox } from '../../simulator/sandbox.ts';

/** What is paid, and how. */
export interface Start {
	/** Changes to the example of the service. */
	request?: Record<string, unknown>;
	/** By its name in the market; the card when left out. */
	option?: string;
	/** The bank of the longest name instead of the first. */
	longestBank?: boolean;
	outcome?: string;
}

export interface Visit {
	sandbox: Sandbox;
	page: Page;
}

export async function startVisit(sandbox: Sandbox, page: Page, start: Start): Promise<Visit> {
	const { sessionId, paymentOptions } = await optionsFor(sandbox, start);
	const name = start.option ?? 'Card';
	const option = paymentOptions.find((offered) => offered.name === name);
	if (!option) throw new Error(`There is no ${name} in ${JSON.stringify(start.request)}.`);
	const choice = { sessionId, paymentOptionId: option.paymentOptionId };
	const optionId = await bankOf(sandbox, choice, start.longestBank === true);
	const { result } = await call<{ result: { redirectUrl: string } }>(
		sandbox.url + servicePaths.hybridPayment,
		{ ...choice, ...(optionId && { optionId }) },
	);
	await page.goto(result.redirectUrl);
	return { sandbox, page };
}

/** Leads to a payment that has no choice yet. */
export async function openUnready({ sandbox, page }: Visit): Promise<void> {
	const { sessionId } = await optionsFor(sandbox, {});
	await page.goto(`${sandbox.url}${cashierPath}?sessionId=${sessionId}`);
}

function optionsFor({ url }: Sandbox, { request, outcome }: Start) {
	return call<PaymentOptionsResponse>(
		url + servicePaths.paymentOptions,
		{ ...paymentOptionsExample, ...request },
		outcome ? { [headerNames.outcome]: outcome } : {},
	);
}

async function bankOf({ url }: Sandbox, choice: object, longest: boolean): Promise<string | null> {
	const path = url + servicePaths.paymentSuboptions;
	const answer = await fetch(path, requestOf(choice));
	if (!answer.ok) return null;
	const { result } = (await answer.json()) as PaymentSuboptionsResponse;
	const byLength = [...result.options].sort((a, b) => b.name.length - a.name.length);
	return (longest ? byLength : result.options)[0]?.id ?? null;
}

async function call<T>(path: string, body: object, headers: Record<string, string> = {}) {
	const answer = await fetch(path, requestOf(body, headers));
	if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
	return (await answer.json()) as T;
}

const requestOf = (body: object, headers: Record<string, string> = {}) => {
	return {
		method: 'POST',
		headers: { 'Content-Type': 'application/json', ...headers },
		body: JSON.stringify(body),
	};
};
