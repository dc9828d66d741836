import { expectPaidOnce, story } from '../scenario.ts';

export const merchantCardPaid = story({
	name: 'merchant/card-paid',
	title: 'A card payment is confirmed, and the order is paid',
	tags: ['merchant', 'card'],
	cost: 'Every sale by card.',
	advice:
		'Compare the calls of the shop with the three documented ones: amount, currency, session and option.',
	needs: 'merchant',
	shop: { flow: 'card', forbids: ['payment_created_twice'] },
	async run(context) {
		const { merchant, expect } = context;
		const order = await merchant.newOrder({ flow: 'card' });
		const page = await merchant.checkOut(order);
		await expect.orderIsNotPaid(order);
		await expectPaidOnce(context, page);
	},
});
