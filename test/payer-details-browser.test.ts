import { expect } from 'vitest';
import { browserTest, openPage } from './support/browser.ts';
import { reachOption } from './support/options.ts';
import { startSandbox } from './support/sandbox.ts';

browserTest.each([true, false])(
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
