import { story } from '../scenario.ts';

export const merchantEachMarket = story({
	name: 'merchant/each-market',
	title:
		'An order in each of your markets, by card and by bank, reaches the cashier as it is and is paid',
	tags: ['merchant', 'amount'],
	cost: 'Every sale in a market that was added later, or wrong amounts in its currency.',
	advice:
		'Send the country, the currency and the whole amount of the order. Take its options from the answer.',
	needs: 'merchant',
	// A shop with prices and customers of its own has orders that look alike.
	shop: { allows: ['duplicate_order'], forbids: ['suboptions_not_listed'] },
	async run({ merchant, shopper, network, expect }) {
		for (const { market, flows } of merchant.markets) {
			for (const flow of flows) {
				const order = await merchant.newOrder({ flow, market });
				const page = await merchant.checkOut(order);
				// The runner compares amount and currency too, if the merchant file sends the amount.
				await expect.received('paymentOptions', { country: market });
				await shopper.pay(page);
				await network.settles(page, 'confirmed');
				if (merchant.canSettle) await expect.orderIs(order, 'paid');
			}
		}
	},
});
