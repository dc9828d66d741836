/** A shopper in a real browser: checks out over HTTP, pays on the cashier page, and follows its link back to the shop. */
import type { Page } from 'k6/browser';
import { browser } from 'k6/browser';
import exec from 'k6/execution';
import { hostOf } from './addresses.ts';
import { cookiesAfter } from './browser-cookies.ts';
import { customersIn, job, otherOrderIn, reportFailure, resetOwnFlow } from './main.ts';
import type { PlayOptions } from './merchant-flow.ts';
import { checkOutOrder, checkReturnPage, createOrderShopper } from './merchant-flow.ts';
import { metrics } from './metrics.ts';
import type { MerchantJob } from './plan.ts';
import { FlowFailure } from './send.ts';

const step = 'browser';

export async function shopInBrowser(): Promise<void> {
	const { merchant, plan } = job;
	if (!merchant) throw new Error('A browser needs the file of --merchant.');
	const { name: phase, iterationInTest: iteration } = exec.scenario;
	const names = Object.keys(plan.mix);
	const story = names[iteration % names.length] ?? '';
	exec.vu.metrics.tags.story = story;
	const page = await browser.newPage();
	try {
		const options = resetOwnFlow(phase, iteration);
		const order = {
			...{ ...options, story, customersOf: customersIn, otherOrderIn },
			onSession: () => {},
		};
		await payAndReturn(page, merchant, order);
		metrics.browserOk.add(true);
	} catch (error) {
		metrics.browserOk.add(false);
		const isKnown = error instanceof FlowFailure;
		reportFailure(
			story,
			isKnown ? error : new FlowFailure(step, 'failed_expectation', String(error)),
		);
	} finally {
		// A page that is still waiting for the shop may refuse to close. The flow has failed by then.
		await page.close().catch(() => {});
	}
}

const testId = (name: string) => `[data-testid="${name}"]`;

async function payAndReturn(page: Page, shop: MerchantJob, order: PlayOptions): Promise<void> {
	const { address, sessionId, responses } = checkOutOrder(shop, order);
	const cookies = cookiesAfter(responses, Date.now());
	if (cookies.length > 0) await page.context().addCookies(cookies);
	const startedMs = Date.now();
	await page.goto(address);
	metrics.pageLoad.add(Date.now() - startedMs);
	// The button `fill test values` exists only on pages with a form.
	const filler = page.locator(testId('fill-test-values'));
	if ((await filler.count()) > 0) await Promise.all([page.waitForNavigation(), filler.click()]);
	await Promise.all([page.waitForNavigation(), page.locator(testId('pay-submit')).click()]);
	const back = page.locator(testId('return-link'));
	await back.waitFor();
	const [response] = await Promise.all([page.waitForNavigation(), back.click()]);
	const status = response?.status() ?? 0;
	const there = page.url();
	const { session, shopper } = createOrderShopper(order, sessionId);
	await checkReturnPage(shop, order, {
		...{ address: there, text: await page.locator('body').innerText(), status },
		paymentState: () => shopper.state(session),
	});
	if (!(status >= 200 && status < 300 && shop.hosts.includes(hostOf(there)))) {
		const where = there.replace(/[?#].*$/, '');
		const text = `status ${status} at ${where}, not the return page`;
		throw new FlowFailure(step, 'failed_expectation', text);
	}
}
