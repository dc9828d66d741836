import { expect } from 'vitest';
import { cards } from '../simulator/contract/test-values.ts';
import { browserTest, fullBrowserTest, openPage } from './support/browser.ts';
import { fillTestValues } from './support/filling.ts';
import { reachOption } from './support/options.ts';
import { firstRows, sample, sampled } from './support/sample.ts';
import { startSandbox } from './support/sandbox.ts';

async function setup(of: readonly [string, string], changes: Record<string, unknown> = {}) {
	const sandbox = await startSandbox();
	const { page: address, sessionId } = await reachOption(sandbox.url, of, changes);
	const page = await openPage();
	await page.goto(address);
	const leave = async (name: string, value: string) => {
		await page.fill(`#${name}`, value);
		await page.locator(`#${name}`).blur();
	};
	const errorOf = async (name: string) => {
		const error = page.locator(`#${name}-error`);
		if ((await error.count()) === 0) {
			expect(await page.getAttribute(`#${name}`, 'aria-invalid')).toBeNull();
			return null;
		}
		expect(await page.getAttribute(`#${name}`, 'aria-invalid')).toBe('true');
		expect(await page.getAttribute(`#${name}`, 'aria-describedby')).toBe(`${name}-error`);
		return error.textContent();
	};
	return { sandbox, page, sessionId, leave, errorOf };
}

const brands = [
	['4242424242424242', '4242 4242 4242 4242', 'Visa'],
	['5555555555554444', '5555 5555 5555 4444', 'Mastercard'],
	['2223003122003222', '2223 0031 2200 3222', 'Mastercard'],
	['378282246310005', '3782 822463 10005', 'American Express'],
	['3056930009020004', '3056 9300 0902 0004', 'Diners Club'],
	['30569309025904', '3056 930902 5904', 'Diners Club'],
	['6011111111111117', '6011 1111 1111 1117', 'Discover'],
	['3566002020360505', '3566 0020 2036 0505', 'JCB'],
	['6212345678901234567', '6212 3456 7890 1234 567', 'UnionPay'],
	['9', '9', ''],
] as const;

browserTest(
	`a card number is grouped while it is typed, and its brand is shown (${sampled(1)})`,
	async () => {
		const { page } = await setup(['CO', 'Card']);
		for (const [typed, grouped, brand] of sample(brands, 2, 1)) {
			await page.fill('#cardnum', '');
			await page.locator('#cardnum').pressSequentially(typed);
			expect(await page.inputValue('#cardnum')).toBe(grouped);
			expect(await page.getByTestId('brand').textContent()).toBe(brand);
		}
	},
);

browserTest('the caret stays in place when a digit is inserted or deleted', async () => {
	const { page } = await setup(['CO', 'Card']);
	await page.fill('#cardnum', '4242424242');
	await page.locator('#cardnum').press('Home');
	for (let step = 0; step < 5; step += 1) await page.locator('#cardnum').press('ArrowRight');
	await page.keyboard.type('99');
	expect(await page.inputValue('#cardnum')).toBe('4242 9942 4242');
	const caret = () => page.evaluate('document.getElementById("cardnum").selectionStart');
	expect(await caret()).toBe(7);
	await page.keyboard.press('Backspace');
	expect([await page.inputValue('#cardnum'), await caret()]).toEqual(['4242 9424 242', 6]);
});

browserTest(
	'an error appears when the field loses the focus, and disappears when the value is right',
	async () => {
		const { page, leave, errorOf } = await setup(['CO', 'Card']);
		await page.locator('#cardnum').focus();
		await page.locator('#cardnum').blur();
		expect(await errorOf('cardnum')).toBeNull();
		for (const [name, wrong, message, right] of [
			['cardnum', '4242 4242 4242 4241', 'Card number has a wrong check digit.', cards.approve],
			['cardnum', '4242', 'Card number must be 12 to 19 digits.', cards.approve],
			['cardholder', '4242 4242 4242', 'Owner must be a name, not a number.', 'Ana'],
			['expirymonth', '13', 'Expiration month must be a month from 1 to 12.', '12'],
			['expiryyear', '203', 'Expiration year must be a year of two or four digits.', '30'],
			['expiryyear', '2026', 'Expiration year is in the past.', '2027'],
			['cardcvv', '12', 'CVV must be 3 digits.', '123'],
		] as const) {
			await leave(name, wrong);
			expect(await errorOf(name)).toBe(message);
			await page.fill(`#${name}`, right);
			expect(await errorOf(name)).toBeNull();
		}
	},
);

