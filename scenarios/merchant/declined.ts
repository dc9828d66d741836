import { story } from '../scenario.ts';

export const merchantDeclined = story({
	name: 'merchant/declined',
	title: 'The payment is declined and the shopper returns: the order is not paid',
	tags: ['merchant', 'return', 'declined'],
	cost: 'Goods sent for payments that were declined.',
	advice: 'Read the state of the payment. The return says nothing about it.',
	needs: 'merchant',
	async run({ merchant, shopper, network, service, expect }) {
		const order = await merchant.newOrder({ flow: 'card' });
		const page = await merchant.checkOut(order);
		await service.decide(page, 'FUNDS');
		await shopper.pay(page);
		await network.settles(page, 'declined');
		await shopper.returnToShop(page);
		await expect.orderIsNotPaid(order);
	},
});
