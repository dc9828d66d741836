import { story } from '../scenario.ts';

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
		for (const { market, flows } of merchant.markets) {
			for (const flow of flows) {
				const order = await merchant.newOrder({ flow, market });
				const page = await merchant.checkOut(order);
				await shopper.pay(page);
				await shopper.returnToShop(page);
				await expect.orderIsNotPaid(order);
				await network.settles(page, 'confirmed');
				if (merchant.canSettle) await expect.orderIs(order, 'paid');
			}
		}
	},
});
