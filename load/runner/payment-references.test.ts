/** The references that a small shop gives to the payments of its orders. */
import { expect, test } from 'vitest';
import type { TestShopOptions } from '../../test/merchants/test-shop-options.ts';
import { openShop } from '../../test/support/sold-orders.ts';

test('a reference of several orders is reported; omitted and masked references are not', async () => {
	const foundWith = async (shopOptions: Partial<TestShopOptions>) => {
		const { sell, verify } = await openShop({ share: 0, shopOptions });
		for (let order = 0; order < 5; order += 1) await sell();
		return verify();
	};
	expect(await foundWith({ sharedReference: 'web' })).toMatchObject({
		sharedReferences: 1,
		examples: [expect.stringMatching(/^shared reference: web: l1-\S+, l1-\S+, l1-\S+ and 2 more$/)],
	});
	const masked = { sharedReference: '4111111111111111' };
	for (const right of [{ omitsReferences: true }, masked]) {
		expect(await foundWith(right)).toMatchObject({ sharedReferences: 0 });
	}
});

test('a reference of orders of two steps is reported', async () => {
	const { sell, tally, verify } = await openShop({ shopOptions: { sharedReference: 'web' } });
	const first = await sell();
	expect(await verify()).toMatchObject({ sharedReferences: 0 });
	tally.orders.clear();
	const second = await sell();
	const text = `shared reference: web: ${first.reference}, ${second.reference}`;
	expect(await verify()).toMatchObject({
		sharedReferences: 1,
		examples: expect.arrayContaining([text]),
	});
});
