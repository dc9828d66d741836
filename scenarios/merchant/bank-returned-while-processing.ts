import { story } from '../scenario.ts';

export const merchantBankReturnedWhileProcessing = story({
	name: 'merchant/bank-returned-while-processing',
	title: 'The shopper returns while the bank still decides: the order is not paid yet',
	tags: ['merchant', 'bank', 'return'],
	cost: 'Goods sent for transfers that never arrive.',
	advice:
		'A transfer can take days. Show that you wait for the bank; only a confirmed state makes an order paid.',
	needs: 'merchant',
	shop: { flow: 'bank' },
	async run({ merchant, shopper, network, expect }) {
		const order = await merchant.newOrder({ flow: 'bank' });
		const page = await merchant.checkOut(order);
		await shopper.pay(page);
		await expect.paymentIs(page, 'processing');
		await shopper.returnToShop(page);
		await expect.orderIs(order, 'open');
		await network.settles(page, 'confirmed');
		if (merchant.canSettle) await expect.orderIs(order, 'paid');
	},
});
