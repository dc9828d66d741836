import { expect, test } from 'vitest';
import { openShop } from '../../test/support/sold-orders.ts';
import { stratifiedSample } from './read-orders.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

test('a list that is short enough is taken as a whole', () => {
	expect(stratifiedSample(numbers(1_000), 1_000, 1)).toEqual(numbers(1_000));
});

test('of a long list, one item of each part is taken', () => {
	const drawn = stratifiedSample(numbers(1_200_000), 1_000, 1);
	expect(new Set(drawn.map((item) => Math.floor(item / 1_200)))).toEqual(new Set(numbers(1_000)));
});

test.each([1_001, 1_400, 2_484, 2_801])(
	'of %i items, as many as asked for are taken, each once',
	(count) => {
		for (const seed of [1, 2, 3]) {
			expect(new Set(stratifiedSample(numbers(count), 1_000, seed)).size).toBe(1_000);
		}
	},
);

test.each([97, 100])('a fault in each %ith item is among those taken', (period) => {
	// With 97,000 or 100,000 items, each part has the fault at the same place.
	const drawn = stratifiedSample(numbers(period * 1_000), 1_000, 1);
	for (const place of numbers(period)) {
		expect(drawn.some((item) => item % period === place)).toBe(true);
	}
});

test('orders that the shop does not show at once are read again', async () => {
	const { sell, verify } = await openShop({ shopOptions: { refusedReads: 4 }, within: '5s' });
	await sell();
	expect(await verify()).toMatchObject({ verified: 1, wrongState: 0 });
});

test('orders that a queue settles late are right, also if each turn of reading takes long', async () => {
	const shopOptions = { settlesAfterMs: 2_700, slowReads: { after: 0, ms: 300 } };
	const { sell, verify } = await openShop({ shopOptions, within: '3s' });
	for (let order = 0; order < 40; order += 1) await sell();
	expect(await verify()).toMatchObject({ verified: 40, wrongState: 0 });
});

test('a slow shop that marks no order as paid is wrong, though not all of its orders are read', async () => {
	const orders = 24;
	// The deadline of a turn with 24 orders is after 2.2 s.
	const slowReads = { after: orders, ms: 1_500 };
	const order = { open: ['new', 'paid'], paid: ['done'] };
	const { sell, verify } = await openShop({ shopOptions: { slowReads }, order, within: '1s' });
	for (let sold = 0; sold < orders; sold += 1) await sell();
	const found = await verify();
	expect(found?.wrongState).toBeGreaterThan(0);
});

test('orders that the second reading does not reach are unread', async () => {
	const orders = 24;
	// The orders are read before `settle`, after it, and a moment later.
	const slowReads = { after: 2 * orders, ms: 1_500 };
	const { sell, verify } = await openShop({ shopOptions: { slowReads }, within: '1s' });
	for (let order = 0; order < orders; order += 1) await sell();
	expect(await verify()).toMatchObject({ unread: expect.any(Number), wrongState: 0 });
});

test.each([true, false])(
	'orders whose payment is undecided are counted apart, with settle: %s',
	async (settles) => {
		const settings = { processing: { default: { fixed: '5m' } } };
		const { sell, verify } = await openShop({ settings, settles });
		await sell();
		await sell();
		const undecidedByStory = { 'merchant/card': { orders: 2, undecided: 2 } };
		expect(await verify()).toMatchObject({ verified: 0, wrongState: 0, undecidedByStory });
	},
);

test('of a flow, the orders with and without a final state are counted', async () => {
	const settings = { processing: { default: 'none' } };
	const { sell, verify, configure } = await openShop({ settings });
	for (let order = 0; order < 3; order += 1) await sell();
	await configure({ processing: { default: { fixed: '5m' } } });
	for (let order = 0; order < 2; order += 1) await sell();
	const undecidedByStory = { 'merchant/card': { orders: 5, undecided: 2 } };
	expect(await verify()).toMatchObject({ verified: 3, wrongState: 0, undecidedByStory });
});
