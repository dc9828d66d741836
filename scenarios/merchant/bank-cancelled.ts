import { story } from '../scenario.ts';

export const merchantBankCancelled = story({
	name: 'merchant/bank-cancelled',
	title: 'The shopper cancels a bank payment and returns: the order is not paid',
	tags: ['merchant', 'bank', 'return'],
	cost: 'Goods sent to shoppers who changed their mind at the bank.',
	advice:
		'Handle the states of a bank payment like those of a card. The return says nothing about them.',
	needs: 'merchant',
	shop: { flow: 'bank' },
	async run({ merchant, shopper, network, expect }) {
		const order = await merchant.newOrder({ flow: 'bank' });
		const page = await merchant.checkOut(order);
		await shopper.cancel(page);
		await shopper.returnToShop(page);
		await network.settles(page, 'cancelled');
		await expect.orderIsNotPaid(order);
	},
});
