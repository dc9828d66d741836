import { story } from '../scenario.ts';

export const merchantReturnedWhileProcessing = story({
	name: 'merchant/returned-while-processing',
	title: 'The shopper returns while the network still decides: the order is not paid yet',
	tags: ['merchant', 'return'],
	cost: 'Goods sent for payments that are declined later.',
	advice:
		'Show "we wait for the bank" on the return page. Only a confirmed state makes an order paid.',
	needs: 'merchant',
	async run({ merchant, shopper, network, expect }) {
		const order = await merchant.newOrder({ flow: 'card' });
		const page = await merchant.checkOut(order);
		await shopper.pay(page);
		await expect.paymentIs(page, 'processing');
		await shopper.returnToShop(page);
		await expect.orderIs(order, 'open');
		await network.settles(page, 'confirmed');
		if (merchant.canSettle) await expect.orderIs(order, 'paid');
	},
});
