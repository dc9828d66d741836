import { story } from '../scenario.ts';

export const merchantAmountJpy = story({
	name: 'merchant/amount-jpy',
	title: 'An order in JPY, which has no decimals: the service gets the amount of the order',
	tags: ['merchant', 'amount'],
	cost: 'Shoppers who are charged a hundred times too much, or too little.',
	advice: 'Send major units of the currency, with the decimals that it has.',
	needs: 'merchant',
	shop: { market: 'JP', amount: true },
	async run({ merchant, expect }) {
		const order = await merchant.newOrder({ market: 'JP' });
		await merchant.checkOut(order);
		const { amount } = order;
		await expect.received('paymentOptions', { country: 'JP', currency: 'JPY', amount });
	},
});
