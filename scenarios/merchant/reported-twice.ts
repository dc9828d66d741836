import { story } from '../scenario.ts';

export const merchantReportedTwice = story({
	name: 'merchant/reported-twice',
	title: 'The shop learns twice that a payment is confirmed: the order is paid once',
	tags: ['merchant', 'twice'],
	cost: 'Refunds for payments that were made once, or goods sent twice.',
	advice:
		'Keep the state of each payment by its transactionId. The same state again changes nothing.',
	needs: 'merchant',
	shop: { paid: true },
	async run({ merchant, shopper, network, expect }) {
		const order = await merchant.newOrder({ flow: 'card' });
		const page = await merchant.checkOut(order);
		await shopper.pay(page);
		await network.settles(page, 'confirmed');
		await expect.orderIs(order, 'paid');
		await network.settles(page, 'confirmed');
		await expect.orderStaysPaid(order);
	},
});
