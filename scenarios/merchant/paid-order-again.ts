import { story } from '../scenario.ts';

export const merchantPaidOrderAgain = story({
	name: 'merchant/paid-order-again',
	title: 'The shopper checks out an order that is paid already: there is no second payment',
	tags: ['merchant', 'duplicate'],
	cost: 'Shoppers who go back and pay twice, and refunds that you pay for.',
	advice: 'Before a checkout, read the state of the order. If it is paid, show that instead.',
	needs: 'merchant',
	shop: { paid: true },
	async run({ merchant, shopper, network, expect }) {
		const order = await merchant.newOrder({ flow: 'card' });
		const page = await merchant.checkOut(order);
		await shopper.pay(page);
		await network.settles(page, 'confirmed');
		await expect.orderIs(order, 'paid');
		const again = await merchant.checkOutPaid(order);
		const sessionId = again?.sessionId ?? page.sessionId;
		expect.ok('no second payment of the paid order', sessionId === page.sessionId);
		await expect.orderStaysPaid(order);
	},
});
