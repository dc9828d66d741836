import { expect, test } from 'vitest';
import { brokenReturnAddressRule } from './return-url.ts';

test('letters beyond ASCII are accepted before and after V8 has optimised the function', () => {
	const address = 'https://münchen.example/zurück?größe=ü';
	const rules = new Set<string | null>();
	for (let times = 0; times < 50_000; times += 1) {
		rules.add(brokenReturnAddressRule('https://shop.example/return'));
		rules.add(brokenReturnAddressRule(address));
	}
	expect([...rules]).toEqual([null]);
	expect(brokenReturnAddressRule('https://münchen.example:99999/')).toContain(
		'that browsers can read',
	);
});