fullBrowserTest('the CVV is checked with the brand, and the year with the month', async () => {
	const { page, leave, errorOf, sandbox } = await setup(['CO', 'Card']);
	await leave('cardnum', '378282246310005');
	await leave('cardcvv', '123');
	expect(await errorOf('cardcvv')).toBe('CVV must be 4 digits.');
	await page.fill('#cardnum', cards.approve);
	expect(await errorOf('cardcvv')).toBeNull();
	await sandbox.advance('200d');
	const { page: address } = await reachOption(sandbox.url, ['CO', 'Card']);
	await page.goto(address);
	await leave('expirymonth', '6');
	await leave('expiryyear', '27');
	expect(await errorOf('expiryyear')).toBe('Expiration year is in the past.');
	await page.fill('#expirymonth', '12');
	expect(await errorOf('expiryyear')).toBeNull();
});

browserTest('one click sends a form whose last error was just corrected', async () => {
	const { page, leave, errorOf, sandbox } = await setup(['CO', 'Card']);
	await sandbox.advance('200d');
	for (const [name, wrong, right, dependent] of firstRows([
		['cardnum', '378282246310005', cards.approve, 'cardcvv'],
		['expirymonth', '6', '12', 'expiryyear'],
	] as const)) {
		const { page: address, sessionId } = await reachOption(sandbox.url, ['CO', 'Card']);
		await page.goto(address);
		await fillTestValues(page);
		await leave('expiryyear', '27');
		await leave(name, wrong);
		await leave(dependent, await page.inputValue(`#${dependent}`));
		expect(await errorOf(dependent)).not.toBeNull();
		await page.fill(`#${name}`, right);
		const { x = 0, y = 0 } = (await page.getByTestId('pay-submit').boundingBox()) ?? {};
		await page.mouse.move(x + 20, y + 2);
		await page.mouse.down();
		await page.mouse.up();
		await page.getByTestId('status').waitFor();
		expect((await sandbox.payment(sessionId)).attempts).toHaveLength(1);
	}
});

browserTest('errors are announced, and do not move a button while it is pressed', async () => {
	const { page, leave, errorOf, sandbox, sessionId } = await setup(['CO', 'Card']);
	const announcement = page.getByTestId('field-news');
	expect([await announcement.getAttribute('role'), await announcement.textContent()]).toEqual([
		'status',
		'',
	]);
	await leave('expirymonth', '13');
	expect(await announcement.textContent()).toBe('Expiration month must be a month from 1 to 12.');
	await page.fill('#expirymonth', '12');
	expect(await announcement.textContent()).toBe('');
	await page.fill('#cardcvv', '1');
	const button = page.getByTestId('pay-submit');
	const { x = 0, y = 0, height = 0 } = (await button.boundingBox()) ?? {};
	await page.mouse.move(x + 20, y + 2);
	await page.mouse.down();
	expect(await button.boundingBox()).toMatchObject({ y });
	expect([height > 0, await errorOf('cardcvv')]).toEqual([true, null]);
	await page.mouse.up();
	await page.locator('[role="alert"]').waitFor();
	expect(await errorOf('cardcvv')).toBe('CVV must be 3 digits.');
	expect((await sandbox.payment(sessionId)).attempts).toEqual([]);
	// The script has run once its live region is there.
	await announcement.waitFor({ state: 'attached' });
	await page.fill('#cardholder', '4242 4242 4242');
	await page.locator('h1').click();
	await expect.poll(() => announcement.textContent()).toBe('Owner must be a name, not a number.');
});

browserTest('the errors are in the language of the page', async () => {
	const { leave, errorOf } = await setup(['CO', 'Card'], { language: 'ES' });
	await leave('cardnum', '4242');
	expect(await errorOf('cardnum')).toBe(
		'El campo «Número de tarjeta» debe tener entre 12 y 19 dígitos.',
	);
});

fullBrowserTest(
	'an error from the server disappears too, and a form with errors can be sent',
	async () => {
		const { page, leave, errorOf, sandbox, sessionId } = await setup(['CO', 'Card']);
		await fillTestValues(page);
		await leave('cardnum', '4111111111111111');
		await page.getByTestId('pay-submit').click();
		await page.getByRole('alert').waitFor();
		expect(await errorOf('cardnum')).toContain('listed test numbers');
		await leave('cardnum', cards.approve);
		expect(await errorOf('cardnum')).toBeNull();
		await leave('cardcvv', '1');
		await page.getByTestId('pay-submit').click();
		expect(await errorOf('cardcvv')).toBe('CVV must be 3 digits.');
		expect((await sandbox.payment(sessionId)).attempts).toEqual([]);
	},
);
