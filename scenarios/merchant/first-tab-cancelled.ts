import { story } from '../scenario.ts';

export const merchantFirstTabCancelled = story({
	name: 'merchant/first-tab-cancelled',
	title:
		'The shopper pays an order in the second tab and then cancels in the first: the order stays paid',
	tags: ['merchant', 'duplicate'],
	cost: 'Paid orders that turn into failed ones.',
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
		await shopper.cancel(first);
		await network.settles(first, 'cancelled');
		await expect.orderStaysPaid(order);
	},
});
