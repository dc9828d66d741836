import { story } from '../scenario.ts';

export const merchantAmountKwd = story({
	name: 'merchant/amount-kwd',
	title: 'An order in KWD, which has three decimals: the service gets the amount of the order',
	tags: ['merchant', 'amount'],
	cost: 'Shoppers who are charged a thousand times too much, or a wrong last digit.',
	advice:
		'Send the amount in the unit that the service takes: major units, unless `amount.unit` is `minor`.',
	needs: 'merchant',
	shop: { market: 'KW', amount: true },
	async run({ merchant, expect }) {
		const order = await merchant.newOrder({ market: 'KW' });
		const page = await merchant.checkOut(order);
		await expect.received('paymentOptions', { country: 'KW', currency: 'KWD' });
		await expect.paymentHasAmount(page);
	},
});
