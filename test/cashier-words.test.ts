import { expect, test } from 'vitest';
import { openAt } from './support/cashier.ts';
import { everyOption, reachOption } from './support/options.ts';
import { startSandbox } from './support/sandbox.ts';

test.each([
	['JP', 'Konbini', 'knows this reference'],
	['CO', 'PSE', 'ask you to log in'],
	['CO', 'Nequi', 'ask you to log in'],
	['CO', 'Efecty', 'knows this reference'],
	['TH', 'PromptPay', 'No app can pay'],
	['PL', 'BLIK', 'would show you a code'],
])('in %s the page of %s says what the real one would do', async (country, name, words) => {
	const { url } = await startSandbox();
	const { page, bank } = await reachOption(url, [country, name]);
	const { text } = await openAt(page);
	expect(text).toContain(words);
	expect(text.includes('log in')).toBe(['PSE', 'Nequi'].includes(name));
	// A store is no bank.
	expect(text.includes('<dt>Bank</dt>')).toBe(name === 'PSE');
	expect(text).toContain(bank?.name ?? name);
});

test('no page of any option asks for credentials, and each says what it would be paid with', async () => {
	const { url } = await startSandbox();
	for (const { market, option } of everyOption) {
		const { page } = await reachOption(url, [market.country, option.name]);
		const { text, status } = await openAt(page);
		expect([market.country, option.name, status]).toEqual([market.country, option.name, 200]);
		expect(text).not.toMatch(/type="password"|name="(user|login|pass|pin)/i);
		expect(text.includes('role="img"')).toBe(option.kind === 'qr');
		expect(text.includes('data-testid="pay-reference"')).toBe(option.kind === 'reference');
		expect(text.includes('name="code"')).toBe(option.kind === 'code');
	}
});

test('what is paid with is the same on every look, one for each session, and nobody else takes it', async () => {
	const { url } = await startSandbox();
	const shown = async (of: readonly [string, string]) => {
		const { page } = await reachOption(url, of);
		const [first, again] = [await openAt(page), await openAt(page)];
		const said = (text: string) =>
			/data-testid="(?:pay-reference|qr-text)"[^>]*>([^<]+)</.exec(text)?.[1];
		expect(said(first.text)).toBe(said(again.text));
		return said(first.text) ?? '';
	};
	const references = await Promise.all(Array.from({ length: 20 }, () => shown(['MX', 'SPEI'])));
	expect(new Set(references).size).toBe(20);
	for (const reference of references) expect(reference).toMatch(/^SBX-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
	expect(await shown(['BR', 'Pix'])).toMatch(/^SANDBOX-NOT-PAYABLE-SBX-/);
});
