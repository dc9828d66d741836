import { story } from '../scenario.ts';

export const merchantAmountCop = story({
	name: 'merchant/amount-cop',
	title: 'An order in COP: the service gets the amount of the order',
	tags: ['merchant', 'amount'],
	cost: 'Shoppers who are charged a hundred times too much, or too little.',
	advice:
		'Send the amount in the unit that the service takes: major units, unless `amount.unit` is `minor`.',
	needs: 'merchant',
	shop: { market: 'CO', amount: true },
	async run({ merchant, expect }) {
		const order = await merchant.newOrder({ market: 'CO' });
		const page = await merchant.checkOut(order);
		await expect.received('paymentOptions', { country: 'CO', currency: 'COP' });
		await expect.paymentHasAmount(page);
	},
});
