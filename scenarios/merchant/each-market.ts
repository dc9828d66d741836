import { forAll, story } from '../scenario.ts';
import type { CashierPage } from '../shop.ts';

/** The number of orders that are read at the same time. */
const concurrency = 8;

export const merchantEachMarket = story({
	name: 'merchant/each-market',
	title:
		'In each of your markets, the shopper pays an order by card, and one by bank: both are paid',
	tags: ['merchant', 'amount'],
	cost: 'Every sale in a market that the shop does not handle, or wrong amounts in its currency.',
	advice:
		'Send the country, the currency and the whole amount of the order. Take its options from the answer.',
	needs: 'merchant',
	shop: { forbids: ['suboptions_not_listed'] },
	async run({ merchant, shopper, network, expect }) {
		const pages: CashierPage[] = [];
		for (const { market, flows } of merchant.markets) {
			for (const flow of flows) {
				const page = await merchant.checkOut(await merchant.newOrder({ flow, market }));
				await shopper.pay(page);
				await shopper.returnToShop(page);
				pages.push(page);
			}
		}
		// One after the other, the orders of all markets take minutes in a shop with a queue.
		await forAll(pages, ({ order }) => expect.orderIsNotPaid(order), concurrency);
		// In sequence, because each wait moves a manual clock.
		for (const page of pages) await network.settles(page, 'confirmed');
		if (!merchant.canSettle) return;
		await forAll(pages, ({ order }) => expect.orderIs(order, 'paid'), concurrency);
	},
});
