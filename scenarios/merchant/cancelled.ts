import { story } from '../scenario.ts';

export const merchantCancelled = story({
	name: 'merchant/cancelled',
	title: 'The shopper cancels at the cashier and returns: the order is not paid',
	tags: ['merchant', 'return'],
	cost: 'Goods sent to shoppers who changed their mind.',
	advice: 'Read the state of the payment. The return says nothing about it.',
	needs: 'merchant',
	async run({ merchant, shopper, network, expect }) {
		const order = await merchant.newOrder({ flow: 'card' });
		const page = await merchant.checkOut(order);
		await shopper.cancel(page);
		await shopper.returnToShop(page);
		await network.settles(page, 'cancelled');
		await expect.orderIsNotPaid(order);
	},
});
