import { expectAllPaid, forAll, ordersAtOnce, story } from '../scenario.ts';
import type { CashierPage } from '../shop.ts';

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
	async run(context) {
		const { merchant, shopper, expect } = context;
		const pages: CashierPage[] = [];
		for (const { market, flows } of merchant.markets) {
			for (const flow of flows) {
				const page = await merchant.checkOut(await merchant.newOrder({ flow, market }));
				await shopper.pay(page);
				await shopper.returnToShop(page);
				pages.push(page);
			}
		}
		await forAll(pages, ({ order }) => expect.orderIsNotPaid(order), ordersAtOnce);
		await expectAllPaid(context, pages);
	},
});
