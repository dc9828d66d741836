import { expect } from 'vitest';
import { spokenLanguages } from '../simulator/contract/gaps/cashier.ts';
import {
	browserTest,
	fullBrowserTest,
	openClockedPage,
	openPage,
	reachState,
} from './support/browser.ts';
import { reachOption } from './support/options.ts';
import { sample, sampled } from './support/sample.ts';
import { startSandbox } from './support/sandbox.ts';

async function setup(clock: string, changes: Record<string, unknown> = {}) {
	const sandbox = await startSandbox({ clock: clock as 'manual' });
	const { page: address } = await reachOption(sandbox.url, ['CO', 'PSE'], changes);
	const page = await openClockedPage();
	await page.goto(address);
	const left = () => page.getByTestId('countdown').textContent();
	const announcement = () => page.getByTestId('countdown-news').textContent();
	return { sandbox, page, left, announcement };
}

fullBrowserTest('the countdown stands still on a manual clock', async () => {
	const { sandbox, page, left, announcement } = await setup('manual');
	expect(await left()).toBe('30:00');
	await page.clock.runFor('40:00');
	expect([await left(), await announcement()]).toEqual(['30:00', '']);
	await sandbox.advance('10m');
	await page.reload();
	expect(await left()).toBe('20:00');
	expect(await page.locator('main time').textContent()).toBe('until 12:30 AM UTC');
});

browserTest(
	'the countdown announces five minutes and one minute, and then shows the expired payment',
	async () => {
		const { sandbox, page, left, announcement } = await setup('real');
		expect(await left()).toMatch(/^(30:00|29:[45]\d)$/);
		await page.clock.runFor('24:00');
		expect(await left()).toMatch(/^(6:00|5:[45]\d)$/);
		expect(await announcement()).toBe('');
		await page.clock.runFor('01:00');
		expect(await announcement()).toBe('Five minutes left to pay.');
		await page.clock.runFor('04:00');
		expect(await announcement()).toBe('One minute left to pay.');
		await sandbox.advance('31m');
		await page.clock.runFor('01:02');
		await reachState(page, 'expired');
	},
);

fullBrowserTest('the countdown runs at the pace of a scaled clock', async () => {
	const { page, left } = await setup('scaled:60');
	await page.clock.runFor('00:20');
	expect(await left()).toMatch(/^(10:00|9:\d\d|8:\d\d)$/);
	await page.clock.runFor('00:05');
	expect(await left()).toMatch(/^(5:00|[34]:\d\d)$/);
});

browserTest('the end of the window does not send a refused form again', async () => {
	const sandbox = await startSandbox({ clock: 'real' });
	const { page: address, sessionId } = await reachOption(sandbox.url, ['CO', 'Card']);
	const page = await openClockedPage();
	await page.goto(address);
	await page.getByTestId('pay-submit').click();
	await page.locator('.alert').waitFor();
	await page.waitForLoadState();
	await sandbox.advance('31m');
	await page.clock.runFor('30:02');
	await reachState(page, 'expired');
	expect((await sandbox.payment(sessionId)).attempts).toEqual([]);
});

fullBrowserTest(
	`the end of the window stays on one line of a narrow screen (${sampled(2)})`,
	async () => {
		const { url } = await startSandbox();
		const page = await openPage({ viewport: { width: 320, height: 740 } });
		for (const language of sample(spokenLanguages, 3, 2)) {
			const { page: address } = await reachOption(url, ['CO', 'PSE'], { language });
			await page.goto(address);
			const lines = await page.evaluate(`(() => {
			const range = new Range();
			range.selectNodeContents(document.querySelector('main time'));
			return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
		})()`);
			expect([language, lines]).toEqual([language, 1]);
		}
	},
);

browserTest('a window of days is shown as a translated date, without a countdown', async () => {
	const sandbox = await startSandbox();
	const page = await openPage();
	for (const [language, by] of [
		['EN', 'Pay by January 8, 2027, 12:00 AM UTC.'],
		['DE', 'Zahlen Sie bis 8. Januar 2027, 00:00 UTC.'],
	]) {
		const { page: address } = await reachOption(sandbox.url, ['JP', 'Konbini'], { language });
		await page.goto(address);
		expect((await page.locator('.until').textContent())?.replaceAll('\u202f', ' ')).toBe(by);
		expect(await page.getByTestId('countdown').count()).toBe(0);
	}
});
