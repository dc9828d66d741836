/** The pages of the methods other than cards, in the browser: copying, test values, and payments without scripts. */
import { expect } from 'vitest';
import { browserTest, fullBrowserTest, openPage } from './support/browser.ts';
import { fillTestValues } from './support/filling.ts';
import { reachOption } from './support/options.ts';
import { firstRows, sample, sampled } from './support/sample.ts';
import { startSandbox } from './support/sandbox.ts';

async function open(names: readonly [string, string]) {
	const sandbox = await startSandbox();
	const { page: address, sessionId } = await reachOption(sandbox.url, names);
	const page = await openPage();
	await page.goto(address);
	return { sandbox, page, sessionId };
}

browserTest('the reference is copied and the copy is announced', async () => {
	const { page } = await open(['MX', 'SPEI']);
	await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	const name = await page.getByTestId('copy').textContent();
	await page.getByTestId('copy').click();
	await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
	expect(await page.getByTestId('copy').textContent()).toBe(name);
	expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
		await page.getByTestId('pay-reference').textContent(),
	);
});

fullBrowserTest('the text is selected where the browser denies copying', async () => {
	const { page } = await open(['BR', 'Pix']);
	await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("denied"))');
	await page.getByTestId('copy').click();
	await page.getByRole('status').filter({ hasText: 'Selected' }).waitFor();
	expect(await page.evaluate('getSelection().toString()')).toBe(
		await page.getByTestId('qr-text').textContent(),
	);
});

const pages = [
	['CO', 'PSE'],
	['PL', 'BLIK'],
	['BR', 'Pix'],
	['JP', 'Konbini'],
] as const;

browserTest(
	`without scripts the button of every page pays, and there is no copy button (${sampled(3)})`,
	async () => {
		const sandbox = await startSandbox();
		const page = await openPage({ javaScriptEnabled: false });
		for (const names of sample(pages, 1, 3)) {
			const { page: address } = await reachOption(sandbox.url, names);
			await page.goto(address);
			if (names[1] === 'Pix') expect(await page.getByTestId('copy').isVisible()).toBe(false);
			await page.getByTestId('pay-submit').click();
			expect(await page.getByTestId('status').getAttribute('data-state')).toBe('processing');
		}
	},
);

fullBrowserTest('one click restores the test values, also of a challenge', async () => {
	const { page, sandbox, sessionId } = await open(['TH', 'PromptPay']);
	await page.fill('#phone', '1');
	await page.getByTestId('pay-submit').click();
	expect(await page.inputValue('#phone')).toBe('1');
	await sandbox.act(sessionId, { action: 'steer', outcome: 'CHALLENGE' });
	await fillTestValues(page);
	expect(await page.inputValue('#phone')).toBe('+66800000000');
	await page.getByTestId('pay-submit').click();
	expect(await page.inputValue('#otp')).toBe('');
	await fillTestValues(page);
	await page.getByTestId('pay-submit').click();
	expect(await page.getByTestId('status').getAttribute('data-state')).toBe('processing');
});

browserTest.each(firstRows([true, false]))(
	'another type of document can be chosen without typing (scripts: %s)',
	async (javaScriptEnabled) => {
		const sandbox = await startSandbox();
		const { page: address, sessionId } = await reachOption(sandbox.url, ['CO', 'PSE']);
		const page = await openPage({ javaScriptEnabled });
		await page.goto(address);
		await page.fill('#document', '7755331');
		await page.selectOption('#documentType', 'PASS');
		expect(await page.inputValue('#document')).toBe('7755331');
		await page.fill('#document', '1020304050');
		await page.selectOption('#documentType', 'NIT');
		const shown = javaScriptEnabled ? '900123456-8' : '1020304050';
		expect(await page.inputValue('#document')).toBe(shown);
		await page.getByTestId('pay-submit').click();
		await page.getByTestId('status').waitFor();
		expect((await sandbox.payment(sessionId)).attempts).toHaveLength(1);
	},
);
