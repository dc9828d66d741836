import { story } from '../scenario.ts';

export const merchantAmountCop = story({
	name: 'merchant/amount-cop',
	title: 'An order in COP: the service gets the amount of the order',
	tags: ['merchant', 'amount'],
	cost: 'Shoppers who are charged a hundred times too much, or too little.',
	advice: 'Send major units of the currency, with the decimals that it has.',
	needs: 'merchant',
	shop: { market: 'CO', amount: true },
	async run({ merchant, expect }) {
		const order = await merchant.newOrder({ market: 'CO' });
		await merchant.checkOut(order);
		const { amount } = order;
		await expect.received('paymentOptions', { country: 'CO', currency: 'COP', amount });
	},
});
