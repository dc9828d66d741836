import { story } from '../scenario.ts';

export const merchantFirstTabExpired = story({
	name: 'merchant/first-tab-expired',
	title:
		'The shopper pays an order in the second tab, and the payment of the first expires: the order stays paid',
	tags: ['merchant', 'duplicate', 'expired'],
	cost: 'Paid orders that turn into failed ones, as soon as the other payment expires.',
	advice: 'Keep the state of each payment. An order is paid as soon as one of them is confirmed.',
	needs: 'merchant',
	shop: { paid: true, allows: ['duplicate_order'] },
	async run({ merchant, shopper, network, expect }) {
		const order = await merchant.newOrder({ flow: 'card' });
		const first = await merchant.checkOut(order);
		const second = (await merchant.tryToCheckOut(order)) ?? first;
		await shopper.pay(second);
		await network.settles(second, 'confirmed');
		await expect.orderIs(order, 'paid');
		if (second.sessionId === first.sessionId) return;
		await network.settles(first, 'expired');
		await expect.orderStaysPaid(order);
	},
});
