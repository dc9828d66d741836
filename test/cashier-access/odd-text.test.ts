/** The pages show text of any script and length as it was sent, and their layout holds (P31). */
import { expect } from 'vitest';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { browserTest, openPage } from '../support/browser.ts';
import { sample, sampled } from '../support/sample.ts';
import { reachCashier, startSandbox } from '../support/sandbox.ts';

const texts = {
	'255 letters without a space': 'W'.repeat(255),
	'255 letters with spaces': 'Wilhelmina von '.repeat(17),
	'emoji, families and flags': '👩‍👩‍👧‍👦🏳️‍🌈🇨🇴👍🏽'.repeat(9),
	'right to left, with digits': 'طلب رقم 12345 לְמַעַן 67890',
	'an override that is never closed': 'order \u202e54321 \u2067abc \u202dxyz',
	'stacked diacritics': `Z${'\u0301\u0302\u0303\u0304\u0335\u0489'.repeat(40)}algo`,
	'zero-width characters': '\u200b\u200d\ufeff\u2060x',
	ideographs: '株式会社東京銀行支払参照番号'.repeat(18),
	'Thai and Tamil': 'ที่อยู่อิเล็กทรอนิกส์தமிழ்நாடு'.repeat(8),
	'mathematical letters': '𝕬𝖓𝖆 𝒯ℴ𝓇𝓇ℯ𝓈 '.repeat(10),
	controls: 'a\u0000b\u0007c\u2028d\u0085e',
} as const;

const seed = 31;
const overflow = `document.documentElement.scrollWidth - innerWidth`;

browserTest(
	`odd texts are shown unchanged, without horizontal scrolling at 320 px (${sampled(seed)})`,
	async () => {
		const sandbox = await startSandbox();
		const page = await openPage({ viewport: { width: 320, height: 700 } });
		for (const [what, text] of sample(Object.entries(texts), 1, seed)) {
			// The name of a state is limited to 60 UTF-16 units.
			const label = [...text].slice(0, 25).join('');
			await sandbox.configure({ states: { names: { processing: label } } });
			const { page: address, sessionId } = await reachCashier(sandbox.url, 'card', {
				paymentReference: text,
				customer: { ...paymentOptionsExample.customer, name: text },
			});
			const expectNoOverflow = async () =>
				expect([what, await page.evaluate(overflow)]).toEqual([what, 0]);
			const read = (sent: string) => sent.replaceAll('\0', '');
			await page.goto(`${address}&fill=1`);
			expect(await page.locator('dd').allTextContents()).toContain(read(text));
			await expectNoOverflow();
			await page.getByTestId('pay-submit').click();
			await page.locator('[data-state="processing"]').waitFor();
			expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(read(label));
			expect((await sandbox.payment(sessionId)).paymentReference).toBe(text);
			await expectNoOverflow();
		}
	},
);
