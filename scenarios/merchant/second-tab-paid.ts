import { story } from '../scenario.ts';

export const merchantSecondTabPaid = story({
	name: 'merchant/second-tab-paid',
	title: 'The shopper checks out one order in two tabs and pays only the second: the order is paid',
	tags: ['merchant', 'duplicate'],
	cost: 'Paid orders that you never send.',
	advice: 'Keep every payment of an order, and credit each one that is confirmed.',
	needs: 'merchant',
	shop: { paid: true, allows: ['duplicate_order'] },
	async run({ merchant, shopper, network, expect }) {
		const order = await merchant.newOrder({ flow: 'card' });
		const first = await merchant.checkOut(order);
		const page = (await merchant.tryToCheckOut(order)) ?? first;
		await shopper.pay(page);
		await network.settles(page, 'confirmed');
		await expect.orderIs(order, 'paid');
		await expect.confirmedPayments(1);
	},
});
